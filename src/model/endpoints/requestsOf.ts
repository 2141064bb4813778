import { type Option, isSome, none } from 'fp-ts/Option';
import type { Problem } from '../errors/WalkError';
import { type HttpRequest, jsonHeaders } from '../http';
import { madeOnce } from '../madeOnce';
import type { PageToken } from '../PageToken';
import type { Draft } from '../paging/draft';
import type { Onlooker, Param, Scheme } from '../paging/scheme';
import type { RequestParts } from '../place/placeInternals';
import type { Endpoint } from './endpoint';
import { pathParams } from './path';
import { readParams, withWalkOptions } from './walkParams';

/** The requests of a walk. */
export interface WalkRequests {
  /** How it is paged, from its first request on. */
  readonly scheme: Scheme;
  readonly onlooker: Onlooker | undefined;
  readonly identity: RequestParts;
  readonly secretsOf: (pageToken: Option<PageToken>) => ReadonlyArray<string>;
  /** The request for any page: that of the first page, with the page token where its scheme puts it (law 2). */
  readonly requestFor: (pageToken: Option<PageToken>) => HttpRequest;
  /** The path of the endpoint, with its placeholders. */
  readonly template: string;
  /** The same with the params of the user, whatever a cursor or a token makes of it. */
  readonly path: string;
}

/** What all walks over an endpoint have in common. */
interface Outline {
  readonly asked: string;
  readonly headers: Draft['headers'];
  readonly params: ReadonlyMap<string, Param>;
}

const outlineOf = madeOnce(
  ({ name, method, path, scheme, headers, params }: Endpoint): Outline => ({
    asked: [name, method, path + scheme.label].join(' '),
    headers: { ...jsonHeaders[method], ...headers },
    params: withWalkOptions({ ...pathParams(path), ...params }),
  }),
);

/** Writes the first request of a walk, which every other one is made of, and says what is wrong with its params. */
export const requestsOf = (
  endpoint: Endpoint,
  params: object,
): { readonly requests: WalkRequests; readonly problems: ReadonlyArray<Problem> } => {
  const { name, method, path, scheme: described, onlooker } = endpoint;
  const { asked, headers, params: known } = outlineOf(endpoint);
  const first: Draft = { method, path, query: new Map(), body: new Map(), headers };
  const { identity, problems } = readParams(name, asked, known, params, ({ write }, value) =>
    write?.(first, value),
  );
  const own = first.path;
  const scheme =
    described.begin?.(first, (at, message) => problems.push({ at, message })) ?? described;
  const requestFor: WalkRequests['requestFor'] = (token) => scheme.requestFor(first, token);
  return {
    problems,
    requests: {
      scheme,
      onlooker,
      identity,
      secretsOf: (token) =>
        scheme.tokens.secretsOf?.(token, requestFor(none).url) ??
        (isSome(token) ? [token.value] : []),
      requestFor,
      template: path,
      path: own,
    },
  };
};
