import type { HttpResponse } from './http';

/** The service's own clock, if it tells the time: its dates are meant by it, however wrong ours is. */
const timeOf = (headers: HttpResponse['headers'], now: number): number => {
  const told = Date.parse(headers.date ?? '');
  return isNaN(told) ? now : told;
};

/** The milliseconds that a response asks to wait for, in `Retry-After`: seconds, or a date. */
export const retryAfter = ({ headers }: HttpResponse, now: number): number | undefined => {
  const text = headers['retry-after']?.trim();
  if (text === undefined || text === '') return undefined;
  const seconds = Number(text);
  const wait = isNaN(seconds) ? Math.max(0, Date.parse(text) - timeOf(headers, now)) : seconds * 1000;
  return wait >= 0 ? wait : undefined;
};
