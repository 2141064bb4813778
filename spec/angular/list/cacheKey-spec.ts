import '@angular/compiler';
import { ErrorHandler, signal } from '@angular/core';
import { listOver, scrolledOver, scrollOf, walking } from '../support/lists';
import type { WalkSource } from '../../../src/angular/WalkList';
import { expect } from 'chai';
import { NEVER, Subject } from 'rxjs';
import type { ListRange } from '@angular/cdk/collections';
import { providePagewalk } from '../../../src/angular/providePagewalk';
import { walkResource } from '../../../src/angular/walkResource';
import { withListCache } from '../../../src/angular/withListCache';
import { ok, pagesOf, scriptedTransport } from '../../support/scriptedTransport';
import { stable } from '../support/angular';
import { withComponents } from '../support/components';
import { type Employee, employees, key, pagesOfEmployees, sourceOver, tokensOf } from '../support/employees';
import { settled } from '../support/until';

const withCache = (options?: Parameters<typeof withListCache>[0]) =>
  withComponents(providePagewalk(scriptedTransport(), withListCache(options)));

const idsOf = ({ value }: { readonly value: () => ReadonlyArray<Employee> }): ReadonlyArray<number> => value().map(key);

const lists =
  (source: WalkSource<Employee>, cacheKey = 'employees') =>
  () =>
    listOver(source, { key, cacheKey });

describe('cacheKey', () => {
  it('belongs to one list that is shown: a second one is refused by name, and takes none of the rows of the first', async () => {
    const handled: Array<unknown> = [];
    const app = withComponents(
      { provide: ErrorHandler, useValue: { handleError: (thrown: unknown) => handled.push(thrown) } },
      providePagewalk(scriptedTransport(), withListCache()),
    );
    const make = (from: number) =>
      lists(sourceOver(scriptedTransport(ok({ data: employees(from, from + 1) }))), 'both');
    const shown = [app.open(make(1)), app.open(make(2))];
    await settled();
    expect(handled.map(String)).to.deep.equal([
      'Error: the cacheKey "both" is that of another list that is shown: use another one',
    ]);
    for (const { leave } of shown.reverse()) leave();
    const again = [app.open(make(1)), app.open(make(2))];
    await settled();
    expect(again.map(({ list }) => idsOf(list))).to.deep.equal([[1], [2]]);
  });

  it('keeps rows and place of a list while its component is away: going back sends nothing, and goes on', async () => {
    const script = scriptedTransport(...pagesOf(pagesOfEmployees(4, 2)));
    const { open } = withCache();
    const first = open(lists(sourceOver(script)));
    await settled();
    first.list.loadMore();
    await settled();
    scrollOf(first.list).offset = 120;
    first.leave();

    const { list } = open(lists(sourceOver(script)));
    expect([idsOf(list), list.status(), list.progress(), scrollOf(list).offset]).to.deep.equal([
      [0, 1, 2, 3],
      'idle',
      { pages: 2, objects: 4 },
      120,
    ]);
    await settled();
    expect(script.requests).to.have.lengthOf(2);
    list.loadMore();
    await settled();
    expect(idsOf(list)).to.deep.equal([0, 1, 2, 3, 4, 5]);
    expect(tokensOf(script)).to.deep.equal(['', 'token-1', 'token-2']);
    list.reload({ clear: true });
    expect(scrollOf(list).offset).to.equal(0);
  });

  it('lets the page under way come while nobody looks, and then asks for nothing', async () => {
    const second = new Subject<ReturnType<typeof ok>>();
    const script = scriptedTransport(ok({ data: employees(0, 2), nextPageToken: 't' }), second);
    const { open } = withCache();
    const first = open(lists(sourceOver(script)));
    await settled();
    first.list.loadMore();
    first.leave();
    second.next(ok({ data: employees(2, 4), nextPageToken: 'u' }));
    await settled();
    const { list } = open(lists(sourceOver(script)));
    expect([idsOf(list), list.status(), script.requests.length]).to.deep.equal([[0, 1, 2, 3], 'idle', 2]);
  });

  it('walks on with the source of the component that came back', async () => {
    const { open } = withCache();
    const first = open(lists(sourceOver(scriptedTransport(ok({ data: employees(0, 2) })))));
    await settled();
    first.leave();
    const { list } = open(lists(sourceOver(scriptedTransport(ok({ data: employees(5, 6) })))));
    expect(idsOf(list)).to.deep.equal([0, 1]);
    list.reload({ clear: true });
    await settled();
    expect(idsOf(list)).to.deep.equal([5]);
  });

  it('lets a viewport find its rows', async () => {
    const script = scriptedTransport(...pagesOf(pagesOfEmployees(4, 10)));
    const { open } = withCache();
    const make = () => scrolledOver(sourceOver(script), { key, cacheKey: 'scroll', rowsAhead: 0 });
    const first = open(make);
    const viewChange = new Subject<ListRange>();
    const viewer = { viewChange };
    first.list.connect(viewer).subscribe();
    await settled();
    viewChange.next({ start: 0, end: 15 });
    await settled();
    first.list.disconnect(viewer);
    first.leave();

    const { list } = open(make);
    const lengths: Array<number> = [];
    list.connect({ viewChange }).subscribe(({ length }) => lengths.push(length));
    viewChange.next({ start: 5, end: 15 });
    await settled();
    expect([lengths, script.requests.length]).to.deep.equal([[20], 2]);
    viewChange.next({ start: 15, end: 25 });
    await settled();
    expect(tokensOf(script)).to.deep.equal(['', 'token-1', 'token-2']);
  });

  it('of walkResource is made of the params: going back to others sends nothing', async () => {
    const script = scriptedTransport(...pagesOf(pagesOfEmployees(2, 2)).slice(0, 1), ok({ data: employees(7, 9) }));
    const { open } = withCache();
    const text = signal('a');
    const make = () =>
      walkResource({
        params: () => text(),
        ...walking(sourceOver(script)),
        key,
        cacheKey: 'search',
      });
    const first = open(make);
    await stable();
    text.set('b');
    await stable();
    expect(idsOf(first.list)).to.deep.equal([7, 8]);
    text.set('a');
    await stable();
    expect(idsOf(first.list)).to.deep.equal([0, 1]);
    first.leave();
    const { list } = open(make);
    await stable();
    expect([idsOf(list), list.status() !== 'end', script.requests.length]).to.deep.equal([[0, 1], true, 2]);
  });

  it('keeps no more lists than it may: the one that has been away longest goes', async () => {
    const { open } = withCache({ lists: 2 });
    const visit = async (name: string, from: number) => {
      const opened = open(lists(sourceOver(scriptedTransport(ok({ data: employees(from, from + 1) }))), name));
      const before = idsOf(opened.list);
      await settled();
      opened.leave();
      return before;
    };
    for (const name of ['a', 'b', 'c']) expect(await visit(name, 0)).to.deep.equal([]);
    expect(await visit('b', 1)).to.deep.equal([0]);
    expect(await visit('c', 1)).to.deep.equal([0]);
    expect(await visit('a', 1)).to.deep.equal([]);
  });

  it('keeps them for no longer than it may, ends the walk of one that nobody came back for, and holds up no process', () => {
    const { setTimeout } = globalThis;
    const timers: Array<readonly [due: () => void, ms: number]> = [];
    let unheld = 0;
    const begin = (...timer: (typeof timers)[number]) => {
      timers.push(timer);
      return { unref: () => (unheld += 1) };
    };
    Object.assign(globalThis, { setTimeout: begin });
    try {
      const { open } = withCache({ ms: 1_000 });
      const script = scriptedTransport(ok({ data: employees(0, 2), nextPageToken: 't' }), NEVER);
      const { list, leave } = open(() => listOver(sourceOver(script), { cacheKey: 'x' }));
      list.reload({ clear: true });
      list.loadMore();
      leave();
      expect([list.status(), unheld]).to.deep.equal(['loading', 1]);
      timers.find(([, ms]) => ms === 1_000)?.[0]();
      expect(list.status()).to.equal('idle');
    } finally {
      Object.assign(globalThis, { setTimeout });
    }
  });

  it('ends every walk with the application, and has bounds of 0 or more', async () => {
    const script = scriptedTransport(ok({ data: employees(0, 2), nextPageToken: 't' }), NEVER);
    const { open, leave } = withCache();
    const first = open(lists(sourceOver(script)));
    await settled();
    first.list.loadMore();
    first.leave();
    expect(first.list.status()).to.equal('loading');
    leave();
    expect(first.list.status()).to.equal('idle');
    expect(() => withListCache({ lists: -1 })).to.throw(/0 or more/);
  });
});
