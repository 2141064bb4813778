import '@angular/compiler';
import type { ListRange } from '@angular/cdk/collections';
import { signal } from '@angular/core';
import { scrollOf } from '../support/lists';
import { walkDataSource } from '../../../src/angular/walkDataSource';
import { expect } from 'chai';
import { Observable, Subject } from 'rxjs';
import { providePagewalk } from '../../../src/angular/providePagewalk';
import { withListCache } from '../../../src/angular/withListCache';
import type { Transport } from '../../../src/transport/Transport';
import { createClient } from '../../../src/client/createClient';
import { ok, scriptedTransport } from '../../support/scriptedTransport';
import { application, rendered, stable, tick } from '../support/angular';
import { Employee, employees, idsOf, key } from '../support/employees';
import { until } from '../support/until';

/** A service whose pages of ten begin with the number that is searched for, each when the spec lets it. */
const service = () => {
  const asked: Array<string> = [];
  let aborted = 0;
  const pages: Array<() => void> = [];
  const transport: Transport = ({ url }) =>
    new Observable((subscriber) => {
      const { pathname, searchParams } = new URL(url, 'http://host');
      const from = Number(pathname.split('/').at(-1)) + 10 * Number(searchParams.get('pageToken') ?? 0);
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

const searching = (options: Partial<Parameters<typeof walkDataSource<number, Employee>>[0]> = {}) => {
  const backend = service();
  const from = signal<number | undefined>(100);
  const app = application(providePagewalk(scriptedTransport(), withListCache()));
  const make = () =>
    app.run(() =>
      walkDataSource({
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
  list.connect(view).subscribe((rows) => seen.push(idsOf(rows)));
  tick();
  const first = () => seen.at(-1)?.at(0);
  return { backend, from, app, list, make, view, viewChange, seen, first };
};

describe('walkDataSource with params', () => {
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
    expect([first(), backend.asked, list.status()]).to.deep.equal([500, ['100', '110', '500'], 'idle']);
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
    expect([first(), list.isPrevious(), list.status(), scrollOf(list).offset]).to.deep.equal([500, false, 'idle', 0]);
  });

  it('asks for nothing without a viewport, and begins again with restart and reload', async () => {
    const { backend, list, view, seen, from } = searching();
    await backend.send();
    list.reload();
    await rendered();
    expect([seen.at(-1)?.length, list.status()]).to.deep.equal([10, 'reloading']);
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
