import type { Option } from 'fp-ts/Option';
import type { HttpRequest } from '../http';
import type { PageToken } from '../PageToken';
import type { Draft, Scheme } from '../scheme/Paging';

/** The longest page token, in characters: a walk keeps a thousand of them (law 31). */
const maxToken = 65_536;

/**
 * Why a token cannot be sent: it is too long, or its scheme cannot carry it. In a page, it breaks the rule
 * `UnsendableToken`; in the params, it is an `InvalidRequest`.
 */
export const tokenProblem = ({ problemOf }: Scheme, pageToken: PageToken): string | undefined =>
  pageToken.length > maxToken ? `is longer than ${maxToken} characters` : problemOf(pageToken);

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
