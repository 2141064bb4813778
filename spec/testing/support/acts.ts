import * as E from 'fp-ts/Either';
import type { HttpRequest } from '../../../src/index';
import type { Act, Handles, Result } from './Script';

type Texts = Readonly<Record<string, string>>;

const textOf = (query: Texts): string => {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
};

export const get = (url: string, headers: Texts = {}): HttpRequest => ({ method: 'GET', url, headers });

export const post = (url: string, body: string, headers: Texts = {}): HttpRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', ...headers },
  body,
});

/** A request for a page of the list, as the client writes it. */
export const list = ({ ontologyRid, objectType }: Handles, query: Texts = {}, headers?: Texts): HttpRequest =>
  get(`/api/v1/ontologies/${ontologyRid}/objects/${objectType}${textOf(query)}`, headers);

/** A request for a page of a search. */
export const search = ({ apiFamily, objectType, token }: Handles, body: object = {}): HttpRequest =>
  post(
    `/api/${apiFamily}/v1/objects/types/${objectType}/search`,
    JSON.stringify({ query: { type: 'empty' }, ...body }),
    { authorization: `Bearer ${token}` },
  );

interface Page {
  readonly nextPageToken?: string | null;
}

/** The token of a page, where it has one. */
export const tokenOf = (result: Result | undefined): string | undefined => {
  if (result === undefined || E.isLeft(result) || result.right.status !== 200) return undefined;
  try {
    return (JSON.parse(result.right.body) as Page).nextPageToken ?? undefined;
  } catch {
    return undefined;
  }
};

/** More pages than a walk of these specs has. */
const tooMany = 8;

/** Follows the tokens, until there is none, or too many. */
export function* follow(
  requestOf: (page: { pageToken?: string }) => HttpRequest,
): Generator<Act, void, Result | undefined> {
  let pageToken: string | undefined;
  for (let page = 0; page < tooMany; page++) {
    pageToken = tokenOf(yield { ask: requestOf(pageToken === undefined ? {} : { pageToken }) });
    if (pageToken === undefined || pageToken === '') return;
  }
}
