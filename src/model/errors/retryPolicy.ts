import { type Option, none, some } from 'fp-ts/Option';
import { limitIn, limitWait, refusalWait } from './limitWords';
import type { HttpFailure, PageFailure } from './WalkError';
import { checkAtLeast0, checkKnown } from '../optionChecks';

/** How often and how fast the request for a page is repeated. @since 0.1.0 */
export interface RetryOptions {
  /**
   * The maximum number of requests for one page. A request whose credential was refused does not count; the one that follows it
   * does. Before each request that counts, at most two were refused. Default 5; a 429 that names no time is repeated until
   * the waits for it are two minutes in sum, which are eight requests.
   */
  readonly attempts?: number | undefined;
  /** The first wait is a random part of this many milliseconds, each further wait of twice as many. Default 250. */
  readonly baseDelay?: number | undefined;
  /**
   * The longest wait, in milliseconds. If the service asks for a longer one (`retryAfter`), the walk ends with the failure.
   * A random part is added to a shorter one. Default 60,000.
   */
  readonly maxDelay?: number | undefined;
}

/**
 * Decides about a failed request: the milliseconds to wait before it is sent again, or none to end the walk. `attempts` counts
 * the requests for this page that failed, this one included, without those of a refused credential. `random` is a new number
 * from 0 up to 1.
 *
 * @since 0.1.0
 */
export type RetryPolicy = (
  failure: PageFailure,
  attempts: number,
  random: number,
) => Option<number>;

type RefusedPage = Pick<HttpFailure, 'status' | 'message' | 'retryAfter'>;

/** The statuses that may be different when one asks again. */
const transientStatuses: ReadonlyArray<number> = [408, 429, 500, 502, 503, 504];

/** By then any delay is the longest one. Without a bound the power would be infinite, and infinity times 0 is not a delay. */
const maxDoublings = 40;

const isTransientStatus = ({ status, message, retryAfter }: RefusedPage): boolean => {
  if (retryAfter !== undefined) return status === 403 || transientStatuses.includes(status);
  const limit = limitIn(status, message);
  // A 403 that speaks of a limit is not a right that is missing.
  return limit ? limit === 'soon' : transientStatuses.includes(status);
};

const isTransient = (failure: PageFailure): boolean =>
  failure._tag === 'NetworkFailure' ||
  failure._tag === 'TimedOut' ||
  (failure._tag === 'HttpFailure' && isTransientStatus(failure)) ||
  (failure._tag === 'InvalidEnvelope' && failure.isCut === true);

/** The wait that a client chooses after the n-th refusal that names none. Undefined: it is no refusal. */
const chosenWait = (failure: PageFailure, attempts: number): number | undefined => {
  if (failure._tag !== 'HttpFailure' || failure.retryAfter !== undefined) return undefined;
  if (failure.status === 429) return refusalWait(attempts);
  return failure.status === 403 ? limitWait(attempts) : undefined;
};

const is429 = (failure: PageFailure): boolean => 'status' in failure && failure.status === 429;

/** How long 429s that name no time are waited for, by default; each wait counts for a second at least. */
const patience = 120_000;

/** Whether the waits before the n-th attempt have used up the patience. */
const isImpatient = (attempts: number, maxDelay: number): boolean => {
  let sum = 0;
  for (let before = 1; before < attempts && sum < patience; before += 1)
    sum += Math.max(1_000, Math.min(refusalWait(before), maxDelay));
  return sum >= patience;
};

/**
 * The default policy of a client: exponential backoff with full jitter for failures that may be temporary. These are: no
 * response, no response in time, a body that was cut off, the statuses 408, 429, 500, 502, 503 and 504, and a 403 that says
 * when to ask again, or speaks of a rate limit. A wait that the service asks for is added. Every other failure ends the walk
 * (law 11).
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, retryPolicy } from 'pagewalk';
 * import { option as O } from 'fp-ts';
 *
 * const patient = retryPolicy({ attempts: 10, maxDelay: 300_000 });
 * createClient({
 *   transport: axiosTransport({ baseURL: 'https://objects.example.com' }),
 *   // This service means "busy" when it says 409.
 *   retry: (failure, attempts, random) =>
 *     failure._tag === 'HttpFailure' && failure.status === 409 && attempts < 10
 *       ? O.some(1000 + 1000 * random)
 *       : patient(failure, attempts, random),
 * });
 * ```
 *
 * @since 0.1.0
 */
export const retryPolicy = (options: RetryOptions = {}): RetryPolicy => {
  if (typeof options !== 'object') throw new TypeError('retry must be options, a policy or false');
  const { attempts: maxAttempts = 5, baseDelay = 250, maxDelay = 60_000, ...others } = options;
  checkKnown('retry', others);
  checkAtLeast0('retry: baseDelay', baseDelay);
  checkAtLeast0('retry: maxDelay', maxDelay);
  if (!(maxAttempts >= 1 && Math.floor(maxAttempts) === maxAttempts))
    throw new TypeError('retry: attempts must be a whole number, at least 1');
  return (failure, attempts, random) => {
    if (!isTransient(failure)) return none;
    const chosen = chosenWait(failure, attempts);
    const isPatient = options.attempts === undefined && chosen !== undefined;
    const isLast = attempts >= maxAttempts;
    if (isPatient && is429(failure) ? isImpatient(attempts, maxDelay) : isLast) return none;
    if (chosen !== undefined && is429(failure))
      return some(Math.min(chosen, maxDelay) * (1 + random / 4));
    const { retryAfter: named } = failure as { readonly retryAfter?: number };
    const asked = named ?? Math.min(chosen ?? 0, maxDelay);
    if (asked > maxDelay) return none;
    // On top of what the service asks for, or all who were asked to wait would come back together.
    const backoff = baseDelay * 2 ** Math.min(attempts - 1, maxDoublings);
    return some(asked + random * Math.min(maxDelay, backoff));
  };
};

/** Never sends a request again. */
export const noRetry: RetryPolicy = () => none;

/** The policy of what a user gives: options, a policy, or false for none. */
export const policyOf = (retry: RetryOptions | RetryPolicy | false | undefined): RetryPolicy =>
  retry === false ? noRetry : typeof retry === 'function' ? retry : retryPolicy(retry);
