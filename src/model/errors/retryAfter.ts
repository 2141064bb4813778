import type { HttpResponse } from '../http';

/** Seconds, or a date as HTTP writes it; `Date.parse` by itself finds a date in nearly anything. */
const isSeconds = /^\d+(\.\d+)?$/;
const isDate = /^[a-z]{3,9},? .*\d\d:\d\d:\d\d/i;

/** The milliseconds that a response asks to wait for, in `Retry-After`. */
export const retryAfter = ({ headers }: HttpResponse, now: number): number | undefined => {
  const text = headers['retry-after']?.trim() ?? '';
  if (isSeconds.test(text)) return Number(text) * 1000;
  // The oldest of HTTP's three formats leaves the time zone out; it is the same one.
  const date = isDate.test(text) ? Date.parse(text.replace(/( GMT)?$/, ' GMT')) : NaN;
  // Dates are meant by the service's own clock, if it tells the time, however wrong ours is.
  return isNaN(date) ? undefined : Math.max(0, date - (Date.parse(headers.date ?? '') || now));
};
