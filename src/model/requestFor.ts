import * as O from 'fp-ts/Option';
import type { Endpoint } from './endpoint';
import type { HttpRequest } from './http';
import type { PageToken } from './PageToken';
import { writeToken } from './writePart';

interface Parts {
  readonly path: string;
  readonly query: ReadonlyArray<string>;
  readonly body: ReadonlyArray<string>;
}

/**
 * The request for any page: that of the first page, plus the page token where the endpoint wants it (law 2, seed 4.1).
 */
export const requestFor =
  ({ method, pageTokenIn }: Endpoint, { path, query, body }: Parts) =>
  (pageToken: O.Option<PageToken>): HttpRequest => {
    const token = O.isSome(pageToken) ? [writeToken(pageTokenIn, pageToken.value)] : [];
    const queryParts = pageTokenIn === 'query' ? [...query, ...token] : query;
    const bodyParts = pageTokenIn === 'body' ? [...body, ...token] : body;
    const url = queryParts.length > 0 ? `${path}?${queryParts.join('&')}` : path;
    return method === 'GET'
      ? { method, url, headers: { accept: 'application/json' } }
      : {
          method,
          url,
          headers: { accept: 'application/json', 'content-type': 'application/json' },
          body: `{${bodyParts.join(',')}}`,
        };
  };
