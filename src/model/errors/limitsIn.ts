import type { HttpResponse } from '../http';
import { dateOf, headerText, isSeconds, retryAfter, untilTime } from './retryAfter';

/** A limit that a service names: what remains of it, and the milliseconds until it is whole again (-1: it does not say so). */
interface Limit {
  readonly remaining: number;
  readonly reset: number;
}

/** The longest wait that a service can name. */
const maxReset = 1e12;

/** The milliseconds until a reset: in seconds from now, since 1970 in seconds or milliseconds, or a date. */
const resetIn = (response: HttpResponse, text: string, now: number): number => {
  const count = isSeconds.test(text) ? Number(text) : NaN;
  const time = count > 1e11 ? count : count * 1000 || dateOf(text);
  const reset = count <= 1e9 ? count * 1000 : untilTime(response, time, now);
  return reset >= 0 ? Math.round(Math.min(reset, maxReset)) : -1;
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
    .map(([remaining, reset = '']) => ({
      remaining: Number(remaining),
      reset: resetIn(response, reset, now),
    }));

/** The longest time until a limit of which nothing remains is whole again. */
export const resetOf = (limits: ReadonlyArray<Limit>): number | undefined => {
  const used = limits.filter(({ remaining, reset }) => remaining === 0 && reset >= 0);
  return used.length > 0 ? Math.max(...used.map(({ reset }) => reset)) : undefined;
};

/** The statuses that may mean that a limit is used up. */
export const isRefusal = (status: number): boolean => [403, 429, 503].includes(status);

/** The milliseconds that an error asks to wait: by its `Retry-After`, or, where it is a refusal, until its limit is whole again. */
export const waitIn = (response: HttpResponse, now: number): number | undefined =>
  retryAfter(response, now) ??
  (isRefusal(response.status) ? resetOf(limitsIn(response, now)) : undefined);
