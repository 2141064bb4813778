import type { Option } from 'fp-ts/Option';
import type { HttpRequest } from '../http';
import type { PageToken } from '../PageToken';
import type { Draft, Scheme } from '../scheme/Paging';

/** The request for any page: that of the first page, with the page token where its scheme puts it (law 2). */
export const requestFor =
  ({ write }: Scheme, first: Draft) =>
  (pageToken: Option<PageToken>): HttpRequest => {
    const draft = { ...first, query: new Map(first.query), body: new Map(first.body) };
    write(draft, pageToken);
    const { method, path, query, body, headers } = draft;
    const url = query.size > 0 ? `${path}?${[...query.values()].join('&')}` : path;
    return method === 'GET'
      ? { method, url, headers }
      : { method, url, headers, body: `{${[...body.values()].join(',')}}` };
  };
