import { type HttpResponse, isSuccess, maxErrorBytes } from '../http';
import { limitIn } from './limitWords';
import { isRefusal, limitsIn, resetOf } from './limitsIn';
import { saidIn, wordsIn } from './messageIn';
import { retryAfter } from './retryAfter';

/** What a response says of the limits of its service (laws 15 and 39). */
export interface LimitReading {
  readonly isSuccess: boolean;
  /** Whether it refuses its request because of a limit. */
  readonly isRefused: boolean;
  /** The milliseconds until the service wants requests again. */
  readonly wait?: number;
  /** Where a refusal names no wait: whether the client chooses one, as for a 429 (`short`) or for words (`long`), or waits for nothing. */
  readonly unnamed?: 'short' | 'long' | 'none';
  /** What is left of the limit of which least is left, and the milliseconds until it is whole again. */
  readonly remaining?: number;
  readonly reset?: number;
}

/** What a refusal means that names no wait. Undefined: it has nothing to do with a limit. */
const unnamedWait = (status: number, body: unknown): LimitReading['unnamed'] => {
  if (status !== 403 && status !== 429) return undefined;
  // A transport of the user's may give a body that is not a string.
  const text = String(body).slice(0, maxErrorBytes);
  const limit = limitIn(status, wordsIn({ status }, saidIn(text)));
  if (limit === 'later') return status === 429 ? 'none' : undefined;
  if (status === 429) return 'short';
  return limit === 'soon' ? 'long' : undefined;
};

/** Reads a response once, for all gates. `now` is the time that dates are compared with. */
export const readLimits = (response: HttpResponse, now: number): LimitReading => {
  const { status, body } = response;
  const limits = limitsIn(response, now);
  const [least] = [...limits].sort(
    (one, other) => one.remaining - other.remaining || other.reset - one.reset,
  );
  const mayRefuse = isRefusal(status);
  const wait = Math.max(
    resetOf(limits) ?? -1,
    (mayRefuse ? retryAfter(response, now) : undefined) ?? -1,
  );
  const unnamed = mayRefuse && wait < 0 ? unnamedWait(status, body) : undefined;
  return {
    isSuccess: isSuccess(status),
    isRefused: mayRefuse && (wait >= 0 || unnamed !== undefined),
    ...(wait >= 0 && { wait }),
    ...(unnamed && { unnamed }),
    ...(least && { remaining: least.remaining, ...(least.reset >= 0 && { reset: least.reset }) }),
  };
};
