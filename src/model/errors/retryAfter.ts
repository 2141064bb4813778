import type { HttpResponse } from '../http';

/** A longer header says nothing. */
const maxHeader = 4_096;

const isSeconds = /^\d+(\.\d+)?$/;
const isDate = /^[a-z]{3,9},? .*\d\d:\d\d:\d\d/i;

/** A date as HTTP writes it, else NaN: `Date.parse` finds one in nearly anything. The oldest of the three formats names no zone. */
const dateOf = (text: string): number => (isDate.test(text) ? Date.parse(text.replace(/( GMT)?$/, ' GMT')) : NaN);

/** The text of a header; empty where it is missing or too long. */
const textOf = ({ headers }: HttpResponse, name: string): string => {
  const text = headers[name] ?? '';
  return text.length > maxHeader ? '' : text.trim();
};

/** The milliseconds until a time that a response names: as a date, in seconds, or above `maxSeconds` since 1970. NaN: none. */
const timeTo = (response: HttpResponse, text: string, now: number, maxSeconds = Infinity): number => {
  const count = isSeconds.test(text) ? Number(text) : NaN;
  if (count <= maxSeconds) return count * 1000;
  const time = count > 1e11 ? count : count * 1000 || dateOf(text);
  // Times are meant by the service's own clock, if it tells the time, however wrong ours is.
  return Math.max(0, time - (dateOf(textOf(response, 'date')) || now));
};

/** A limit that a service names: what remains of it, and the milliseconds until it is whole again (NaN: it does not say so). */
type Limit = readonly [remaining: number, reset: number];

/** The limits that a response names (law 39). */
export const limitsIn = (response: HttpResponse, now: number): ReadonlyArray<Limit> =>
  ['ratelimit', 'x-ratelimit', 'x-rate-limit']
    .map((family) => ['-remaining', '-reset'].map((name) => textOf(response, family + name)))
    .concat(
      // A name in quotes may hold anything.
      textOf(response, 'ratelimit')
        .replace(/"(\\.|[^"\\])*"/g, '')
        .split(',')
        .map((entry) => ['r', 't'].map((name) => RegExp(`;\\s*${name}=([^;]*)`).exec(entry)?.[1]?.trim() ?? '')),
    )
    .filter(([remaining = '']) => /^\d+$/.test(remaining))
    .map(([remaining, reset = '']) => [Number(remaining), timeTo(response, reset, now, 1e9)]);

/** The longest time until a limit of which nothing remains is whole again. */
export const resetOf = (limits: ReadonlyArray<Limit>): number | undefined =>
  limits.flatMap(([remaining, reset]) => (remaining === 0 && reset >= 0 ? reset : [])).sort((a, b) => b - a)[0];

/** The statuses that may mean that a limit is used up. */
export const isRefusal = (status: number): boolean => [403, 429, 503].includes(status);

/** The milliseconds that an error response asks to wait for: its `Retry-After`, or until its limits are whole again. */
export const retryAfter = (response: HttpResponse, now: number): number | undefined => {
  const asked = timeTo(response, textOf(response, 'retry-after'), now);
  if (asked >= 0) return asked;
  return isRefusal(response.status) ? resetOf(limitsIn(response, now)) : undefined;
};
