import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { setTimeout as wait } from 'node:timers/promises';
import { firstValueFrom } from 'rxjs';
import type {
  Endpoint,
  HttpRequest,
  HttpResponse,
  PageToken,
  Transport,
  TransportFailure,
} from '../../index';
import { requestsOf } from '../../model/endpoints/requestsOf';
import { waitIn } from '../../model/errors/limitsIn';
import { repeatGuard } from '../../model/repeatGuard';
import type { ServiceConnection } from '../connection/connect';
import { type Checked, misuse } from '../terminal/Complaint';
import type { Gate } from '../terminal/gate';
import { type Reply, type PageReply, readReply } from './Reply';
import type { Gathered } from './rules';

/** The conventions say nothing of busy services and broken connections: they break no rule, and are tried again. */
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const attempts = 4;
const firstDelay = 100;
const maxDelay = 5_000;

const isWorthRepeating = (result: E.Either<TransportFailure, HttpResponse>): boolean =>
  E.isRight(result) ? passing.has(result.right.status) : result.left._tag === 'NetworkFailure';

const delayAfter = (result: E.Either<TransportFailure, HttpResponse>, attempt: number): number => {
  const now = Date.now();
  const asked = E.isRight(result) ? waitIn(result.right, now) : undefined;
  return Math.min(maxDelay, asked ?? firstDelay * 2 ** (attempt - 1));
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

const ask = async (
  transport: Transport,
  request: HttpRequest,
  sent: { readonly pageToken: boolean },
  gate: Gate,
): Promise<Reply> => {
  for (let attempt = 1; ; attempt += 1) {
    const result = await firstValueFrom(transport(request));
    if (attempt < attempts && isWorthRepeating(result)) await wait(delayAfter(result, attempt));
    else if (E.isRight(result)) return readReply(result.right, sent, gate);
    else {
      const code = result.left._tag === 'NetworkFailure' ? result.left.code : undefined;
      return { _tag: 'Silent', problem: gate.said(tellFailure(result.left)), code };
    }
  }
};

export interface CheckedWalk {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, unknown>>;
}

type Means = Pick<ServiceConnection, 'transport' | 'token' | 'gate'>;

type Ask = (pageToken: O.Option<PageToken>, isAnonymous?: boolean) => Promise<Reply>;

/** Makes the requests of a walk as the library makes them, each of them alone. */
const asker = (
  { transport, token, gate }: Means,
  { endpoint, params }: CheckedWalk,
): Checked<Ask> => {
  const { requests, problems } = requestsOf(endpoint, params);
  if (problems.length > 0) {
    return E.left(misuse(problems.map(({ at, message }) => `${at} ${message}`).join('; ')));
  }
  const credential = O.isSome(token) ? { authorization: `Bearer ${token.value}` } : {};
  return E.right((pageToken, isAnonymous = false) => {
    const request = requests.requestFor(pageToken);
    const headers = { ...request.headers, ...(isAnonymous ? {} : credential) };
    return ask(transport, { ...request, headers }, { pageToken: O.isSome(pageToken) }, gate);
  });
};

/** No service has a page size like this as its maximum. */
const tooLargePage = 1_000_000;

const madeUpToken = 'a-token-that-was-never-given' as PageToken;

/** An endless row of empty pages proves nothing that its first pages do not. */
const emptyInARow = 20;

/** Follows the tokens. `onSecond` tries what needs the first of them, while it is fresh. */
const walk = async (
  askFor: Ask,
  maxPages: number,
  onSecond: (second: O.Option<PageToken>) => Promise<void>,
): Promise<Pick<Gathered, 'pages' | 'stop'>> => {
  const pages: Array<PageReply> = [];
  const isRepeated = repeatGuard(O.none);
  let pageToken: O.Option<PageToken> = O.none;
  for (;;) {
    const answer = await askFor(pageToken);
    if (answer._tag !== 'Page') return { pages, stop: answer };
    pages.push(answer);
    if (pages.length === 2) await onSecond(pageToken);
    pageToken = answer.nextPageToken;
    if (answer.token === 'too long') return { pages, stop: 'token too long' };
    if (O.isNone(pageToken)) return { pages, stop: 'last page' };
    if (isRepeated(pageToken.value)) return { pages, stop: 'circle' };
    const isStuck =
      pages.length >= emptyInARow && pages.slice(-emptyInARow).every(({ count }) => count === 0);
    if (pages.length === maxPages || isStuck) return { pages, stop: 'too many pages' };
  }
};

const trySnapshot = async (askFor: Ask): Promise<Gathered['snapshot']> => {
  const first = await askFor(O.none);
  if (first._tag !== 'Page' || O.isNone(first.nextPageToken)) return [first];
  return [first, await askFor(first.nextPageToken), await askFor(first.nextPageToken)];
};

/** Asks a service for everything that its rules can be judged by; the walk is stopped after this many pages. */
export const gather = async (
  means: Means,
  target: CheckedWalk,
  maxPages: number,
): Promise<Checked<Gathered>> => {
  const { endpoint } = target;
  const asking = asker(means, target);
  if (E.isLeft(asking)) return asking;
  const askFor = asking.right;
  const hasCredential = O.isSome(means.token);
  const canBeAnonymous = hasCredential && endpoint.revision === '2.0';

  let again: Reply | undefined;
  let anonymousSecond: Reply | undefined;
  const walked = await walk(askFor, maxPages, async (second) => {
    again = await askFor(second);
    if (canBeAnonymous) anonymousSecond = await askFor(second, true);
  });
  const evidence = { ...walked, endpoint, hasCredential, again, anonymousSecond, snapshot: [] };
  // There is nothing to compare other responses with.
  if (walked.pages.length === 0) return E.right(evidence);

  const large = asker(means, { endpoint, params: { ...target.params, pageSize: tooLargePage } });
  const snapshot = asker(means, { endpoint, params: { ...target.params, snapshot: true } });
  return E.right({
    ...evidence,
    anonymousFirst: canBeAnonymous ? await askFor(O.none, true) : undefined,
    madeUp: await askFor(O.some(madeUpToken)),
    large: E.isRight(large) ? await large.right(O.none) : undefined,
    snapshot: E.isRight(snapshot) ? await trySnapshot(snapshot.right) : [],
  });
};
