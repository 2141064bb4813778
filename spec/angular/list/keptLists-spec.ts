import '@angular/compiler';
import { listOver, scrolledOver, walking } from '../support/lists';
import { walkDataSource } from '../../../src/angular/walkDataSource';
import type { WalkList, WalkSource } from '../../../src/angular/WalkList';
import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { of } from 'rxjs';
import { injectListCache } from '../../../src/angular/withListCache';
import { injectPagewalk } from '../../../src/angular/injectPagewalk';
import { providePagewalk } from '../../../src/angular/providePagewalk';
import { withListCache } from '../../../src/angular/withListCache';
import { answer, ok, pagesOf, type ScriptedTransport, scriptedTransport } from '../../support/scriptedTransport';
import { rendered } from '../support/angular';
import { withComponents } from '../support/components';
import { type Employee, employees, expired, key, pagesOfEmployees, sourceOver, tokensOf } from '../support/employees';
import { isCollected } from '../support/isCollected';
import { settled } from '../support/until';

const cached = ({ transport }: ScriptedTransport = scriptedTransport()) =>
  withComponents(providePagewalk({ transport, retry: false }, withListCache()));

const list = (source: WalkSource<Employee>, hasKey = true) =>
  listOver(source, { cacheKey: 'employees', ...(hasKey && { key }) });

const idsOf = ({ value }: { readonly value: () => ReadonlyArray<Employee> }): ReadonlyArray<number> => value().map(key);

const limit = answer(400, { errorName: 'ObjectsExceededLimit' });

describe('a list that is kept', () => {
  it('is that of its client: a route with a client of its own sees none of the rows of another', async () => {
    const inject = () => {
      const client = injectPagewalk();
      return listOver((pace) => client.list({ ontologyRid: 'o', objectType: 't', ...pace }), { cacheKey: 'all' });
    };
    const [root, route] = [scriptedTransport(ok({ data: employees(0, 2) })), scriptedTransport(ok({ data: [] }))];
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

  interface Component {
    readonly client: WalkSource<Employee>;
    readonly id: typeof key;
  }
  const kinds: Readonly<Record<string, (component: Component) => WalkList<Employee>>> = {
    'walkResource with one walk': (component) =>
      listOver((pace) => component.client(pace), { key: (e) => component.id(e), cacheKey: 'employees' }),
    walkDataSource: (component) => {
      const rows = scrolledOver((pace) => component.client(pace), {
        key: (e) => component.id(e),
        cacheKey: 'employees',
        rowsAhead: 0,
      });
      rows.connect({ viewChange: of({ start: 0, end: 1 }) }).subscribe();
      return rows;
    },
    'walkDataSource with params': (component) => {
      const rows = walkDataSource({
        ...walking((pace) => component.client(pace)),
        key: (e) => component.id(e),
        cacheKey: 'employees',
        rowsAhead: 0,
      });
      rows.connect({ viewChange: of({ start: 0, end: 1 }) }).subscribe();
      return rows;
    },
  };
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
      back.list.loadMore();
      await settled();
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
    second.list.loadMore();
    await settled();
    expect(second.list.status()).to.equal('error');
    second.leave();
    const third = visit();
    expect([third.list.status(), third.list.error(), idsOf(third.list)]).to.deep.equal(['idle', undefined, [0, 1]]);
    third.list.loadMore();
    await settled();
    expect([third.list.status(), idsOf(third.list)]).to.deep.equal(['end', [0, 1, 2, 3]]);
    expect(tokensOf(script)).to.deep.equal(['', '', 't', 't']);
  });

  it('is dropped where it could not go on: an expired token, and no key to know its rows by', async () => {
    const first = ok({ data: employees(0, 2), nextPageToken: 't' });
    const script = scriptedTransport(first, expired, first);
    const { open } = cached();
    const one = open(() => list(sourceOver(script), false));
    await settled();
    one.list.loadMore();
    await settled();
    expect(one.list.error()?._tag).to.equal('PageTokenExpired');
    one.leave();
    const two = open(() => list(sourceOver(script), false));
    expect(idsOf(two.list)).to.deep.equal([]);
    await settled();
    expect([idsOf(two.list), two.list.status()]).to.deep.equal([[0, 1], 'idle']);
  });

  it('knows that the service gives no more, and that it has come to its end', async () => {
    const script = scriptedTransport(ok({ data: employees(0, 2), nextPageToken: 't' }), limit);
    const { open } = cached();
    const one = open(() => list(sourceOver(script)));
    await settled();
    one.list.loadMore();
    await settled();
    one.leave();
    const two = open(() => list(sourceOver(script)));
    await settled();
    two.list.loadMore();
    await settled();
    expect([two.list.error()?._tag, two.list.status() !== 'end', idsOf(two.list)]).to.deep.equal([
      'RetrievalLimitExceeded',
      false,
      [0, 1],
    ]);
    expect(script.requests).to.have.lengthOf(2);
  });

  it('knows its rows by their key: a token that has expired meanwhile goes unnoticed, and no row comes twice', async () => {
    const first = ok({ data: [...employees(0, 2), null], nextPageToken: 't' });
    const script = scriptedTransport(first, expired, first, ok({ data: [...employees(1, 4), null] }));
    const { open } = cached();
    const one = open(() => list(sourceOver(script)));
    await settled();
    one.leave();
    const two = open(() => list(sourceOver(script)));
    two.list.loadMore();
    await settled();
    expect([idsOf(two.list), two.list.invalid().length]).to.deep.equal([[0, 1, 2, 3], 2]);
    expect(tokensOf(script)).to.deep.equal(['', 't', '', 't']);
  });

  it('is kept at its end, whatever its source is', async () => {
    const { open } = cached();
    const one = open(() => listOver(() => of(E.right(1)), { cacheKey: 'x' }));
    await settled();
    one.leave();
    expect(open(() => listOver(() => of(E.right(2)), { cacheKey: 'x' })).list.value()).to.deep.equal([1]);
  });
});

describe('injectListCache', () => {
  const opened = async (names: ReadonlyArray<string>) => {
    const { transport } = scriptedTransport();
    const app = withComponents(providePagewalk({ transport }, withListCache()));
    const visit = (name: string) => app.open(() => listOver(() => of(E.right(name)), { cacheKey: name }));
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
    expect([shown?.value().map(key), other?.value().map(key), requests.length]).to.deep.equal([[5, 6], [0, 1], 3]);
  });

  it('needs an injection context', () => {
    expect(injectListCache).to.throw(/injection context/);
  });
});
