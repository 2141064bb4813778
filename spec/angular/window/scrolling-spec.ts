import '@angular/compiler';
import type { ListRange } from '@angular/cdk/collections';
import { signal } from '@angular/core';
import { expect } from 'chai';
import { BehaviorSubject, NEVER, Observable, Subject, finalize } from 'rxjs';
import type { WalkSource } from '../../../src/list/WalkSource';
import { providePagewalk, walkWindow, withListCache } from '../../../src/angular/index';
import { createClient, type Transport } from '../../../src/index';
import { ok, pagesOf, scriptedTransport } from '../../support/scriptedTransport';
import { application, handling, rendered, stable, tick } from '../support/angular';
import { Employee, employees, key, pagesOfEmployees, sourceOver } from '../support/employees';
import { scrollOf, windowOver } from '../support/lists';
import { settled, until } from '../support/until';
import { viewport } from './book';

const inContext = <T>(source: WalkSource<T>, options?: Parameters<typeof windowOver<T>>[1]) =>
  application().run(() => windowOver(source, options));

describe('scrolling through walkWindow', () => {
  it('law 1: sends nothing before a viewport connects', async () => {
    const script = scriptedTransport();
    const list = inContext(sourceOver(script));
    await settled();
    expect([list.status(), script.requests.length]).to.deep.equal(['idle', 0]);
  });

  it('spends a page token that is about to expire though nobody has scrolled, and says that it loads', async () => {
    const script = scriptedTransport(ok({ data: employees(0, 10), nextPageToken: 't' }), NEVER);
    const source = sourceOver(script);
    const list = inContext((pace) => source({ ...pace, tokenLifetime: 500 }), { rowsAhead: 0 });
    list.connect(viewport()).subscribe();
    await settled();
    expect(list.status()).to.equal('idle');
    await until(() => script.requests.length === 2);
    expect(list.status()).to.equal('loading');
  });

  it('loads one page for a table without a viewport, and says in development what to use', async () => {
    const script = scriptedTransport(...pagesOf(pagesOfEmployees(31, 100)));
    const { handled, handler } = handling();
    const list = application(handler).run(() => windowOver(sourceOver(script)));
    // What CdkTable says it shows.
    list
      .connect({ viewChange: new BehaviorSubject({ start: 0, end: Number.MAX_VALUE }) })
      .subscribe();
    await settled();
    expect([script.requests.length, list.status(), list.value().length]).to.deep.equal([
      1,
      'idle',
      100,
    ]);
    expect(handled).to.have.lengthOf(1);
    expect(String(handled[0])).to.match(/walkPage.*walkResource/s);
  });

  it('must have a mark', () => {
    expect(() => inContext(() => NEVER, { rowsAhead: -1 })).to.throw(/rowsAhead/);
    expect(() => inContext(() => NEVER, { rowsAhead: NaN })).to.throw(/rowsAhead/);
  });
});

describe('law 9: leaving walkWindow', () => {
  it('aborts the request for the first page when the viewport disconnects', async () => {
    let aborted = 0;
    const hanging = NEVER.pipe(finalize(() => (aborted += 1)));
    const list = inContext(sourceOver(scriptedTransport(hanging, ok({ data: employees(0, 10) }))));
    const view = viewport();
    list.connect(view).subscribe();
    await settled();
    list.disconnect(view);
    expect([list.status(), aborted]).to.deep.equal(['idle', 1]);
    list.connect(view).subscribe();
    await settled();
    expect([list.status(), list.value().length]).to.deep.equal(['end', 10]);
  });

  it('serves two viewports, and the one that is left', async () => {
    const script = scriptedTransport(...pagesOf(pagesOfEmployees(4, 10)));
    const list = inContext(sourceOver(script), { rowsAhead: 0 });
    const [one, other] = [viewport(), viewport()];
    list.connect(one).subscribe();
    list.connect(other).subscribe();
    await one.scrollTo(0, 10);
    expect(script.requests).to.have.lengthOf(2);
    list.disconnect(one);
    await settled();
    expect(script.requests).to.have.lengthOf(2);
    await other.scrollTo(10, 20);
    expect(script.requests).to.have.lengthOf(3);
  });
});

/** A service whose pages of ten begin with the number that is searched for, each when the spec lets it. */
const service = () => {
  const asked: Array<string> = [];
  let aborted = 0;
  const pages: Array<() => void> = [];
  const transport: Transport = ({ url }) =>
    new Observable((subscriber) => {
      const { pathname, searchParams } = new URL(url, 'http://host');
      const from =
        Number(pathname.split('/').at(-1)) + 10 * Number(searchParams.get('pageToken') ?? 0);
      asked.push(String(from));
      let isSent = false;
      pages.push(() => {
        isSent = true;
        const next = String(Number(searchParams.get('pageToken') ?? 0) + 1);
        subscriber.next(ok({ data: employees(from, from + 10), nextPageToken: next }));
        subscriber.complete();
      });
      return () => {
        if (!isSent) aborted += 1;
      };
    });
  return {
    client: createClient({ transport, retry: false }),
    asked,
    aborted: () => aborted,
    send: async (): Promise<void> => {
      await until(() => pages.length > 0);
      pages.shift()?.();
      await rendered();
    },
  };
};

const searching = (options: Partial<Parameters<typeof walkWindow<number, Employee>>[0]> = {}) => {
  const backend = service();
  const from = signal<number | undefined>(100);
  const app = application(providePagewalk(scriptedTransport(), withListCache()));
  const make = () =>
    app.run(() =>
      walkWindow({
        params: () => from(),
        client: backend.client,
        stream: ({ params, client }) =>
          client.list({ ontologyRid: 'o', objectType: String(params), properties: Employee }),
        key,
        rowsAhead: 0,
        ...options,
      }),
    );
  const list = make();
  const viewChange = new Subject<ListRange>();
  const view = { viewChange };
  const seen: Array<ReadonlyArray<unknown>> = [];
  list.connect(view).subscribe((rows) => seen.push(rows.map((row) => row?.properties.id)));
  tick();
  const first = () => seen.at(-1)?.at(0);
  return { backend, from, app, list, make, view, viewChange, seen, first };
};

describe('walkWindow with params', () => {
  it('aborts the walk before when its params change, and begins at the top, however far one had scrolled', async () => {
    const { backend, from, first, list, viewChange } = searching();
    await backend.send();
    viewChange.next({ start: 0, end: 10 });
    await until(() => backend.asked.length === 2);
    from.set(500);
    expect([list.status(), list.value().length]).to.deep.equal(['loading', 0]);
    await rendered();
    expect([first(), backend.aborted()]).to.deep.equal([undefined, 1]);
    await backend.send();
    await backend.send();
    expect([first(), backend.asked, list.status()]).to.deep.equal([
      500,
      ['100', '110', '500'],
      'idle',
    ]);
  });

  it('with keepPrevious shows the rows before, marked, until the first new page is there, and goes to the top then', async () => {
    const { backend, from, first, list } = searching({ keepPrevious: true });
    await backend.send();
    scrollOf(list).offset = 300;
    from.set(500);
    await rendered();
    expect([first(), list.isPrevious(), list.status(), scrollOf(list).offset]).to.deep.equal([
      100,
      true,
      'loading',
      300,
    ]);
    await backend.send();
    expect([first(), list.isPrevious(), list.status(), scrollOf(list).offset]).to.deep.equal([
      500,
      false,
      'idle',
      0,
    ]);
  });

  it('asks for nothing without a viewport, and begins again with restart and reload', async () => {
    const { backend, list, view, seen, from } = searching();
    await backend.send();
    list.reload();
    await rendered();
    expect([seen.at(-1)?.length, list.status()]).to.deep.equal([10, 'loading']);
    await backend.send();
    list.reload({ clear: true });
    await backend.send();
    expect([seen.at(-1)?.length, backend.asked.length]).to.deep.equal([10, 3]);
    list.disconnect(view);
    from.set(700);
    await stable();
    expect(backend.asked).to.have.lengthOf(3);
    list.connect(view).subscribe();
    await until(() => backend.asked.length === 4);
    await backend.send();
    expect(list.value().length).to.equal(10);
  });
});
