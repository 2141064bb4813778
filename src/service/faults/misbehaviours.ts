import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { serviceError, type ServiceError } from '../answers/ServiceError';
import { unauthorized } from '../secrets/authorize';
import { pick, type Random } from '../store/random';
import { cycleTokens } from './cycleTokens';
import { expireToken } from './expireToken';
import type { Fault } from './Fault';
import type { Misbehaviour, Mishap, OutgoingPage } from './Misbehaviour';

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

/** Every fault, at work. */
export const misbehaviours: Makers = {
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
