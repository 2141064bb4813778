import {
  type DehydratedState,
  HydrationBoundary,
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
} from '@tanstack/react-query';
import * as t from 'io-ts';
import { createElement as h, type ReactElement, useState } from 'react';
import { createClient, endpoint, fetchTransport } from '../../../src/index';
import { at, byCursor, query } from '../../../src/paging/index';
import { infiniteQuery } from '../../../src/query/index';

const people = endpoint({
  name: 'people',
  method: 'GET',
  path: '/people',
  items: at('people'),
  codec: t.type({ name: t.string }),
  paging: byCursor({ from: at('next'), to: query('after') }),
});

/** The same query for the server and for the browser: its key says that it is one. */
export const peopleQuery = (baseURL: string) =>
  infiniteQuery(createClient({ transport: fetchTransport({ baseURL }), retry: false }), people, {});

const People = ({ baseURL }: { readonly baseURL: string }): ReactElement => {
  const { data, error, fetchNextPage, hasNextPage } = useInfiniteQuery(peopleQuery(baseURL));
  const more = (label: string) => h('button', { onClick: () => void fetchNextPage() }, label);
  return h(
    'main',
    {},
    h(
      'ul',
      {},
      data?.pages.flatMap(({ objects }) => objects.map(({ name }) => h('li', { key: name }, name))),
    ),
    error
      ? h('p', { role: 'alert' }, error.message, more('Try again'))
      : hasNextPage && more('Load more'),
  );
};

/** The application, with what a server has asked for already. */
export const App = ({
  state,
  ...props
}: {
  readonly baseURL: string;
  readonly state: DehydratedState;
}): ReactElement => {
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } }),
  );
  return h(QueryClientProvider, { client }, h(HydrationBoundary, { state }, h(People, props)));
};
