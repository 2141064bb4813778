import { type Either, left, right } from 'fp-ts/Either';
import { type Option, fromNullable, isNone, isSome, none } from 'fp-ts/Option';
import type { Endpoint } from './endpoint';
import { type HttpRequest, jsonHeaders } from '../http';
import type { WalkedEnvelope } from './Page';
import { PageToken } from '../PageToken';
import type { Place } from '../place/Place';
import { fillPath, placeholders } from './path';
import { differences, hiddenOf, placeWith, type Position, type Said } from '../place/hidden';
import type { Problem } from '../errors/WalkError';
import { copyOf, type Draft, type Envelope, type Scheme } from './Paging';
import { walkOptionTypes } from './walkOptionTypes';

/** The request for any page: that of the first page, with the page token where its scheme puts it (law 2). */
export const requestFor =
  ({ write, bodyOf }: Scheme, first: Draft) =>
  (pageToken: Option<PageToken>): HttpRequest => {
    const draft = copyOf(first);
    write(draft, pageToken);
    const { method, path, query, body, headers } = draft;
    const url = query.size > 0 ? `${path}?${[...query.values()].join('&')}` : path;
    return method === 'GET'
      ? { method, url, headers }
      : { method, url, headers, body: bodyOf?.(body) ?? `{${[...body.values()].join(',')}}` };
  };

/** A walk whose params were found right: what to ask for, where to begin, when to give up. */
export interface PreparedWalk extends Scheme {
  readonly secretsOf: (pageToken: PageToken) => ReadonlyArray<string>;
  readonly requestFor: (pageToken: Option<PageToken>) => HttpRequest;
  readonly pageToken: Option<PageToken>;
  readonly emptyPages: number;
  readonly maxPages: number | undefined;
  readonly walked: (page: Envelope, reached: Position, place: Position) => WalkedEnvelope;
}

/** The params that say where a walk begins and when it gives up. */
interface Start {
  readonly pageToken?: PageToken | undefined;
  readonly place?: Place | undefined;
  readonly emptyPages?: number | undefined;
  readonly maxPages?: number | undefined;
}

/**
 * Finds every problem of the params at once, or makes the walk's requests. Every field is written here, once: no page is asked
 * for with another (law 2). Values stay out of the messages, for they may be page tokens.
 */
export const prepareWalk = (endpoint: Endpoint, params: Start): Either<ReadonlyArray<Problem>, PreparedWalk> => {
  // Without a prototype: an endpoint may call a field `constructor`.
  const given = { __proto__: null, ...params } as Readonly<Record<string, unknown>>;
  const { name: endpointName, method, path: template, params: writers, headers } = endpoint;
  const said = {
    __proto__: null,
    'endpoint or path': [endpointName, method, template + endpoint.scheme.label].join(' '),
  } as object as Record<keyof Said, string>;
  const inPath = placeholders(template);
  for (const name of inPath) said[name] = given[name] as string;
  const problems: Array<Problem> = [];
  const refuse = (at: string, message: string): void => {
    problems.push({ at, message });
  };

  const draft: Draft = {
    method,
    path: fillPath(template, given, refuse),
    query: new Map(),
    body: new Map(),
    headers: { ...jsonHeaders[method], ...headers },
  };
  const types = { ...writers, ...walkOptionTypes };
  for (const [name, [type, write]] of Object.entries(types)) {
    const value = given[name];
    try {
      const problem = type.problemOf?.(value) ?? (type.is(value) ? '' : `must be ${type.name}`);
      if (problem) refuse(name, problem);
      else if (write) said[name] = write(draft, type.encode(value));
    } catch {
      refuse(name, 'cannot be written');
    }
  }
  for (const name in given) {
    const isKnown = inPath.includes(name) || Object.hasOwn(types, name);
    if (given[name] !== undefined && !isKnown) refuse(name, `is not a parameter of ${endpointName}`);
  }
  const scheme = endpoint.scheme.begin?.(draft, refuse) ?? endpoint.scheme;
  const { place } = params;
  const hidden = hiddenOf(place);
  const pageToken = hidden?.pageToken ?? fromNullable(params.pageToken);
  const problem = isSome(pageToken) && PageToken.is(pageToken.value) && scheme.problemOf(pageToken.value);
  if (problem) refuse(hidden ? 'place' : 'pageToken', problem);
  if (hidden && problems.length === 0) {
    const others = differences(hidden, said);
    if (others.length > 0) refuse('place', `belongs to another ${others.join(', ')}`);
    if (params.pageToken) refuse('place', 'excludes pageToken');
  }
  if (problems.length > 0) return left(problems);
  const { pages, objects, round } = place ?? { pages: 0, objects: 0, round: 1 };
  const request = requestFor(scheme, draft);
  return right({
    ...scheme,
    secretsOf: (token) => scheme.secretsOf?.(token, request(none).url) ?? [token],
    requestFor: request,
    pageToken,
    emptyPages: params.emptyPages ?? 100,
    maxPages: params.maxPages,
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
          { pageToken: at.pageToken, request: said, past: hidden?.past },
        ),
    }),
  });
};
