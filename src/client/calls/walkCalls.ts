import { type Either, isLeft, isRight, left, map as mapRight, right } from 'fp-ts/Either';
import { isSome, none, type Option, some } from 'fp-ts/Option';
import type { Decoder } from 'io-ts';
import { asyncScheduler, EMPTY, map, type Observable, type ObservableInput } from 'rxjs';
import { type Page, pageOf, readObject } from '../../model/endpoints/Page';
import { readItem } from '../../model/records/ObjectRecord';
import type { Envelope, NextPage } from '../../model/paging/envelope';
import { redacting } from '../../model/secrets/redact';
import { statusOf } from '../../model/errors/thrownValue';
import { policyOf, type RetryOptions, type RetryPolicy } from '../../model/errors/retryPolicy';
import { type PageFailure, unreadable, type WalkError } from '../../model/errors/WalkError';
import { codecOption, walkOptionTypes } from '../../model/endpoints/walkOptionTypes';
import { typeName } from '../../model/errors/problemsOf';
import { jsonOf } from '../../model/json/jsonOf';
import { cursorSecrets } from '../../model/secrets/jsonSecrets';
import type { Draft } from '../../model/paging/draft';
import { readParams, withWalkOptions } from '../../model/endpoints/walkParams';
import { checkFunctions } from '../../model/optionChecks';
import { type PageToken, tooLong } from '../../model/PageToken';
import type { Mark } from '../../model/place/Mark';
import type { StandardSchemaV1 } from '../../model/records/StandardSchema';
import type { Fetched } from '../../walk/attemptStep';
import { answerOfCall, type CallAnswer } from './answerOfCall';
import { callFailure } from './callFailure';
import type { WalkOptions } from '../walks/WalkOptions';
import type { PageSource } from '../walks/PageSource';
import { walkOf } from '../walks/walkOf';
import { withRetryDecision } from '../walks/withRetryDecision';

/** Options of `walkCalls`. @since 1.0.0 */
export interface WalkCallsOptions<C, R, I, A> extends WalkOptions {
  /** What errors, events and places call this walk. */
  readonly name: string;
  /** What is asked for, as JSON. A place belongs to it: with another `request` the place is refused. */
  readonly request?: unknown;
  /**
   * Asks for a page: the first one without a cursor, each other one with what `next` made of the page before. `signal` aborts when
   * the walk is left.
   */
  readonly call: (cursor: C | undefined, signal: AbortSignal) => ObservableInput<R>;
  /** The objects of a page. */
  readonly items: (response: R) => ReadonlyArray<I>;
  /** The cursor of the next page, any JSON value. Undefined, null and an empty string mean that this was the last page. */
  readonly next: (response: R) => C | null | undefined;
  /** The codec or schema of the objects. By default they are what `items` gives. */
  readonly codec?: Decoder<unknown, A> | StandardSchemaV1<unknown, A> | undefined;
  /** How often and how soon a failed call is repeated, your own policy, or false for never. Default: `retryPolicy()`. */
  readonly retry?: RetryOptions | RetryPolicy | false | undefined;
  /**
   * Whether a failure without a status may be gone when the call is made again. By default this is so for those that networks,
   * databases and SDKs are known to throw for a moment. Every other one ends the walk at once.
   */
  readonly transient?: ((error: unknown) => boolean) | undefined;
  /** Whether what a call with a cursor threw means that the cursor is no longer accepted. Default: a status of 410. */
  readonly expired?: ((error: unknown) => boolean) | undefined;
  /** As `durable` passes it. Take it out of its start, and use it in `call`. */
  readonly mark?: Mark | undefined;
}

/** What the next call gets, as the token of its page. What is not JSON cannot be kept, nor copied. */
const tokenOfCursor = (cursor: unknown): NextPage => {
  if (cursor === undefined || cursor === null || cursor === '') return right(none);
  const text = jsonOf(cursor);
  return text === undefined || tooLong(text)
    ? left({ rule: 'UnsendableToken' })
    : right(some(text as PageToken));
};

/** Each call gets a copy, which it may change. */
const cursorOfToken = <C>(pageToken: Option<PageToken>): C | undefined =>
  isSome(pageToken) ? (JSON.parse(pageToken.value) as C) : undefined;

const isTokenOfCursor = (text: string): boolean => {
  try {
    return isRight(tokenOfCursor(JSON.parse(text)));
  } catch {
    return false;
  }
};

/** What is not a function: every walk option, and what `durable` passes, too. */
const otherOptions = [
  'name',
  'retry',
  'codec',
  'request',
  'mark',
  'delta',
  ...Object.keys(walkOptionTypes),
];

/** The params of such a walk beside the options of every walk. */
const callParams = withWalkOptions({
  request: {
    problemOf: (value) =>
      value === undefined || jsonOf(value) !== undefined ? '' : 'must be JSON',
    write: (_, value) => jsonOf(value) ?? '',
  },
  codec: codecOption,
  mark: {},
  delta: {},
});

/** Params of calls are written to no request. */
const nowhere: Draft = { method: 'GET', path: '', query: new Map(), body: new Map(), headers: {} };

/** The functions of the user, by which a walk asks for pages and reads them. */
interface Calls<C, R> extends Pick<
  WalkCallsOptions<C, R, unknown, unknown>,
  'call' | 'items' | 'next' | 'transient'
> {
  readonly expired: (error: unknown) => boolean;
}

const envelopeOf = <C, R>(
  { items, next }: Calls<C, R>,
  response: R,
): Either<PageFailure, Envelope> => {
  const data: unknown = items(response);
  return Array.isArray(data)
    ? right({ data, next: tokenOfCursor(next(response)), fields: {} })
    : unreadable([{ at: 'items', message: `must give an array, but gave ${typeName(data)}` }]);
};

const failureOf = <C, R>(
  { expired, transient }: Calls<C, R>,
  thrown: unknown,
  pageToken: Option<PageToken>,
  ms: number,
): PageFailure => {
  const secrets = isSome(pageToken)
    ? [pageToken.value, ...cursorSecrets(cursorOfToken(pageToken))]
    : [];
  const isExpired = isSome(pageToken) && expired(thrown);
  return callFailure(thrown, { ms, clean: redacting()(secrets), isExpired, transient });
};

/** Calls for each page. What the functions throw, other than `call`, goes to the error channel. */
const callingFor =
  <C, R>(calls: Calls<C, R>, policy: RetryPolicy): PageSource['fetch'] =>
  (report, room, walk) =>
  ({ pageToken, pages: page, attempt }) => {
    const asked = asyncScheduler.now();
    const decide = withRetryDecision(policy, report, page, attempt);

    const read = (answer: CallAnswer<R>): Fetched<Envelope> => {
      const ms = asyncScheduler.now() - asked;
      if (answer === undefined)
        return decide(attempt, unreadable([{ at: 'call', message: 'gave no response' }]));
      if (isLeft(answer))
        return decide(attempt, left(failureOf(calls, answer.left, pageToken, ms)));
      const envelope = envelopeOf(calls, answer.right);
      if (isRight(envelope)) {
        // Its size is not known: as many pages wait as `readAhead` says.
        room.came(1);
        report(() => ({ type: 'page', page, objects: envelope.right.data.length, ms }));
      }
      return decide(attempt, envelope);
    };

    report(() => ({ type: 'request', page, attempt: attempt.attempt }));
    // A listener may have left the walk because of the event.
    if (walk.closed) return EMPTY;
    return answerOfCall((signal) => calls.call(cursorOfToken<C>(pageToken), signal)).pipe(
      map(read),
    );
  };

/**
 * Walks the pages that any function gives: an SDK, gRPC, a database, your own code. It is a walk like any other: lazy, at the pace
 * of a valve, with retries, places and events.
 *
 * ```text
 * call()            --a|
 * call(next(a))       ---b|
 * walkCalls(…)      --a--(b|)
 * ```
 *
 * What `call` throws becomes a value: an `HttpFailure` where it has a status, `TimedOut`, or a `NetworkFailure`. What `items`, `next`
 * and `expired` throw goes to the error channel.
 *
 * @example
 * ```ts
 * import { orThrow, walkCalls } from 'pagewalk';
 *
 * const pages = [{ names: ['Ada', 'Bo'], more: 1 }, { names: ['Cy'] }];
 * const people$ = walkCalls({
 *   name: 'people',
 *   call: (cursor: number | undefined) => Promise.resolve(pages[cursor ?? 0] ?? { names: [] }),
 *   items: ({ names }) => names,
 *   next: (page) => ('more' in page ? page.more : undefined),
 * });
 * people$.pipe(orThrow()).subscribe((page) => console.log(page.data.length));
 * // Logs:
 * // 2
 * // 1
 * ```
 *
 * @see durable
 * @since 1.0.0
 */
export const walkCalls = <C, R, I, A = I>(
  options: WalkCallsOptions<C, R, I, A>,
): Observable<Either<WalkError, Page<A>>> => {
  const {
    name,
    call,
    items,
    next,
    retry,
    transient,
    expired = (error) => statusOf(error) === 410,
    ...params
  } = options;
  checkFunctions(
    'walkCalls',
    options,
    ['call', 'items', 'next'],
    ['expired', 'transient'],
    otherOptions,
  );
  if (typeof name !== 'string' || name === '')
    throw new TypeError('walkCalls: name must be a string that is not empty');

  // A place belongs to the name, as it does to a request over HTTP.
  const { identity, problems } = readParams(
    name,
    `${name} GET calls`,
    callParams,
    params,
    ({ write }, value) => write?.(nowhere, value),
  );
  const source: PageSource = {
    identity,
    problemOf: (token) => (isTokenOfCursor(token) ? undefined : 'is not a cursor of such a walk'),
    fetch: callingFor<C, R>({ call, items, next, transient, expired }, policyOf(retry)),
  };
  const read = readObject<A>({ readerOf: readItem }, params);
  const walk = walkOf({ maxBytes: Infinity, walks: 0 }, name, { source, problems }, params);
  return walk.pipe(map(mapRight((page) => pageOf(read, page))));
};
