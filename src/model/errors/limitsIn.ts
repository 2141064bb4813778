import type { HttpResponse } from '../http';
import { dateOf, headerText, isSeconds, retryAfter, untilTime } from './retryAfter';

/** A limit that a service names: what remains of it, and the milliseconds until it is whole again (NaN: it does not say so). */
type Limit = readonly [remaining: number, reset: number];

/** The milliseconds until a reset: in seconds from now, since 1970 in seconds or milliseconds, or a date. NaN: none. */
const resetIn = (response: HttpResponse, text: string, now: number): number => {
  const count = isSeconds.test(text) ? Number(text) : NaN;
  if (count <= 1e9) return count * 1000;
  return untilTime(response, count > 1e11 ? count : count * 1000 || dateOf(text), now);
};

/** The limits that a response names in other headers than `Retry-After` (law 39). */
export const limitsIn = (response: HttpResponse, now: number): ReadonlyArray<Limit> =>
  ['ratelimit', 'x-ratelimit', 'x-rate-limit']
    .map((family) => ['-remaining', '-reset'].map((name) => headerText(response, family + name)))
    .concat(
      // A name in quotes may hold anything.
      headerText(response, 'ratelimit')
        .replace(/"(\\.|[^"\\])*"/g, '')
        .split(',')
        .map((entry) =>
          ['r', 't'].map((name) => RegExp(`;\\s*${name}=([^;]*)`).exec(entry)?.[1]?.trim() ?? ''),
        ),
    )
    .filter(([remaining = '']) => /^\d+$/.test(remaining))
    .map(([remaining, reset = '']) => [Number(remaining), resetIn(response, reset, now)]);

/** The longest time until a limit of which nothing remains is whole again. */
export const resetOf = (limits: ReadonlyArray<Limit>): number | undefined =>
  limits
    .flatMap(([remaining, reset]) => (remaining === 0 && reset >= 0 ? reset : []))
    .sort((a, b) => b - a)[0];

/** The statuses that may mean that a limit is used up. */
export const isRefusal = (status: number): boolean => [403, 429, 503].includes(status);

/** A response whose wait a client can read: one that is refused until a limit is whole again gets a `Retry-After`. */
export const withRetryAfter = (response: HttpResponse, now: number): HttpResponse => {
  const isSilent = isRefusal(response.status) && retryAfter(response, now) === undefined;
  const reset = isSilent ? resetOf(limitsIn(response, now)) : undefined;
  if (reset === undefined) return response;
  // Digits, whatever the number: a client reads no exponents.
  const seconds = Math.min(reset / 1000, 1e9).toFixed(3);
  return { ...response, headers: { ...response.headers, 'retry-after': seconds } };
};
