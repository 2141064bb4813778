import {
  dehydrate,
  type DehydratedState,
  hydrate,
  type InfiniteData,
  InfiniteQueryObserver,
  QueryClient,
  type QueryKey,
} from '@tanstack/query-core';
import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { NEVER, Observable, of } from 'rxjs';
import {
  createClient,
  endpoint,
  explain,
  listObjects,
  resumeFrom,
  walkCalls,
  walkEach,
  type WalkError,
  WalkFailure,
} from '../../src/index';
import { at, byCursor, byOffset, query as inQuery } from '../../src/paging/index';
import { infiniteQuery, type InfiniteQuery, type QueryPage } from '../../src/query/index';
import type { Exchange } from '../../src/transport/Transport';
import { answer, ok } from '../support/scriptedTransport';

const Thing = t.type({ id: t.number });
const things = endpoint({
  name: 'things',
  method: 'GET',
  path: '/things/{kind}',
  items: at('items'),
  codec: Thing,
  fields: { since: t.union([t.bigint, t.number, t.undefined]) },
  paging: byCursor({ from: at('next'), to: inQuery('cursor') }),
});
const params = { kind: 'big' };

/** The page of three that a request asks for. */
const pageAt = (url: string): Exchange => {
  const page = Number(new URL(url, 'http://x').searchParams.get('cursor') ?? 0);
  return ok({
    items: [{ id: 2 * page }, { id: 2 * page + 1 }],
    ...(page < 2 && { next: String(page + 1) }),
  });
};

/** A client of a service that responds as `script` says for a request, by its number, or with its page. */
const walking = (
  script: (sent: number) => Exchange | Observable<Exchange> | undefined = () => undefined,
) => {
  const urls: Array<string> = [];
  const transport = ({ url }: { readonly url: string }): Observable<Exchange> => {
    urls.push(url);
    const given = script(urls.length) ?? pageAt(url);
    return '_tag' in given ? of(given) : given;
  };
  const client = createClient({ transport, retry: false });
  return { client, urls, query: infiniteQuery(client, things, params) };
};

type Data = InfiniteData<QueryPage<{ readonly id: number }>>;
const idsOf = (data: Data | undefined): string =>
  (data?.pages ?? []).map(({ objects }) => objects.map(({ id }) => id).join('')).join(' ');

const observing = <A>(query: InfiniteQuery<A>, options: object = {}, queries = new QueryClient()) =>
  new InfiniteQueryObserver<
    QueryPage<A>,
    Error,
    InfiniteData<QueryPage<A>>,
    QueryKey,
    string | undefined
  >(queries, {
    ...query,
    ...options,
  });

const ask = <A>({ queryFn }: InfiniteQuery<A>, pageParam?: unknown) =>
  queryFn({ pageParam: pageParam as string, signal: new AbortController().signal });

const causeOf = async (asked: Promise<unknown>): Promise<unknown> => {
  const thrown = await asked.then(
    () => 'nothing was thrown',
    (error: unknown) => error,
  );
  return thrown instanceof WalkFailure ? thrown.cause : thrown;
};

/** A walk over calls whose second page has this cursor behind it. */
const calling = (start: object, last?: unknown) =>
  walkCalls({
    ...start,
    name: 'calls',
    call: (cursor: unknown) => of(cursor === undefined ? 0 : 1),
    items: (page) => [page, page + 0.5],
    next: (page) => (page === 0 ? 'second' : last),
  });

describe('law 44: infiniteQuery', () => {
  it('gives pages to a query library, one request each, until the last', async () => {
    const { query, urls } = walking();
    const observer = observing(query);
    await observer.refetch();
    const { data, hasNextPage } = observer.getCurrentResult();
    expect(data?.pages[0]).to.have.all.keys('objects', 'place');
    expect([idsOf(data), hasNextPage, urls.length]).to.deep.equal(['01', true, 1]);
    await observer.fetchNextPage();
    const last = await observer.fetchNextPage();
    expect([idsOf(last.data), last.hasNextPage]).to.deep.equal(['01 23 45', false]);
    expect(urls).to.deep.equal(['/things/big', '/things/big?cursor=1', '/things/big?cursor=2']);
    expect((await observer.refetch()).data?.pages).to.have.length(3);
    expect(urls).to.have.length(6);
  });

  it('keeps as many pages as maxPages of the library says', async () => {
    const { query } = walking();
    const observer = observing(query, { maxPages: 1, getPreviousPageParam: () => undefined });
    await observer.refetch();
    expect(idsOf((await observer.fetchNextPage()).data)).to.equal('23');
  });

  it('aborts the request when the library does', async () => {
    let aborted = 0;
    const { query, urls } = walking(() => new Observable(() => () => (aborted += 1)));
    const queries = new QueryClient();
    const leave = observing(query, {}, queries).subscribe(() => undefined);
    expect([urls.length, aborted]).to.deep.equal([1, 0]);
    leave();
    expect(aborted).to.equal(1);
    const over = new AbortController();
    over.abort(new Error('enough'));
    expect(await causeOf(query.queryFn({ pageParam: null, signal: over.signal }))).to.have.property(
      'message',
      'enough',
    );
    expect(urls).to.have.length(1);
  });

  it('needs no signal where nobody aborts', async () => {
    const { objects } = await walking().query.queryFn({ pageParam: undefined });
    expect(objects).to.deep.equal([{ id: 0 }, { id: 1 }]);
  });

  it('is sent from a server as JSON, and continues without a second request for what came', async () => {
    const server = walking();
    const queries = new QueryClient();
    await queries.infiniteQuery(server.query);
    const sent = JSON.stringify(dehydrate(queries));
    const { query, urls } = walking();
    const here = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
    hydrate(here, JSON.parse(sent) as DehydratedState);
    const observer = observing(query, {}, here);
    const leave = observer.subscribe(() => undefined);
    expect([idsOf(observer.getCurrentResult().data), urls.length]).to.deep.equal(['01', 0]);
    await observer.fetchNextPage();
    expect(urls).to.deep.equal(['/things/big?cursor=1']);
    // The first page param is null by now.
    expect(idsOf((await observer.refetch()).data)).to.equal('01 23');
    leave();
  });

  it('throws what ends a walk once, keeps what came, and succeeds when it is asked again', async () => {
    const { query, urls } = walking((sent) => (sent === 2 ? answer(503, {}) : undefined));
    const observer = observing(query);
    await observer.refetch();
    const failed = await observer.fetchNextPage();
    expect(failed.error).to.be.instanceOf(WalkFailure).with.nested.property('cause.status', 503);
    expect([idsOf(failed.data), urls.length]).to.deep.equal(['01', 2]);
    expect(idsOf((await observer.fetchNextPage()).data)).to.equal('01 23');
    const expired = walking((sent) => (sent === 2 ? answer(410, {}) : undefined));
    const again = observing(expired.query);
    await again.refetch();
    expect((await again.fetchNextPage()).error).to.have.nested.property(
      'cause._tag',
      'PageTokenExpired',
    );
    expect(idsOf((await again.refetch()).data)).to.equal('01');
  });

  it('counts in its errors from the first page of the query: the error of page 4 says so', async () => {
    const broken = { items: [{ id: 1 }, { id: 'two' }], next: 'more' };
    const whole = { items: [{ id: 1 }, { id: 2 }], next: 'more' };
    const bodies = [answer(503, {}), ok(broken)];
    for (const fourth of bodies) {
      const { query } = walking((sent) =>
        sent === 4 ? fourth : ok({ ...whole, next: `after ${sent}` }),
      );
      let place: string | undefined;
      for (const page of [1, 2, 3]) {
        ({ place } = await ask(query, place));
        expect(place, `page ${page}`).to.be.a('string');
      }
      const cause = await causeOf(ask(query, place));
      const said = explain(cause as WalkError);
      expect(said).to.match(
        /^HttpFailure.*\(pages 3, objects 6, attempts 1\)$|^InvalidObject: object 2 of page 4/,
      );
      if ((cause as WalkError)._tag === 'HttpFailure')
        expect(O.isSome(resumeFrom(cause as WalkError))).to.equal(true);
    }
    const seen: Array<number> = [];
    const { client } = walking((sent) => ok({ ...broken, next: `after ${sent}` }));
    const onInvalid = ({ page }: { readonly page: number }) => seen.push(page);
    const lenient = infiniteQuery(client, things, params, { onInvalid });
    await ask(lenient, (await ask(lenient)).place);
    expect(seen).to.deep.equal([0, 1]);
  });

  it('does not give a page that breaks a rule', async () => {
    const { client } = walking(() => ok({ data: [{ properties: {} }], nextPageToken: '' }));
    const empty = infiniteQuery(client, listObjects, { ontologyRid: 'ri.o', objectType: 'thing' });
    expect(await causeOf(ask(empty))).to.have.property('_tag', 'ProtocolViolation');
    const calls = infiniteQuery((start) => calling(start, 1n), { queryKey: ['calls'] });
    const { place } = await ask(calls);
    expect(await causeOf(ask(calls, place))).to.include({
      _tag: 'ProtocolViolation',
      rule: 'UnsendableToken',
    });
  });

  it('throws an invalid object, or leaves it out, and gives the total of a page', async () => {
    const { client } = walking(() => ok({ items: [{ id: 1 }, { id: 'two' }] }));
    expect(await causeOf(ask(infiniteQuery(client, things, params)))).to.include({
      _tag: 'InvalidObject',
      index: 1,
    });
    const seen: Array<number> = [];
    const onInvalid = ({ index }: { readonly index: number }) => seen.push(index);
    const { objects } = await ask(infiniteQuery(client, things, params, { onInvalid }));
    expect([objects, seen]).to.deep.equal([[{ id: 1 }], [1]]);
    const paging = byOffset({ to: inQuery('from'), total: at('total') });
    const counted = endpoint({
      name: 'counted',
      method: 'GET',
      path: '/counted',
      items: at('items'),
      paging,
    });
    const totals = infiniteQuery(walking(() => ok({ items: [{}], total: 7 })).client, counted, {});
    expect(await ask(totals)).to.have.property('total', 7);
  });

  it('begins with the first page for undefined and null, and refuses what is no place of this query', async () => {
    const { client, query, urls } = walking();
    const first = await ask(query, null);
    const last = await ask(query, (await ask(query, first.place)).place);
    expect(query.getNextPageParam(first)).to.equal(first.place);
    expect(query.getNextPageParam(last)).to.equal(undefined);
    const other = await ask(infiniteQuery(client, things, { kind: 'small' }));
    const sent = urls.length;
    for (const pageParam of ['', 'nonsense', 7, {}, `${first.place}x`, last.place, other.place]) {
      expect(await causeOf(ask(query, pageParam))).to.have.property('_tag', 'InvalidRequest');
    }
    for (const name of ['place', 'valve', 'pageToken', 'readAhead', 'maxPages', 'tokenLifetime']) {
      const given = infiniteQuery(client, things, { ...params, [name]: NEVER });
      expect(given.queryKey).to.deep.equal(query.queryKey);
      expect(await causeOf(ask(given))).to.have.nested.property('problems[0].at', name);
    }
    expect(urls).to.have.length(sent);
  });

  it('has a key of the params that are data, and retry: false', () => {
    const { client, query } = walking();
    const given = {
      ...params,
      since: 9007199254740993n,
      codec: Thing,
      onPage: () => undefined,
      label: undefined,
    };
    expect(infiniteQuery(client, things, given).queryKey).to.deep.equal([
      'pagewalk',
      'things',
      { kind: 'big', since: '9007199254740993' },
    ]);
    expect(infiniteQuery(client, things, params, { queryKey: ['mine'] }).queryKey).to.deep.equal([
      'mine',
    ]);
    expect([query.retry, query.initialPageParam]).to.deep.equal([false, undefined]);
    expect(() => infiniteQuery(client, things, params, { retry: 3 } as never)).to.throw(
      TypeError,
      'retry',
    );
  });

  it('takes a function of a walk, with its own key, and finds one that does not spread its start', async () => {
    const calls = infiniteQuery((start) => calling(start), { queryKey: ['calls'] });
    const { place, objects } = await ask(calls);
    expect([objects, (await ask(calls, place)).objects]).to.deep.equal([
      [0, 0.5],
      [1, 1.5],
    ]);
    let requests = 0;
    const each = infiniteQuery(
      (start) =>
        walkEach({
          ...start,
          parents: (from) => calling({ ...from, onEvent: () => (requests += 1) }),
          key: (parent) => parent,
          children: (parent, from) =>
            calling({ ...from, request: parent, onEvent: () => (requests += 1) }),
          concurrent: 2,
        }),
      { queryKey: ['each'] },
    );
    const observer = observing(each);
    await observer.refetch();
    // A request and a page of the parents, and of one child or both.
    expect(requests).to.be.within(4, 8);
    while ((await observer.fetchNextPage()).hasNextPage);
    const pages = observer.getCurrentResult().data?.pages ?? [];
    expect(pages.flatMap((page) => page.objects)).to.have.length(16);
    expect(() => infiniteQuery((start) => calling(start), {} as never)).to.throw(
      TypeError,
      'queryKey',
    );
    for (const walk of [
      () => calling({}),
      ({ valve }: object & { valve?: unknown }) => calling({ valve }),
    ]) {
      const forgetful = infiniteQuery(walk, { queryKey: ['x'] });
      expect(String(await causeOf(ask(forgetful, place)))).to.contain('spread the argument');
    }
    expect(String(await causeOf(ask(infiniteQuery(() => of(), { queryKey: ['x'] }))))).to.contain(
      'no page',
    );
  });
});
