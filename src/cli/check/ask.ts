import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { setTimeout as wait } from 'node:timers/promises';
import { firstValueFrom } from 'rxjs';
import type { Endpoint, HttpRequest, HttpResponse, PageToken, Transport, TransportFailure } from '../../index';
import { prepareWalk } from '../../model/prepareWalk';
import { type Complaint, misuse } from '../terminal/Complaint';
import type { Gate } from '../terminal/gate';
import { type Answer, readAnswer } from './Answer';

/** The conventions say nothing of busy services and broken connections: they break no rule, and are tried again. */
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const attempts = 4;
const firstDelay = 100;
const maxDelay = 5_000;

const isPassing = (result: E.Either<TransportFailure, HttpResponse>): boolean =>
  E.isRight(result) ? passing.has(result.right.status) : result.left._tag === 'NetworkFailure';

const delayAfter = (result: E.Either<TransportFailure, HttpResponse>, attempt: number): number => {
  const asked = E.isRight(result) ? Number(result.right.headers['retry-after']) * 1000 : NaN;
  return Math.min(maxDelay, Number.isFinite(asked) ? asked : firstDelay * 2 ** (attempt - 1));
};

const tellFailure = (failure: TransportFailure): string => {
  switch (failure._tag) {
    case 'NetworkFailure':
      return failure.reason;
    case 'TimedOut':
      return `none within ${failure.after} ms`;
    case 'ResponseTooLarge':
      return `more than ${failure.limit} bytes`;
    case 'NotUtf8':
      return 'bytes that are not UTF-8';
  }
};

/** Sends one request, and reads whatever comes back. */
const ask = async (
  transport: Transport,
  request: HttpRequest,
  sent: { readonly pageToken: boolean },
  gate: Gate,
): Promise<Answer> => {
  for (let attempt = 1; ; attempt += 1) {
    const result = await firstValueFrom(transport(request));
    if (attempt < attempts && isPassing(result)) await wait(delayAfter(result, attempt));
    else if (E.isRight(result)) return readAnswer(result.right, sent, gate);
    else return { _tag: 'Silent', problem: gate.said(tellFailure(result.left)) };
  }
};

/** What is asked for: an endpoint, and the params of a walk over it, by name. */
export interface CheckedWalk {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What requests are sent with. */
export interface Means {
  readonly transport: Transport;
  readonly token: O.Option<string>;
  readonly gate: Gate;
}

/** Asks for the page of a token, with the credential or without. */
export type Ask = (pageToken: O.Option<PageToken>, isAnonymous?: boolean) => Promise<Answer>;

/** Makes the requests of a walk as the library makes them, each of them alone. */
export const asker = (
  { transport, token, gate }: Means,
  { endpoint, params }: CheckedWalk,
): E.Either<Complaint, Ask> => {
  const prepared = prepareWalk(endpoint, params);
  if (E.isLeft(prepared)) {
    return E.left(misuse(prepared.left.map(({ at, message }) => `${at} ${message}`).join('; ')));
  }
  const credential = O.isSome(token) ? { authorization: `Bearer ${token.value}` } : {};
  return E.right((pageToken, isAnonymous = false) => {
    const request = prepared.right.requestFor(pageToken);
    const headers = { ...request.headers, ...(isAnonymous ? {} : credential) };
    return ask(transport, { ...request, headers }, { pageToken: O.isSome(pageToken) }, gate);
  });
};

/** Asks for the page after another one, if there is one. */
export const askAfter = async (askFor: Ask, page: Answer, isAnonymous = false): Promise<O.Option<Answer>> =>
  page._tag === 'Page' && O.isSome(page.nextPageToken) ? O.some(await askFor(page.nextPageToken, isAnonymous)) : O.none;
