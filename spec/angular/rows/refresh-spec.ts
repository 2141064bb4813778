import '@angular/compiler';
import type { DataSource } from '@angular/cdk/collections';
import { DOCUMENT } from '@angular/common';
import { ErrorHandler, signal } from '@angular/core';
import { expect } from 'chai';
import { asyncScheduler, NEVER, Observable, Subject } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { objectDataSource } from '../../../src/angular/objectDataSource';
import { provideObjectQuery } from '../../../src/angular/provideObjectQuery';
import { walkResource } from '../../../src/angular/walkResource';
import { walkSignals, type WalkSignalsOptions } from '../../../src/angular/walkSignals';
import type { WalkState } from '../../../src/angular/WalkState';
import { withListCache } from '../../../src/angular/withListCache';
import { withSession } from '../../../src/angular/withSession';
import { answer, ok, pagesOf, type ScriptedTransport, scriptedTransport } from '../../support/scriptedTransport';
import { application, rendered, stable, tick } from '../support/angular';
import { withComponents } from '../support/components';
import { type Employee, employee, employees, key, pagesOfEmployees, sourceOver, tokensOf } from '../support/employees';
import { settled } from '../support/until';

type Answer = ReturnType<typeof ok>;

const ids = ({ value }: { readonly value: () => ReadonlyArray<Employee> }) => value().map(key);

const renamed = (id: number) => ({ properties: { id, name: 'renamed' } });

/** A list that a viewport looks at. */
const looked = <L extends DataSource<unknown>>(list: L): L => {
  list.connect({ viewChange: new Subject() }).subscribe();
  return list;
};

const listOver = async (
  script: ReadonlyArray<Answer | Observable<Answer>>,
  options: WalkSignalsOptions<Employee> = { key },
) => {
  const scripted = scriptedTransport(...script);
  const list = application({ provide: ErrorHandler, useValue: { handleError: () => undefined } }).run(() =>
    walkSignals(sourceOver(scripted), options),
  );
  await settled();
  return { list, scripted };
};

describe('refresh', () => {
  it('puts what has changed in its place; rows that did not change stay the same objects', async () => {
    const { list, scripted } = await listOver([
      ok({ data: employees(0, 3), nextPageToken: 't' }),
      ok({ data: [employee(9), employee(0), renamed(2)], nextPageToken: 'u' }),
    ]);
    const [zero] = list.value();
    list.scroll.offset = 70;
    expect(list.refresh()).to.equal(true);
    expect(ids(list)).to.deep.equal([9, 0, 2]);
    expect(list.value()[1]).to.equal(zero);
    expect(list.value()[2]?.properties).to.deep.equal({ id: 2, name: 'renamed' });
    expect([list.status(), list.scroll.offset, list.progress().pages]).to.deep.equal(['idle', 70, 1]);
    expect(scripted.requests).to.have.lengthOf(2);
  });

  it('asks for as many rows as there are, and goes on behind them', async () => {
    const again = [employees(0, 2), employees(3, 5), employees(5, 7)];
    const { list, scripted } = await listOver([
      ...pagesOf(pagesOfEmployees(3, 2)).slice(0, 2),
      ...pagesOf(again, (index) => `again-${index}`),
    ]);
    list.loadMore();
    await settled();
    expect(ids(list)).to.deep.equal([0, 1, 2, 3]);
    list.refresh();
    expect([ids(list), list.status(), list.hasMore()]).to.deep.equal([[0, 1, 3, 4], 'idle', true]);
    list.loadMore();
    await settled();
    expect([ids(list), list.status()]).to.deep.equal([[0, 1, 3, 4, 5, 6], 'end']);
    expect(tokensOf(scripted)).to.deep.equal(['', 'token-1', '', 'again-1', 'again-2']);
  });

  it('writes no signal where nothing has changed', async () => {
    const page = ok({ data: employees(0, 3) });
    const { list } = await listOver([page, page]);
    const [value, objects] = [list.value(), list.objects()];
    list.refresh();
    expect([list.value() === value, list.objects() === objects, list.status()]).to.deep.equal([true, true, 'end']);
  });

  it('keeps the rows where it fails, says why, and forgets that when it succeeds', async () => {
    const page = ok({ data: employees(0, 2) });
    const { list } = await listOver([page, answer(503, {}), page]);
    list.refresh();
    expect([ids(list), list.status(), list.error(), list.refreshError()?._tag]).to.deep.equal([
      [0, 1],
      'end',
      undefined,
      'HttpFailure',
    ]);
    list.refresh();
    expect([list.refreshError(), list.isRefreshing()]).to.deep.equal([undefined, false]);
  });

  it('does nothing twice at once, nor while the list loads or has no rows, and needs a key', async () => {
    const later = new Subject<Answer>();
    const { list, scripted } = await listOver([
      ok({ data: employees(0, 2), nextPageToken: 't' }),
      later,
      ok({ data: employees(0, 3), nextPageToken: 'v' }),
    ]);
    expect([list.refresh(), list.refresh(), list.isRefreshing()]).to.deep.equal([true, false, true]);
    later.next(ok({ data: employees(0, 2), nextPageToken: 'u' }));
    expect([list.isRefreshing(), scripted.requests.length]).to.deep.equal([false, 2]);
    const { list: empty } = await listOver([NEVER]);
    expect(empty.refresh()).to.equal(false);
    const { list: keyless } = await listOver([ok({ data: employees(0, 2) })], {});
    expect(() => keyless.refresh()).to.throw(/option key/);
  });

  it('keeps a page that comes meanwhile behind the rows that come again', async () => {
    const later = new Subject<Answer>();
    const { list } = await listOver([
      ok({ data: employees(0, 2), nextPageToken: 't' }),
      later,
      ok({ data: employees(2, 4), nextPageToken: 'u' }),
    ]);
    list.refresh();
    list.loadMore();
    await settled();
    later.next(ok({ data: [employee(1), employee(2)], nextPageToken: 'x' }));
    expect(ids(list)).to.deep.equal([1, 2, 3]);
  });

  it('is aborted with its list, and by a restart', async () => {
    let aborted = 0;
    const hanging = new Observable<Answer>(() => () => (aborted += 1));
    const { list } = await listOver([ok({ data: employees(0, 2) }), hanging, ok({ data: employees(5, 6) })]);
    list.refresh();
    list.restart();
    await settled();
    expect([aborted, list.isRefreshing(), ids(list)]).to.deep.equal([1, false, [5]]);
  });

  it('follows the params of walkResource', async () => {
    const source = sourceOver(scriptedTransport(ok({ data: employees(0, 1) }), ok({ data: employees(0, 2) })));
    const params = signal<number | undefined>(1);
    const list = application().run(() => walkResource({ params, stream: ({ pace }) => source(pace), key }));
    expect(list.refresh()).to.equal(false);
    tick();
    await settled();
    expect([list.refresh(), ids(list)]).to.deep.equal([true, [0, 1]]);
    params.set(undefined);
    expect(list.refresh()).to.equal(false);
  });

  it('makes up at once for a turn that was left out while the page was hidden', () => {
    new TestScheduler(() => undefined).run(({ flush }) => {
      const script = scriptedTransport(...[1, 2, 3].map((size) => ok({ data: employees(0, size) })));
      const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
      const app = application({ provide: DOCUMENT, useValue: page });
      app.run(() => walkResource({ stream: ({ pace }) => sourceOver(script)(pace), key, every: 1_000 }));
      tick();
      const show = (visibilityState: string) => () => {
        page.visibilityState = visibilityState;
        page.dispatchEvent(new Event('visibilitychange'));
      };
      const seen: Array<number> = [];
      // Hidden for a moment, in which no turn is due: nothing is asked for.
      asyncScheduler.schedule(show('hidden'), 100);
      asyncScheduler.schedule(show('visible'), 200);
      asyncScheduler.schedule(() => seen.push(script.requests.length), 300);
      asyncScheduler.schedule(show('hidden'), 600);
      asyncScheduler.schedule(show('visible'), 1_500);
      asyncScheduler.schedule(() => seen.push(script.requests.length), 1_600);
      asyncScheduler.schedule(app.leave, 1_700);
      flush();
      expect(seen).to.deep.equal([1, 2]);
    });
  });

  it('stops coming by itself when the service wants another sign-in', () => {
    new TestScheduler(() => undefined).run(({ flush }) => {
      const script = scriptedTransport(
        ok({ data: employees(0, 1) }),
        answer(401, {}),
        answer(401, {}),
        answer(401, {}),
      );
      const app = application({ provide: DOCUMENT, useValue: { visibilityState: 'visible' } });
      const list = app.run(() => walkResource({ stream: ({ pace }) => sourceOver(script)(pace), key, every: 1_000 }));
      tick();
      asyncScheduler.schedule(() => {
        expect([list.refreshError()?._tag, script.requests.length]).to.deep.equal(['Unauthorized', 2]);
        app.leave();
      }, 4_500);
      flush();
    });
  });

  it('comes every so many milliseconds where that is wanted, and no more when the list is gone', () => {
    new TestScheduler(() => undefined).run(({ flush }) => {
      const pages = [1, 2, 3, 4].map((size) => ok({ data: employees(0, size) }));
      const source = sourceOver(scriptedTransport(...pages));
      const page = { visibilityState: 'visible' };
      const app = application({ provide: DOCUMENT, useValue: page });
      const list = app.run(() => walkResource({ stream: ({ pace }) => source(pace), key, every: 1_000 }));
      tick();
      const seen: Array<number> = [];
      for (const at of [500, 1_500, 2_500, 3_500]) asyncScheduler.schedule(() => seen.push(list.value().length), at);
      asyncScheduler.schedule(() => {
        page.visibilityState = 'hidden';
      }, 2_600);
      asyncScheduler.schedule(() => {
        page.visibilityState = 'visible';
        app.leave();
      }, 3_600);
      flush();
      expect(seen).to.deep.equal([1, 2, 3, 3]);
    });
    for (const every of [0, -1, Number.NaN, 2 ** 31]) {
      expect(() => application().run(() => walkSignals(() => NEVER, { every }))).to.throw(/every must be/);
    }
  });

  it('by itself needs a key, and says so before there is anything to refresh', () => {
    const make = (options: WalkSignalsOptions<Employee>) => () =>
      application().run(() => walkSignals(() => NEVER, options));
    expect(make({ every: 1_000 })).to.throw(/every needs to know objects by a key/);
    expect(make({ staleMs: 1_000 })).to.throw(/staleMs needs to know objects by a key/);
    const following = () => application().run(() => walkResource({ stream: () => NEVER, every: 1_000 }));
    expect(following).to.throw(/every needs to know objects by a key/);
  });

  it('that failed is forgotten with its rows: by restart, and with the session', async () => {
    const user = signal('ada');
    const script = scriptedTransport(
      ok({ data: employees(0, 2) }),
      answer(503, {}),
      ok({ data: employees(0, 2) }),
      answer(503, {}),
      ok({ data: employees(0, 2) }),
    );
    const app = application(
      provideObjectQuery(
        scriptedTransport(),
        withSession(() => user()),
      ),
    );
    const list = app.run(() => walkSignals(sourceOver(script), { key }));
    await settled();
    list.refresh();
    expect(list.refreshError()?._tag).to.equal('HttpFailure');
    list.restart();
    await settled();
    expect([ids(list), list.refreshError()]).to.deep.equal([[0, 1], undefined]);
    list.refresh();
    expect(list.refreshError()?._tag).to.equal('HttpFailure');
    user.set('grace');
    await stable();
    expect([ids(list), list.refreshError()]).to.deep.equal([[0, 1], undefined]);
  });

  const kept = { key, staleMs: 1_000 };
  const lists: Readonly<Record<string, (script: ScriptedTransport) => () => WalkState<Employee>>> = {
    walkSignals: (script) => () => walkSignals(sourceOver(script), { ...kept, cacheKey: 'employees' }),
    walkResource: (script) => () =>
      walkResource({ stream: ({ pace }) => sourceOver(script)(pace), ...kept, cacheKey: () => 'employees' }),
    objectDataSource: (script) => () =>
      looked(objectDataSource(sourceOver(script), { ...kept, cacheKey: 'employees' })),
    'objectDataSource with params': (script) => () =>
      looked(
        objectDataSource({ stream: ({ pace }) => sourceOver(script)(pace), ...kept, cacheKey: () => 'employees' }),
      ),
  };
  for (const { name, over, age, sent } of Object.entries(lists).flatMap(([of, make]) => [
    { name: of, over: make, age: 500, sent: 1 },
    { name: of, over: make, age: 1_500, sent: 2 },
  ])) {
    it(`comes by itself where a list that was kept is older than staleMs, and not before (${name}, ${age} ms)`, async () => {
      const script = scriptedTransport(ok({ data: employees(0, 1) }), ok({ data: employees(0, 2) }));
      const app = withComponents(provideObjectQuery(scriptedTransport(), withListCache()));
      const make = over(script);
      const { now } = asyncScheduler;
      const start = now.call(asyncScheduler);
      asyncScheduler.now = () => start;
      const first = app.open(make);
      await rendered();
      first.leave();
      asyncScheduler.now = () => start + age;
      const { list } = app.open(make);
      tick();
      expect(ids(list)).to.deep.equal([0]);
      await settled();
      asyncScheduler.now = now;
      app.leave();
      expect([script.requests.length, list.value().length]).to.deep.equal([sent, sent]);
    });
  }
});
