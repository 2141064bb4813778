import * as E from 'fp-ts/Either';
import { firstValueFrom } from 'rxjs';
import type { HttpRequest, Transport } from '../../../src/index';
import type { Properties, Service } from '../../../src/service/index';
import { inMemory } from './withDoors';

/** The fields of any answer of the service: of a page, or of an error. */
export interface Body {
  readonly data: ReadonlyArray<{ readonly properties: Properties }>;
  readonly nextPageToken?: string | null;
  readonly errorCode?: string;
  readonly errorName?: string;
  readonly errorInstanceId?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** How a plain client asks for the page of a token (of none: the first page). */
export type AskPage = (pageToken?: string) => Promise<Answer>;

type Texts = Readonly<Record<string, string>>;

/** The same through memory. */
const askInMemory = async (
  transport: Transport,
  url: string,
  { method, headers, body }: RequestInit,
) => {
  const request = {
    method: method ?? 'GET',
    url,
    headers: Object.assign({}, headers),
    ...(body && { body }),
  };
  const result = await firstValueFrom(transport(request as HttpRequest));
  if (E.isLeft(result)) throw new Error(result.left._tag, { cause: result.left });
  const { right } = result;
  return {
    status: right.status,
    headers: new Headers(right.headers),
    body: JSON.parse(right.body) as Body,
  };
};

/** Sends a request with nothing but `fetch`, and reads the answer as JSON. */
export const ask = async (url: string, init: RequestInit = {}): Promise<Answer> => {
  const colon = url.indexOf(':') + 1;
  const transport = inMemory.get(url.slice(0, colon));
  if (transport) return askInMemory(transport, url.slice(colon), init);
  const response = await fetch(url, init);
  const { status, headers } = response;
  return { status, headers, body: (await response.json()) as Body };
};

export const listUrl = (
  { url, ontologyRid, objectType }: Service,
  query: Texts = {},
  type = objectType,
): string =>
  `${url}/api/v1/ontologies/${ontologyRid}/objects/${type}?${new URLSearchParams(query).toString()}`;

export const searchUrl = ({ url, apiFamily, objectType }: Service, type = objectType): string =>
  `${url}/api/${apiFamily}/v1/objects/types/${type}/search`;

const withToken = (pageToken: string | undefined): Texts =>
  pageToken === undefined ? {} : { pageToken };

/** Asks for pages of a list. */
export const listPages =
  (service: Service, query: Texts = {}): AskPage =>
  (pageToken) =>
    ask(listUrl(service, { ...query, ...withToken(pageToken) }));

/** A search request; its body is the caller's, right or wrong. */
export const searchInit = ({ token }: Service, body: unknown): RequestInit => ({
  method: 'POST',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Asks for pages of a search. */
export const searchPages =
  (service: Service, query: unknown = { type: 'empty' }): AskPage =>
  (pageToken) =>
    ask(searchUrl(service), searchInit(service, { query, ...withToken(pageToken) }));

/** More pages than any walk of these specs has. */
const tooMany = 100;

/** Follows the tokens to the last page, or to the first answer that is none. */
export const walk = async (askPage: AskPage): Promise<ReadonlyArray<Answer>> => {
  const answers: Array<Answer> = [];
  let pageToken: string | undefined;
  do {
    const answer = await askPage(pageToken);
    if (answers.push(answer) > tooMany) throw new Error('the walk does not end');
    pageToken = answer.status === 200 ? (answer.body.nextPageToken ?? undefined) : undefined;
  } while (pageToken !== undefined);
  return answers;
};

/** The objects of the pages among answers. */
export const objectsIn = (answers: ReadonlyArray<Answer>): ReadonlyArray<Properties> =>
  answers
    .filter(({ status }) => status === 200)
    .flatMap(({ body }) => body.data.map(({ properties }) => properties));

/** The ids of the objects of an answer. */
export const idsIn = (answer: Answer): ReadonlyArray<unknown> =>
  objectsIn([answer]).map(({ id }) => id);

/** The token of an answer that must have one. */
export const tokenIn = ({ body: { nextPageToken } }: Answer): string => {
  if (typeof nextPageToken === 'string') return nextPageToken;
  throw new Error(`expected a page token, but it is ${String(nextPageToken)}`);
};
