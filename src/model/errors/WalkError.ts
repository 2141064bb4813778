import { type Either, left } from 'fp-ts/Either';
import type { Progress } from './Progress';

/** One thing that is wrong, and where: a parameter's name, or a path inside the response. @since 0.1.0 */
export interface Problem {
  readonly at: string;
  readonly message: string;
}

/** What the service said in an error response. What it left out, or wrote in another shape, is absent. @since 0.1.0 */
export interface ServiceAnswer {
  readonly status: number;
  readonly errorCode?: string;
  readonly errorName?: string;
  readonly errorInstanceId?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** The service's own words, in one line of at most 500 characters. */
  readonly message?: string;
}

/** The end of a walk that did not reach its last page. @since 0.1.0 */
export interface Ended {
  readonly progress: Progress;
}

/** The params cannot be right. Nothing was sent. @since 0.1.0 */
export interface InvalidRequest extends Ended {
  readonly _tag: 'InvalidRequest';
  readonly problems: ReadonlyArray<Problem>;
}

/** The service refused the credential, or its source failed. The `status` is then that of the source, if it has one. @since 0.1.0 */
export interface Unauthorized extends Ended, Partial<ServiceAnswer> {
  readonly _tag: 'Unauthorized';
  readonly reason: string;
}

/** The service no longer accepts the page token, or the snapshot behind it is stale: begin again. @since 0.1.0 */
export interface PageTokenExpired extends Ended, ServiceAnswer {
  readonly _tag: 'PageTokenExpired';
}

/** The walk reached the maximum number of objects that the service returns across pages. @since 0.1.0 */
export interface RetrievalLimitExceeded extends Ended, ServiceAnswer {
  readonly _tag: 'RetrievalLimitExceeded';
}

/** Any other response whose status is not 2xx, including redirects, which are not followed. @since 0.1.0 */
export interface HttpFailure extends Ended, ServiceAnswer {
  readonly _tag: 'HttpFailure';
  /**
   * The milliseconds that the service asked to wait before the next request: its `Retry-After`, or of a 403, 429 or 503 the time
   * until the limit is reset of which nothing remains (`X-RateLimit-Reset`, and the like). Absent where it named no time.
   */
  readonly retryAfter?: number;
}

/** No complete response arrived. @since 0.1.0 */
export interface NetworkFailure extends Ended {
  readonly _tag: 'NetworkFailure';
  readonly reason: string;
  /** The platform's own code, such as ECONNRESET. */
  readonly code?: string;
  /** Another attempt would fail in the same way: the request is not repeated, whatever the policy says. */
  readonly permanent?: true;
  /** The milliseconds that the error of a call asked to wait before the next one. @since 1.0.0 */
  readonly retryAfter?: number;
}

/** The response was not complete in time. @since 0.1.0 */
export interface TimedOut extends Ended {
  readonly _tag: 'TimedOut';
  /** The timeout, in milliseconds. */
  readonly after: number;
}

/** The response is not a page: not JSON, no array `data`, a token of a wrong type, or too large. @since 0.1.0 */
export interface InvalidEnvelope extends Ended {
  readonly _tag: 'InvalidEnvelope';
  readonly problems: ReadonlyArray<Problem>;
  /** The body is the beginning of JSON. That may be temporary, so the request was repeated first. */
  readonly isCut?: true;
  /** The service's own words, if the items are missing: some services respond with an error and the status 200. */
  readonly message?: string;
}

/** A record that its codec refused, or that lacks what the codec reads. The walk continues after it. @since 0.1.0 */
export interface InvalidObject {
  readonly _tag: 'InvalidObject';
  /** The page it came in, counted from 0. */
  readonly page: number;
  /** Its index in that page, counted from 0. */
  readonly index: number;
  readonly problems: ReadonlyArray<Problem>;
  /** The record as it came. */
  readonly record: unknown;
}

/** The rules of the conventions that a readable page can break. @since 0.1.0 */
export type BrokenRule =
  | 'EmptyToken'
  | 'NullToken'
  | 'UnsendableToken'
  | 'RepeatedToken'
  | 'EmptyPages'
  | 'TooManyPages'
  | 'MissingCursor'
  | 'ForeignLink'
  | 'RepeatedPage'
  | 'MoreElsewhere'
  | 'MissingDelta';

/** The objects of a page were emitted, but what it says about the next page breaks a rule. @since 0.1.0 */
export interface ProtocolViolation extends Ended {
  readonly _tag: 'ProtocolViolation';
  readonly rule: BrokenRule;
  /** Where the response says that there is more, of `MoreElsewhere`: `next_cursor`, `meta.next`, `header:link`. */
  readonly at?: string;
}

/** Everything that a walk can emit instead of an object: plain data, to be matched by `_tag`. @since 0.1.0 */
export type WalkError =
  | InvalidRequest
  | Unauthorized
  | PageTokenExpired
  | RetrievalLimitExceeded
  | HttpFailure
  | NetworkFailure
  | TimedOut
  | InvalidEnvelope
  | InvalidObject
  | ProtocolViolation;

/** What ends a walk: every `WalkError` but `InvalidObject`. @since 0.1.0 */
export type WalkEnd = Exclude<WalkError, InvalidObject>;

/** The tags of a `WalkError`. @since 0.1.0 */
export type WalkErrorTag = WalkError['_tag'];

/** The `WalkError` of a tag. @since 0.1.0 */
export type WalkErrorOf<Tag extends WalkErrorTag> = Extract<WalkError, { readonly _tag: Tag }>;

type WithoutProgress<E> = E extends Ended ? Omit<E, 'progress'> : never;

/** What went wrong with one page, before the walk adds its progress. @since 0.1.0 */
export type PageFailure = WithoutProgress<WalkError>;

export const unreadable = (
  problems: ReadonlyArray<Problem>,
  details?: Pick<InvalidEnvelope, 'isCut' | 'message'>,
): Either<PageFailure, never> => left({ _tag: 'InvalidEnvelope', problems, ...details });

/** The end of a walk whose params are wrong: nothing was sent. */
export const invalidRequest = (problems: ReadonlyArray<Problem>): Either<WalkError, never> =>
  left({ _tag: 'InvalidRequest', problems, progress: { pages: 0, objects: 0, attempts: 0 } });

/**
 * Makes a `WalkError` of one tag: for tests, and for code that adds its own errors to the stream of a walk.
 *
 * @example
 * ```ts
 * import { walkError } from 'pagewalk';
 *
 * const error = walkError('TimedOut', { after: 5000, progress: { pages: 2, objects: 200, attempts: 1 } });
 * ```
 *
 * @since 0.1.0
 */
export const walkError = <Tag extends WalkErrorTag>(
  tag: Tag,
  detail: Omit<WalkErrorOf<Tag>, '_tag'>,
): WalkErrorOf<Tag> => ({ ...detail, _tag: tag }) as unknown as WalkErrorOf<Tag>;

/**
 * A guard for one tag or several, made for `filter`.
 *
 * @example
 * ```ts
 * import { isWalkError, walkError } from 'pagewalk';
 *
 * const error = walkError('TimedOut', { after: 5000, progress: { pages: 0, objects: 0, attempts: 1 } });
 * console.log(isWalkError('TimedOut', 'NetworkFailure')(error));
 * // Logs:
 * // true
 * ```
 *
 * @since 0.1.0
 */
export const isWalkError =
  <Tag extends WalkErrorTag>(...tags: ReadonlyArray<Tag>) =>
  (error: WalkError): error is WalkErrorOf<Tag> =>
    (tags as ReadonlyArray<WalkErrorTag>).includes(error._tag);

/**
 * Handles every tag. A forgotten tag does not compile.
 *
 * @example
 * ```ts
 * import { matchWalkError } from 'pagewalk';
 *
 * const exitCode = matchWalkError({
 *   InvalidRequest: () => 2,
 *   Unauthorized: () => 77,
 *   PageTokenExpired: () => 75,
 *   RetrievalLimitExceeded: () => 0,
 *   HttpFailure: (error) => (error.status >= 500 ? 75 : 1),
 *   NetworkFailure: () => 75,
 *   TimedOut: () => 75,
 *   InvalidEnvelope: () => 76,
 *   InvalidObject: () => 65,
 *   ProtocolViolation: () => 76,
 * });
 * ```
 *
 * @since 0.1.0
 */
export const matchWalkError =
  <R>(handlers: { readonly [Tag in WalkErrorTag]: (error: WalkErrorOf<Tag>) => R }) =>
  (error: WalkError): R =>
    (handlers[error._tag] as (error: WalkError) => R)(error);
