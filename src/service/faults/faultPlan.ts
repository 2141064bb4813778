import * as E from 'fp-ts/Either';
import type { PageToken } from '../../model/PageToken';
import { serviceError } from '../answers/ServiceError';
import { unauthorizedError } from '../secrets/authorize';
import { pick, type Random, seededRandom } from '../store/random';
import { remember } from '../store/remember';
import type { Fault, When } from './Fault';
import type { Misbehaviour, Mishap, OutgoingPage } from './Misbehaviour';

interface Tools {
  /** Whether the fault strikes what it is asked about; true where it has no `When`. */
  readonly strikes: () => boolean;
  readonly random: Random;
}

type FaultOf<Type> = Extract<Fault, { readonly type: Type }>;

interface FaultKeys {
  readonly needs?: ReadonlyArray<string>;
  readonly may?: ReadonlyArray<string>;
  /** Those of which it has just one. */
  readonly oneOf?: ReadonlyArray<string>;
}

/** A kind of fault: the keys that it has beside its type, and what it does. */
interface Kind<F> extends FaultKeys {
  readonly make: (fault: F, tools: Tools) => Partial<Misbehaviour>;
}

export const whenKeys: ReadonlyArray<string> = ['every', 'at', 'probability'];

const onRequest = <F>(mishapOf: (fault: F) => Mishap, keys: FaultKeys = {}): Kind<F> => ({
  ...keys,
  oneOf: whenKeys,
  make: (fault, { strikes }) => ({ onRequest: () => (strikes() ? mishapOf(fault) : {}) }),
});

const onPage = <F>(
  applies: (page: OutgoingPage) => boolean,
  change: (page: OutgoingPage, random: Random) => Partial<OutgoingPage>,
  oneOf = whenKeys,
): Kind<F> => ({
  oneOf,
  make: (_, { strikes, random }) => ({
    onPage: (page) => (applies(page) && strikes() ? { ...page, ...change(page, random) } : page),
  }),
});

/** Page tokens that die sooner than they should: of use, of age, or when their turn has come. */
const expireToken = (fault: FaultOf<'expire-token'>): Partial<Misbehaviour> => {
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

/** After this many pages a walk is given its first token again, and then the same tokens as before. */
const cycleTokens = ({ pages }: FaultOf<'cycle-tokens'>): Partial<Misbehaviour> => {
  /** By token: the first one of its walk, and how many the walk had been given with it. */
  const walks = new Map<
    PageToken | undefined,
    { readonly first: PageToken; readonly tokens: number }
  >();
  const successors = new Map<PageToken | undefined, PageToken>();

  const successor = ({ pageToken, next }: OutgoingPage): OutgoingPage['next'] => {
    if (next === '' || next === null) return next;
    const walk = walks.get(pageToken);
    if (walk?.tokens === pages) return walk.first;
    const known = successors.get(pageToken);
    if (known !== undefined || next === undefined) return known;
    remember(walks, next, { first: walk?.first ?? next, tokens: (walk?.tokens ?? 0) + 1 });
    if (pageToken) remember(successors, pageToken, next);
    return next;
  };

  return { onPage: (page) => ({ ...page, next: successor(page) }) };
};

const busy =
  (status: 429 | 503, errorName: string) =>
  ({ retryAfter }: FaultOf<'throttle' | 'unavailable'>): Mishap => {
    const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
    return { instead: E.left(serviceError(status, errorName, {}, headers)) };
  };

const webPage = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>Sign in</title><p>Please sign in to continue.</p>\n',
};

const hasObjects = ({ data }: OutgoingPage): boolean => data.length > 0;

const corrupt = ({ data }: OutgoingPage, random: Random): Partial<OutgoingPage> => {
  const victim = pick(random, [...data.keys()]);
  return { data: data.map((properties, index) => (index === victim ? null : properties)) };
};

export const faultKinds: { readonly [Type in Fault['type']]: Kind<FaultOf<Type>> } = {
  'expire-token': { oneOf: ['uses', 'ms', 'at'], make: expireToken },
  unauthorized: onRequest(() => ({ instead: E.left(unauthorizedError('InvalidCredentials')) })),
  throttle: onRequest(busy(429, 'TooManyRequests'), { may: ['retryAfter'] }),
  unavailable: onRequest(busy(503, 'ServiceUnavailable'), { may: ['retryAfter'] }),
  delay: onRequest(({ ms }) => ({ wait: ms }), { needs: ['ms'] }),
  'reset-before': onRequest(() => ({ reset: 'before' })),
  'reset-during': onRequest(() => ({ reset: 'during' })),
  trickle: onRequest(({ ms }) => ({ trickle: ms }), { needs: ['ms'] }),
  truncate: onRequest(() => ({ isTruncated: true })),
  html: onRequest(() => ({ instead: E.right(webPage) })),
  'repeat-token': onPage(
    ({ pageToken }) => pageToken !== undefined,
    ({ pageToken }) => ({ next: pageToken }),
  ),
  'repeat-page': onPage(
    ({ offset }) => offset > 0,
    ({ before }) => ({ data: before() }),
  ),
  'cycle-tokens': { needs: ['pages'], make: cycleTokens },
  'empty-page': onPage(hasObjects, ({ anotherToken }) => ({ data: [], next: anotherToken() })),
  'empty-token': onPage(
    ({ next }) => Boolean(next),
    () => ({ next: '' }),
  ),
  'null-token': onPage(
    ({ endpoint, next }) => endpoint === 'search' && next === undefined,
    () => ({ next: null }),
    [],
  ),
  'corrupt-object': onPage(hasObjects, corrupt),
  'ignore-maximum': { make: () => ({ ignoresMaximum: true }) },
  'skip-authentication': { make: () => ({ skipsAuthentication: true }) },
};

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

const atWork = (fault: Fault, seed: number): Partial<Misbehaviour> => {
  const random = seededRandom(seed);
  const isTimed = 'every' in fault || 'at' in fault || 'probability' in fault;
  const strikes = isTimed ? striker(fault, random) : () => true;
  return faultKinds[fault.type].make(fault as never, { strikes, random });
};

/**
 * Puts faults to work. Each counts for itself, and each has its own random numbers, so that the same requests meet
 * the same faults, whatever other faults there are. Where two respond to a request, the first in the list does.
 */
export const faultPlan = (faults: ReadonlyArray<Fault>, seed: number): Misbehaviour => {
  const working = faults.map((fault, index) => atWork(fault, seed + index));
  // Every fault is asked, so that each counts every request and every token.
  return {
    onRequest: () =>
      working.reduceRight<Mishap>((all, one) => ({ ...all, ...one.onRequest?.() }), {}),
    refuses: (pageToken, age) => working.filter((one) => one.refuses?.(pageToken, age)).length > 0,
    onPage: (page) => working.reduce((changed, one) => one.onPage?.(changed) ?? changed, page),
    skipsAuthentication: working.some((one) => one.skipsAuthentication),
    ignoresMaximum: working.some((one) => one.ignoresMaximum),
  };
};
