import { type Option, isSome } from 'fp-ts/Option';
import type { Endpoint } from '../endpoints/endpoint';
import type { HttpRequest } from '../http';
import type { PageToken } from '../PageToken';
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
  (pageToken: Option<PageToken>): HttpRequest => {
    const parts = { query: [...query], body: [...body] };
    if (isSome(pageToken)) parts[pageTokenIn].push(writeToken(pageTokenIn, pageToken.value));
    const url = parts.query.length > 0 ? `${path}?${parts.query.join('&')}` : path;
    const accept = 'application/json';
    return method === 'GET'
      ? { method, url, headers: { accept } }
      : { method, url, headers: { accept, 'content-type': accept }, body: `{${parts.body.join(',')}}` };
  };
