import {
  type InfiniteData,
  infiniteQueryOptions,
  useInfiniteQuery,
  useSuspenseInfiniteQuery,
} from '@tanstack/react-query';
import {
  infiniteQueryOptions as optionsInSolid,
  useInfiniteQuery as useInSolid,
} from '@tanstack/solid-query';
import {
  createInfiniteQuery,
  infiniteQueryOptions as optionsInSvelte,
} from '@tanstack/svelte-query';
import { useInfiniteQuery as useInVue } from '@tanstack/vue-query';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/query-core';
import { expectTypeOf } from 'expect-type';
import * as t from 'io-ts';
import { type Client, endpoint, walkCalls, type WalkFailure } from '../../src/index';
import { at, byCursor, query } from '../../src/paging/index';
import { infiniteQuery, type QueryPage } from '../../src/query/index';

declare const client: Client;
const codec = t.type({ id: t.number });
const paging = byCursor({ from: at('next'), to: query('cursor') });
const things = endpoint({
  name: 'things',
  method: 'GET',
  path: '/{kind}',
  items: at('items'),
  codec,
  paging,
});

const big = infiniteQuery(client, things, { kind: 'big' });
type Data = InfiniteData<QueryPage<{ id: number }>>;

/** What each library makes of it. None of these is called. */
export const uses = () => {
  expectTypeOf(useInfiniteQuery(big).data).toExtend<Data | undefined>();
  expectTypeOf(useSuspenseInfiniteQuery(big).data).toExtend<Data>();
  expectTypeOf(useInfiniteQuery(infiniteQueryOptions(big)).data).toExtend<Data | undefined>();
  const queries = new QueryClient();
  expectTypeOf(queries.getQueryData(infiniteQueryOptions(big).queryKey)).toExtend<
    Data | undefined
  >();
  expectTypeOf(useInfiniteQuery(big).error).toEqualTypeOf<WalkFailure | null>();
  expectTypeOf(
    useInfiniteQuery(infiniteQueryOptions(big)).error,
  ).toEqualTypeOf<WalkFailure | null>();
  // It throws, so it takes no `throwOnError`. Its options have the type.
  expectTypeOf(useSuspenseInfiniteQuery(big).error).toEqualTypeOf<Error | null>();
  expectTypeOf(
    useSuspenseInfiniteQuery(infiniteQueryOptions(big)).error,
  ).toEqualTypeOf<WalkFailure | null>();
  expectTypeOf(useInVue(big).error.value).toEqualTypeOf<WalkFailure | null>();
  expectTypeOf(createInfiniteQuery(() => big).error).toEqualTypeOf<WalkFailure | null>();
  expectTypeOf(
    createInfiniteQuery(() => optionsInSvelte(big)).error,
  ).toEqualTypeOf<WalkFailure | null>();
  expectTypeOf(useInSolid(() => big).error).toEqualTypeOf<WalkFailure | null>();
  expectTypeOf(useInSolid(() => optionsInSolid(big)).error).toEqualTypeOf<WalkFailure | null>();
  expectTypeOf(
    new InfiniteQueryObserver(queries, big).getCurrentResult().error,
  ).toEqualTypeOf<WalkFailure | null>();
  // Deprecated by now, and all that older versions have.
  /* eslint-disable @typescript-eslint/no-deprecated */
  expectTypeOf(queries.fetchInfiniteQuery({ ...big, pages: 2 })).resolves.toExtend<Data>();
  expectTypeOf(queries.prefetchInfiniteQuery(big)).resolves.toBeVoid();
  /* eslint-enable @typescript-eslint/no-deprecated */
  // The type of an error that is written out, as before.
  expectTypeOf(
    useInfiniteQuery<QueryPage<{ id: number }>>({
      ...big,
      initialPageParam: undefined,
      getNextPageParam: () => undefined,
      queryFn: () => big.queryFn({ pageParam: undefined }),
    }).error,
  ).toEqualTypeOf<Error | null>();
  expectTypeOf(
    useInfiniteQuery({ ...big, select: ({ pages }) => pages.flatMap(({ objects }) => objects) })
      .data,
  ).toExtend<Array<{ id: number }> | undefined>();
  expectTypeOf(useInVue(big).data.value).toExtend<Data | undefined>();
  expectTypeOf(createInfiniteQuery(() => big).data).toExtend<Data | undefined>();
  expectTypeOf(useInSolid(() => big).data).toExtend<Data | undefined>();
};

const walk = (start: object) =>
  walkCalls({
    ...start,
    name: 'calls',
    call: () => [['a']],
    items: (page) => page,
    next: () => undefined,
  });
expectTypeOf(infiniteQuery(walk, { queryKey: ['calls'] }).queryFn).returns.resolves.toEqualTypeOf<
  QueryPage<string>
>();

// @ts-expect-error -- a function needs a key
infiniteQuery(walk);
// @ts-expect-error -- the path of the endpoint has a parameter
infiniteQuery(client, things, {});
// @ts-expect-error -- where a query continues is for the library to say
infiniteQuery(client, things, { kind: 'big', place: undefined });
// @ts-expect-error -- a query asks for one page
infiniteQuery(client, things, { kind: 'big', readAhead: 2 });
