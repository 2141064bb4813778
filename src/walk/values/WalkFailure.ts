import { explain } from '../../model/errors/explain';
import type { Busy, Superseded } from '../../model/errors/Superseded';
import type { WalkError } from '../../model/errors/WalkError';

/** What is not a `WalkError` may contain anything, and is not printed. A string was made to be read. */
const messageOf = (cause: unknown): string => {
  try {
    return explain(cause as WalkError | Superseded | Busy);
  } catch {
    return typeof cause === 'string'
      ? cause
      : 'the stream holds an error that is not a WalkError: see its cause';
  }
};

/**
 * A `WalkError` as an exception: what `orThrow` puts into the RxJS error channel. The message is `explain`'s line, or
 * the Left itself where that is a string.
 *
 * @example
 * ```ts
 * import { walkError, WalkFailure } from 'pagewalk';
 *
 * const progress = { pages: 1, objects: 100, attempts: 1 };
 * console.log(new WalkFailure(walkError('TimedOut', { after: 5000, progress })).cause._tag);
 * // Logs:
 * // TimedOut
 * ```
 *
 * @since 0.1.0
 */
export class WalkFailure<E = WalkError> extends Error {
  override readonly name = 'WalkFailure';
  override readonly cause: E;

  constructor(cause: E) {
    super(messageOf(cause));
    this.cause = cause;
  }
}
