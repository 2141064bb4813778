import { describe } from '../model/describe';
import type { WalkError } from '../model/WalkError';

/**
 * A `WalkError` as an exception: what `orThrow` puts into the RxJS error channel. The message is `describe`'s line.
 *
 * @example
 * ```ts
 * import { walkError, WalkFailure } from 'pagewalk';
 *
 * const progress = { pages: 1, objects: 100, attempts: 1 };
 * const failure = new WalkFailure(walkError('TimedOut', { after: 5000, progress }));
 * console.log(failure instanceof Error, failure.cause._tag);
 * // Logs:
 * // true TimedOut
 * ```
 *
 * @since 0.1.0
 */
export class WalkFailure extends Error {
  override readonly name = 'WalkFailure';
  override readonly cause: WalkError;

  constructor(cause: WalkError) {
    super(describe(cause));
    this.cause = cause;
  }
}
