import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import type { PageToken } from '../PageToken';
import { walkedTo } from './Progress';
import type { WalkError } from './WalkError';

/**
 * Where a walk that ended can continue: the page after the last one whose objects were all emitted. This is the only way to
 * that token: printing the error does not show it.
 *
 * It is `none` where a walk ended at its first page, did not end (`InvalidObject`), or cannot be resumed: the service refused
 * the token (`PageTokenExpired`), returns no more objects (`RetrievalLimitExceeded`), or sent a token that is unusable
 * (a `ProtocolViolation` other than `EmptyPages` and `TooManyPages`).
 *
 * @example
 * ```ts
 * import { type Client, type ListParams, resumeFrom, type WalkError } from 'pagewalk';
 * import { option as O } from 'fp-ts';
 * import { EMPTY } from 'rxjs';
 *
 * const restOf = (client: Client, params: ListParams<unknown>, error: WalkError) => {
 *   const start = resumeFrom(error);
 *   return O.isSome(start) ? client.list({ ...params, ...start.value }) : EMPTY;
 * };
 * ```
 *
 * @since 0.1.0
 */
export const resumeFrom = (error: WalkError): O.Option<{ readonly pageToken: PageToken }> =>
  error._tag === 'InvalidObject' ||
  error._tag === 'PageTokenExpired' ||
  error._tag === 'RetrievalLimitExceeded'
    ? O.none
    : pipe(
        walkedTo.of(error.progress)?.pageToken ?? O.none,
        O.map((pageToken) => ({ pageToken })),
      );
