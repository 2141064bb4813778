import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type { PageToken } from '../../model/PageToken';
import { serviceError, type ServiceError } from '../answers/ServiceError';
import { unauthorized } from '../secrets/authorize';
import { pick, type Random, seededRandom } from '../store/random';
import { remember } from '../store/remember';
import type { Fault, When } from './Fault';
import type { Misbehaviour, Mishap, OutgoingPage } from './Misbehaviour';

/** Page tokens that die sooner than they should: of use, of age, or when their turn has come. */
const expireToken = (fault: Extract<Fault, { readonly type: 'expire-token' }>): Misbehaviour => {
  if ('ms' in fault) return { refuses: (_, age) => age >= fault.ms };
  if ('at' in fault) {
    let came = 0;
    return { refuses: () => (came += 1) === fault.at };
  }
  const uses = new Map<string, number>();
  return {
    refuses: (pageToken) => {
      const before = uses.get(pageToken) ?? 0;
      remember(uses, pageToken, before + 1);
      return before >= fault.uses;
    },
  };
};

interface Walk {
  readonly first: PageToken;
  /** Tokens that the walk has been given, this one included. */
  readonly tokens: number;
}

/** After this many pages a walk is given its first token again, and then the same tokens as before. */
const cycleTokens = (pages: number): Misbehaviour => {
  const walks = new Map<PageToken, Walk>();
  const successors = new Map<PageToken, PageToken>();

  const lead = (from: O.Option<PageToken>, to: PageToken): PageToken => {
    const walk = O.isSome(from) ? walks.get(from.value) : undefined;
    remember(walks, to, { first: walk?.first ?? to, tokens: (walk?.tokens ?? 0) + 1 });
    if (O.isSome(from)) remember(successors, from.value, to);
    return to;
  };

  const successor = (from: O.Option<PageToken>, next: O.Option<PageToken>): O.Option<PageToken> => {
    if (O.isSome(from)) {
      const walk = walks.get(from.value);
      if (walk?.tokens === pages) return O.some(walk.first);
      const known = successors.get(from.value);
      if (known !== undefined) return O.some(known);
    }
    return O.isSome(next) ? O.some(lead(from, next.value)) : O.none;
  };

  return {
    onPage: (page) =>
      E.isRight(page.next) ? { ...page, next: E.right(successor(page.pageToken, page.next.right)) } : page,
  };
};

interface Tools {
  /** Whether the fault strikes what it is asked about; true where it has no `When`. */
  readonly strikes: () => boolean;
  readonly random: Random;
}

type Makers = {
  readonly [Type in Fault['type']]: (fault: Extract<Fault, { readonly type: Type }>, tools: Tools) => Misbehaviour;
};

const onRequest = ({ strikes }: Tools, mishap: Partial<Mishap>): Misbehaviour => ({
  onRequest: () => (strikes() ? mishap : undefined),
});

const onPage = (
  { strikes }: Tools,
  applies: (page: OutgoingPage) => boolean,
  change: (page: OutgoingPage) => Partial<OutgoingPage>,
): Misbehaviour => ({ onPage: (page) => (applies(page) && strikes() ? { ...page, ...change(page) } : page) });

const insteadOf = (error: ServiceError): Partial<Mishap> => ({ instead: O.some(E.left(error)) });

const busy = (status: 429 | 503, errorName: string, retryAfter: number | undefined): Partial<Mishap> =>
  insteadOf(serviceError(status, errorName, {}, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }));

const webPage = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>Sign in</title><p>Please sign in to continue.</p>\n',
};

const hasObjects = ({ data }: OutgoingPage): boolean => data.length > 0;
const hasNext = ({ next }: OutgoingPage): boolean => E.isRight(next) && O.isSome(next.right);
const isLast = ({ next }: OutgoingPage): boolean => E.isRight(next) && O.isNone(next.right);

const corrupt = ({ data }: OutgoingPage, random: Random): Partial<OutgoingPage> => {
  const victim = pick(random, [...data.keys()]);
  return { data: data.map((properties, index) => (index === victim ? null : properties)) };
};

const misbehaviours: Makers = {
  'expire-token': expireToken,
  unauthorized: (_, tools) => onRequest(tools, insteadOf(unauthorized('InvalidCredentials'))),
  throttle: ({ retryAfter }, tools) => onRequest(tools, busy(429, 'TooManyRequests', retryAfter)),
  unavailable: ({ retryAfter }, tools) => onRequest(tools, busy(503, 'ServiceUnavailable', retryAfter)),
  delay: ({ ms }, tools) => onRequest(tools, { wait: ms }),
  'reset-before': (_, tools) => onRequest(tools, { reset: 'before' }),
  'reset-during': (_, tools) => onRequest(tools, { reset: 'during' }),
  trickle: ({ ms }, tools) => onRequest(tools, { trickle: ms }),
  truncate: (_, tools) => onRequest(tools, { isTruncated: true }),
  html: (_, tools) => onRequest(tools, { instead: O.some(E.right(webPage)) }),
  'repeat-token': (_, tools) =>
    onPage(
      tools,
      ({ pageToken }) => O.isSome(pageToken),
      ({ pageToken }) => ({ next: E.right(pageToken) }),
    ),
  'repeat-page': (_, tools) =>
    onPage(
      tools,
      ({ offset }) => offset > 0,
      ({ before }) => ({ data: before() }),
    ),
  'cycle-tokens': ({ pages }) => cycleTokens(pages),
  'empty-page': (_, tools) => onPage(tools, hasObjects, ({ again }) => ({ data: [], next: E.right(O.some(again())) })),
  'empty-token': (_, tools) => onPage(tools, hasNext, () => ({ next: E.left('EmptyToken') })),
  'null-token': (_, tools) =>
    onPage(
      tools,
      (page) => page.endpoint === 'search' && isLast(page),
      () => ({ next: E.left('NullToken') }),
    ),
  'corrupt-object': (_, tools) => onPage(tools, hasObjects, (page) => corrupt(page, tools.random)),
  'ignore-maximum': () => ({ ignoresMaximum: true }),
  'skip-authentication': () => ({ skipsAuthentication: true }),
};

/** All faults of a service as one: what they do together at each point where faults can step in. */
export interface FaultPlan {
  onRequest(): Mishap;
  refuses(pageToken: string, age: number): boolean;
  onPage(page: OutgoingPage): OutgoingPage;
  readonly skipsAuthentication: boolean;
  readonly ignoresMaximum: boolean;
}

const noMishap: Mishap = { wait: 0, instead: O.none, reset: 'never', trickle: 0, isTruncated: false };

/** Asked at each request, page or object that a fault applies to: does it strike this one? */
const striker = (when: When, random: Random): (() => boolean) => {
  let count = 0;
  return () => {
    count += 1;
    if ('every' in when) return count % when.every === 0;
    if ('at' in when) return count === when.at;
    return random() < when.probability;
  };
};

const atWork = (fault: Fault, seed: number): Misbehaviour => {
  const random = seededRandom(seed);
  const isTimed = 'every' in fault || 'at' in fault || 'probability' in fault;
  const strikes = isTimed ? striker(fault, random) : () => true;
  return misbehaviours[fault.type](fault as never, { strikes, random });
};

/**
 * Puts faults to work. Each counts for itself, and each has its own random numbers, so that the same requests meet
 * the same faults, whatever other faults there are. Where two answer a request, the first in the list does.
 */
export const faultPlan = (faults: ReadonlyArray<Fault>, seed: number): FaultPlan => {
  const working = faults.map((fault, index) => atWork(fault, seed + index));
  return {
    onRequest: () => {
      // Every fault is asked, so that each counts every request.
      const mishaps = working.map((misbehaviour) => misbehaviour.onRequest?.());
      return mishaps.reduceRight<Mishap>((all, mishap) => (mishap ? { ...all, ...mishap } : all), noMishap);
    },
    // Every fault is asked, so that each counts every token.
    refuses: (pageToken, age) =>
      working.filter((misbehaviour) => misbehaviour.refuses?.(pageToken, age) === true).length > 0,
    onPage: (page) => working.reduce((changed, { onPage }) => onPage?.(changed) ?? changed, page),
    skipsAuthentication: working.some(({ skipsAuthentication }) => skipsAuthentication),
    ignoresMaximum: working.some(({ ignoresMaximum }) => ignoresMaximum),
  };
};
