import { type Either, left, right } from 'fp-ts/Either';
import { type Option, fromNullable, isNone, isSome, none } from 'fp-ts/Option';
import type { Endpoint } from './endpoint';
import { type HttpRequest, jsonHeaders } from '../http';
import type { WalkedEnvelope } from './Page';
import { PageToken } from '../PageToken';
import type { Place } from '../place/Place';
import { pathParams } from './path';
import {
  differences,
  hiddenOf,
  placeWith,
  type PlacePosition,
  type RequestParts,
} from '../place/placeInternals';
import type { Problem } from '../errors/WalkError';
import type { Draft } from '../paging/draft';
import { type Scheme } from '../paging/scheme';
import type { Envelope } from '../paging/envelope';
import { walkOptionTypes } from './walkOptionTypes';

/** A walk whose params were found right: what to ask for, and where to begin. */
export interface PreparedWalk {
  /** How it is paged, from its first request on. */
  readonly scheme: Scheme;
  readonly secretsOf: (pageToken: Option<PageToken>) => ReadonlyArray<string>;
  /** The request for any page: that of the first page, with the page token where its scheme puts it (law 2). */
  readonly requestFor: (pageToken: Option<PageToken>) => HttpRequest;
  readonly pageToken: Option<PageToken>;
  /** The path of the endpoint, with its placeholders. */
  readonly template: string;
  /** The same with the params of the user, whatever a cursor or a token makes of it. */
  readonly path: string;
  readonly walked: (page: Envelope, reached: PlacePosition, place: PlacePosition) => WalkedEnvelope;
}

/** The params that say where a walk begins. */
interface Start {
  readonly pageToken?: PageToken | undefined;
  readonly place?: Place | undefined;
}

/**
 * Finds every problem of the params at once, or makes the walk's requests. Every field is written here, once: no page is asked
 * for with another (law 2). Values stay out of the messages, for they may be page tokens.
 */
export const prepareWalk = (
  endpoint: Endpoint,
  params: Start,
): Either<ReadonlyArray<Problem>, PreparedWalk> => {
  // Without a prototype: an endpoint may call a field `constructor`.
  const given = { __proto__: null, ...params } as Readonly<Record<string, unknown>>;
  const { name: endpointName, method, path } = endpoint;
  const said = {
    __proto__: null,
    'endpoint or path': [endpointName, method, path + endpoint.scheme.label].join(' '),
  } as object as Record<keyof RequestParts, string>;
  const problems: Array<Problem> = [];
  const refuse = (at: string, message: string): void => {
    problems.push({ at, message });
  };
  const headers = { ...jsonHeaders[method], ...endpoint.headers };
  const first: Draft = { method, path, query: new Map(), body: new Map(), headers };
  const types = { ...pathParams(path), ...endpoint.params, ...walkOptionTypes };
  for (const [name, { problemOf, write }] of Object.entries(types)) {
    const value = given[name];
    try {
      const problem = problemOf?.(value, given);
      if (problem) refuse(name, problem);
      const text = problem ? undefined : write?.(first, value);
      if (text !== undefined) said[name] = text;
    } catch {
      refuse(name, 'cannot be written');
    }
  }
  for (const name in given) {
    if (given[name] !== undefined && !Object.hasOwn(types, name))
      refuse(
        name,
        `is not a parameter of ${endpointName}${name === 'codec' ? ': use properties' : ''}`,
      );
  }
  const asked = first.path;
  const scheme = endpoint.scheme.begin?.(first, refuse) ?? endpoint.scheme;
  const { place } = params;
  const hidden = hiddenOf(place);
  const pageToken = hidden?.pageToken ?? fromNullable(params.pageToken);
  const problem =
    isSome(pageToken) && PageToken.is(pageToken.value) && scheme.tokens.problemOf(pageToken.value);
  if (problem) refuse(hidden ? 'place' : 'pageToken', problem);
  if (hidden && problems.length === 0) {
    const others = differences(hidden, said);
    if (others.length > 0) refuse('place', `belongs to another ${others.join(', ')}`);
    if (params.pageToken) refuse('place', 'excludes pageToken');
  }
  if (problems.length > 0) return left(problems);
  const { pages, objects, round } = place ?? { pages: 0, objects: 0, round: 1 };
  const requestFor: PreparedWalk['requestFor'] = (token) => scheme.requestFor(first, token);
  return right({
    scheme,
    secretsOf: (token) =>
      scheme.tokens.secretsOf?.(token, requestFor(none).url) ??
      (isSome(token) ? [token.value] : []),
    requestFor,
    pageToken,
    template: path,
    path: asked,
    walked: (envelope, reached, at) => ({
      envelope,
      reached,
      place: () =>
        placeWith(
          {
            pages: pages + at.pages,
            objects: objects + at.objects,
            round,
            isLast: at.pages > 0 && isNone(at.pageToken),
          },
          {
            pageToken: at.pageToken,
            request: said,
            past: hidden?.past,
            traits: envelope.traits,
          },
        ),
    }),
  });
};
