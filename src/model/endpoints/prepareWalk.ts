import { type Either, map as mapRight } from 'fp-ts/Either';
import { type Option, isSome, none } from 'fp-ts/Option';
import type { Problem } from '../errors/WalkError';
import { type HttpRequest, jsonHeaders } from '../http';
import type { PageToken } from '../PageToken';
import type { Draft } from '../paging/draft';
import type { Scheme } from '../paging/scheme';
import type { RequestParts } from '../place/placeInternals';
import type { Endpoint } from './endpoint';
import { pathParams } from './path';
import { readParams } from './walkParams';
import { type StartParams, type WalkStart, walkStart } from './walkStart';

/** The requests of a walk. */
export interface WalkRequests {
  /** How it is paged, from its first request on. */
  readonly scheme: Scheme;
  readonly identity: RequestParts;
  readonly secretsOf: (pageToken: Option<PageToken>) => ReadonlyArray<string>;
  /** The request for any page: that of the first page, with the page token where its scheme puts it (law 2). */
  readonly requestFor: (pageToken: Option<PageToken>) => HttpRequest;
  /** The path of the endpoint, with its placeholders. */
  readonly template: string;
  /** The same with the params of the user, whatever a cursor or a token makes of it. */
  readonly path: string;
}

/** Writes the first request of a walk, which every other one is made of, and says what is wrong with its params. */
export const requestsOf = (
  { name, method, path, scheme: described, headers: own, params: types }: Endpoint,
  params: object,
): { readonly requests: WalkRequests; readonly problems: ReadonlyArray<Problem> } => {
  const headers = { ...jsonHeaders[method], ...own };
  const first: Draft = { method, path, query: new Map(), body: new Map(), headers };
  const { identity, problems } = readParams(
    name,
    [name, method, path + described.label].join(' '),
    { ...pathParams(path), ...types },
    params,
    ({ write }, value) => write?.(first, value),
  );
  const asked = first.path;
  const scheme =
    described.begin?.(first, (at, message) => problems.push({ at, message })) ?? described;
  const requestFor: WalkRequests['requestFor'] = (token) => scheme.requestFor(first, token);
  return {
    problems,
    requests: {
      scheme,
      identity,
      secretsOf: (token) =>
        scheme.tokens.secretsOf?.(token, requestFor(none).url) ??
        (isSome(token) ? [token.value] : []),
      requestFor,
      template: path,
      path: asked,
    },
  };
};

/** A walk over HTTP whose params were found right: what to ask for, and where to begin. */
export type PreparedWalk = WalkRequests & WalkStart;

/** Finds every problem of the params at once, or makes the requests of a walk and finds where it begins. */
export const prepareWalk = (
  endpoint: Endpoint,
  params: StartParams,
): Either<ReadonlyArray<Problem>, PreparedWalk> => {
  const { requests, problems } = requestsOf(endpoint, params);
  const { identity, scheme } = requests;
  const { problemOf } = scheme.tokens;
  return mapRight((start: WalkStart): PreparedWalk => ({ ...requests, ...start }))(
    walkStart({ identity, problemOf }, params, problems),
  );
};
