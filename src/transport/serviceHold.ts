import { asyncScheduler } from 'rxjs';
import { retryAfter } from '../model/errors/retryAfter';
import type { HttpResponse } from '../model/http';
import type { SteadyClock } from './steadyClock';

/** The longest time for which one answer can hold the line. */
const maxHold = 600_000;
const firstBackoff = 1_000;
const maxBackoff = 60_000;

/** The silence that a service asks for (law 15). */
export interface ServiceHold {
  /** How many there have been. */
  readonly count: number;
  /** The milliseconds that are left of it; 0 or less: none. */
  readonly left: () => number;
  /**
   * Reads the response to a request that was sent after this many holds; `onHold` is called when it asks for silence. Gives the
   * response as it is handed on: what the whole line waits for, the walk that was refused need not wait for again.
   */
  readonly hear: (response: HttpResponse, holdsBefore: number, onHold: (ms: number) => void) => HttpResponse;
}

const withoutRetryAfter = (response: HttpResponse): HttpResponse => ({
  ...response,
  headers: Object.fromEntries(Object.entries(response.headers).filter(([name]) => name !== 'retry-after')),
});

export const serviceHold = ({ now }: SteadyClock): ServiceHold => {
  let count = 0;
  let until = 0;
  let backoff = firstBackoff;
  return {
    get count() {
      return count;
    },
    left: () => until - now(),
    hear: (response, holdsBefore, onHold) => {
      const { status } = response;
      if (status >= 200 && status < 300) backoff = firstBackoff;
      if (status !== 429 && status !== 503) return response;
      const asked = retryAfter(response, asyncScheduler.now());
      if (asked === undefined && (status === 503 || holdsBefore < count)) return response;
      const ms = Math.min(asked ?? backoff, maxHold);
      count += 1;
      until = Math.max(until, now() + ms);
      if (asked === undefined) backoff = Math.min(backoff * 2, maxBackoff);
      if (ms > 0) onHold(ms);
      return asked === ms ? withoutRetryAfter(response) : response;
    },
  };
};
