import '@angular/compiler';
import { signal } from '@angular/core';
import { expect } from 'chai';
import * as t from 'io-ts';
import { NEVER, of, tap } from 'rxjs';
import {
  injectListCache,
  providePagewalk,
  type WalkList,
  walkResource,
  withListCache,
} from '../../../src/angular';
import { createClient, endpoint } from '../../../src/index';
import { at, byOffset, query } from '../../../src/paging';
import type { WalkSource } from '../../../src/list/WalkSource';
import {
  type ScriptedTransport,
  answer,
  ok,
  pagesOf,
  record,
  scriptedTransport,
} from '../../support/scriptedTransport';
import { handling, rendered, stable } from '../support/angular';
import { withComponents } from '../support/components';
import {
  type Employee,
  employees,
  expired,
  key,
  pagesOfEmployees,
  sourceOver,
  tokensOf,
} from '../support/employees';
import { isCollected } from '../support/isCollected';
import { injectedList, listOver, scrollOf, windowOver, walking, more } from '../support/lists';
import { settled } from '../support/until';
import * as E from 'fp-ts/Either';

const withCache = (options?: Parameters<typeof withListCache>[0]) =>
  withComponents(providePagewalk(scriptedTransport(), withListCache(options)));

const idsOf = ({
  value,
}: {
  readonly value: () => ReadonlyArray<Employee>;
}): ReadonlyArray<number> => value().map(key);

const lists =
  (source: WalkSource<Employee>, cacheKey = 'employees') =>
  () =>
    listOver(source, { key, cacheKey });

describe('cacheKey', () => {
  it('belongs to one list that is shown: a second one is refused by name, and takes none of the rows of the first', async () => {
    const { handled, handler } = handling();
    const app = withComponents(handler, providePagewalk(scriptedTransport(), withListCache()));
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
    await more(first.list);
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
    await more(list);
    expect(idsOf(list)).to.deep.equal([0, 1, 2, 3, 4, 5]);
    expect(tokensOf(script)).to.deep.equal(['', 'token-1', 'token-2']);
    list.reload({ clear: true });
    expect(scrollOf(list).offset).to.equal(0);
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

  it('of walkResource is made of the params: going back to others sends nothing', async () => {
    const script = scriptedTransport(
      ...pagesOf(pagesOfEmployees(2, 2)).slice(0, 1),
      ok({ data: employees(7, 9) }),
    );
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
    expect([idsOf(list), list.status() !== 'end', script.requests.length]).to.deep.equal([
      [0, 1],
      true,
      2,
    ]);
  });

  it('tells a number that is none from null: the rows of one are not those of the other', async () => {
    const script = scriptedTransport(...pagesOf([employees(0, 1)]), ok({ data: employees(7, 8) }));
    const from = signal<{ readonly min: number | null }>({ min: null });
    const { list } = withCache().open(() =>
      walkResource({
        params: () => from(),
        ...walking(sourceOver(script)),
        key,
        cacheKey: 'from',
      }),
    );
    await stable();
    from.set({ min: NaN });
    await stable();
    expect(idsOf(list)).to.deep.equal([7]);
  });

  for (const [max, kept] of [
    [2, ['b', 'c']],
    [0, []],
  ] as const)
    it(`keeps no more lists than it may: the one that has been away longest goes (${max})`, async () => {
      const { open } = withCache({ lists: max });
      const visit = async (name: string): Promise<boolean> => {
        const opened = open(
          lists(sourceOver(scriptedTransport(ok({ data: employees(0, 1) }))), name),
        );
        const isKept = opened.list.value().length > 0;
        await settled();
        opened.leave();
        return isKept;
      };
      for (const name of ['a', 'b', 'c']) expect(await visit(name)).to.equal(false);
      for (const name of ['b', 'c', 'a'])
        expect(await visit(name), name).to.equal(kept.some((other) => other === name));
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
      const { open } = withCache({ keepTime: 1_000 });
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

const cached = ({ transport }: ScriptedTransport = scriptedTransport()) =>
  withComponents(providePagewalk({ transport, retry: false }, withListCache()));

const list = (source: WalkSource<Employee>, hasKey = true) =>
  listOver(source, { cacheKey: 'employees', ...(hasKey && { key }) });

describe('a list that is kept', () => {
  it('is that of its client: a route with a client of its own sees none of the rows of another', async () => {
    const inject = () => injectedList({ cacheKey: 'all' });
    const [root, route] = [
      scriptedTransport(ok({ data: employees(0, 2) })),
      scriptedTransport(ok({ data: [] })),
    ];
    const { open } = cached(root);
    const first = open(inject);
    await settled();
    first.leave();
    const other = open(inject, providePagewalk({ transport: route.transport }));
    await settled();
    expect([other.list.value().length, route.requests.length]).to.deep.equal([0, 1]);
    const back = open(inject);
    expect([back.list.value().length, root.requests.length]).to.deep.equal([2, 1]);
  });

  /** Its pages are named by a function of the scheme, which a list keeps. */
  const counted = endpoint({
    name: 'employees',
    method: 'GET',
    path: '/employees',
    items: at('data'),
    paging: byOffset({ to: query('from'), total: at('total') }),
    codec: t.type({ properties: t.type({ id: t.number }) }),
  });

  interface Component {
    readonly client: WalkSource<Employee>;
    readonly id: typeof key;
  }
  const kinds: Readonly<
    Record<string, (component: Component) => Omit<WalkList<Employee>, 'edit'>>
  > = {
    'walkResource with one walk': (component) =>
      listOver((pace) => component.client(pace), {
        key: (e) => component.id(e),
        cacheKey: 'employees',
      }),
    walkWindow: (component) => {
      const rows = windowOver((pace) => component.client(pace), {
        key: (e) => component.id(e),
        cacheKey: 'employees',
        rowsAhead: 0,
      });
      rows.connect({ viewChange: of({ start: 0, end: 1 }) }).subscribe();
      return rows;
    },
  };
  it('holds nothing of its component: nor what names its pages', async () => {
    const { transport } = scriptedTransport(ok({ data: [1, 2].map(record), total: 6 }));
    const { open } = cached();
    const visit = async (): Promise<WeakRef<object>> => {
      const component = { key, view: new Array(1_000) };
      const { leave } = open(() =>
        walkResource({
          client: createClient({ transport }),
          stream: ({ client }) =>
            client
              .objects(counted, {})
              .pipe(tap(() => expect(component.view.length).to.equal(1_000))),
          key: (e) => component.key(e),
          cacheKey: 'employees',
        }),
      );
      await rendered();
      leave();
      return new WeakRef(component);
    };
    const component = await visit();
    await rendered();
    expect(await isCollected(component)).to.equal(true);
  });

  for (const [name, make] of Object.entries(kinds)) {
    it(`holds nothing of its component: neither what its source nor what its key closes over (${name})`, async () => {
      const script = scriptedTransport(...pagesOf(pagesOfEmployees(3, 2)));
      const { open } = cached();
      const visit = async (): Promise<WeakRef<object>> => {
        const component = { client: sourceOver(script), id: key, view: new Array(1_000) };
        const { leave } = open(() => make(component));
        await rendered();
        leave();
        return new WeakRef(component);
      };
      const component = await visit();
      await rendered();
      expect(await isCollected(component)).to.equal(true);
      const back = open(() => list(sourceOver(script)));
      await more(back.list);
      expect([idsOf(back.list), tokensOf(script)]).to.deep.equal([
        [0, 1, 2, 3],
        ['', 'token-1'],
      ]);
    });
  }

  it('is not kept with a failure: without rows it begins again, with rows it goes on with the page that failed', async () => {
    const down = answer(503, {});
    const script = scriptedTransport(
      down,
      ok({ data: employees(0, 2), nextPageToken: 't' }),
      down,
      ok({ data: employees(2, 4) }),
    );
    const { open } = cached();
    const visit = () => open(() => list(sourceOver(script), false));
    const first = visit();
    await settled();
    expect(first.list.error()?._tag).to.equal('HttpFailure');
    first.leave();
    const second = visit();
    await settled();
    expect([second.list.error(), idsOf(second.list)]).to.deep.equal([undefined, [0, 1]]);
    await more(second.list);
    expect(second.list.status()).to.equal('error');
    second.leave();
    const third = visit();
    expect([third.list.status(), third.list.error(), idsOf(third.list)]).to.deep.equal([
      'idle',
      undefined,
      [0, 1],
    ]);
    await more(third.list);
    expect([third.list.status(), idsOf(third.list)]).to.deep.equal(['end', [0, 1, 2, 3]]);
    expect(tokensOf(script)).to.deep.equal(['', '', 't', 't']);
  });

  it('is dropped where it could not go on: an expired token, and no key to know its rows by', async () => {
    const first = ok({ data: employees(0, 2), nextPageToken: 't' });
    const script = scriptedTransport(first, expired, first);
    const { open } = cached();
    const one = open(() => list(sourceOver(script), false));
    await settled();
    await more(one.list);
    expect(one.list.error()?._tag).to.equal('PageTokenExpired');
    one.leave();
    const two = open(() => list(sourceOver(script), false));
    expect(idsOf(two.list)).to.deep.equal([]);
    await settled();
    expect([idsOf(two.list), two.list.status()]).to.deep.equal([[0, 1], 'idle']);
  });
});

describe('injectListCache', () => {
  const opened = async (names: ReadonlyArray<string>) => {
    const { transport } = scriptedTransport();
    const app = withComponents(providePagewalk({ transport }, withListCache()));
    const visit = (name: string) =>
      app.open(() => listOver(() => of(E.right(name)), { cacheKey: name }));
    const visits = names.map(visit);
    await settled();
    for (const { leave } of visits) leave();
    return {
      cache: app.run(injectListCache),
      kept: () => names.filter((name) => visit(name).list.value().length > 0),
    };
  };

  it('drops the lists whose names begin so, or all of them', async () => {
    const names = ['employees a', 'employees b', 'offices'];
    const one = await opened(names);
    one.cache.invalidate('employees');
    expect(one.kept()).to.deep.equal(['offices']);
    const all = await opened(names);
    all.cache.clear();
    expect(all.kept()).to.deep.equal([]);
    expect((await opened(names)).kept()).to.deep.equal(names);
  });

  it('reloads a list on the screen whose name begins so, and no other', async () => {
    const { transport, requests } = scriptedTransport(
      ...[0, 0, 5].map((id) => ok({ data: employees(id, id + 2), nextPageToken: 't' })),
    );
    const app = withComponents(providePagewalk({ transport }, withListCache()));
    const [shown, other] = ['employees', 'offices'].map(
      (cacheKey) => app.open(() => listOver(sourceOver({ transport }), { key, cacheKey })).list,
    );
    await settled();
    app.run(injectListCache).invalidate('employees');
    expect([shown?.value().map(key), other?.value().map(key), requests.length]).to.deep.equal([
      [5, 6],
      [0, 1],
      3,
    ]);
  });

  it('reloads both of two lists that were given one name', async () => {
    const { transport, requests } = scriptedTransport(
      ...[0, 0, 5, 5].map((id) => ok({ data: employees(id, id + 2), nextPageToken: 't' })),
    );
    const { handler } = handling();
    const app = withComponents(handler, providePagewalk({ transport }, withListCache()));
    const shown = [1, 2].map(() => app.open(lists(sourceOver({ transport }))).list);
    await settled();
    app.run(injectListCache).invalidate('employees');
    expect([...shown.map(idsOf), requests.length]).to.deep.equal([[5, 6], [5, 6], 4]);
  });
});
