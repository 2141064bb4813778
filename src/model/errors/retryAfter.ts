import type { HttpResponse } from '../http';

/** A longer header says nothing. */
const maxHeader = 4_096;

export const isSeconds = /^\d+(\.\d+)?$/;
const isDate = /^[a-z]{3,9},? .*\d\d:\d\d:\d\d/i;

/** A date as HTTP writes it, else NaN: `Date.parse` finds one in nearly anything. The oldest of the three formats names no zone. */
export const dateOf = (text: string): number =>
  isDate.test(text) ? Date.parse(text.replace(/( GMT)?$/, ' GMT')) : NaN;

/** The text of a header; empty where it is missing or too long. */
export const headerText = ({ headers }: HttpResponse, name: string): string => {
  const text = headers[name] ?? '';
  return text.length > maxHeader ? '' : text.trim();
};

/** The milliseconds until a time that a response names. It is meant by the service's own clock, however wrong ours is. */
export const untilTime = (response: HttpResponse, time: number, now: number): number =>
  Math.max(0, time - (dateOf(headerText(response, 'date')) || now));

/** The milliseconds that the `Retry-After` of a response asks to wait for. */
export const retryAfter = (response: HttpResponse, now: number): number | undefined => {
  const text = headerText(response, 'retry-after');
  const asked = isSeconds.test(text) ? Number(text) * 1000 : untilTime(response, dateOf(text), now);
  return asked >= 0 ? asked : undefined;
};
