import { asyncScheduler } from 'rxjs';
import { heldRefusal } from '../model/errors/heldRefusal';
import { isRefusal, limitsIn, resetOf, withRetryAfter } from '../model/errors/limitsIn';
import { messageIn, saidIn } from '../model/errors/messageIn';
import { limitWait, retryAfter, saysLimit } from '../model/errors/retryAfter';
import { type HttpResponse, isSuccess, maxErrorBytes } from '../model/http';
import type { SteadyClock } from './steadyClock';

/** The first and the longest wait after a 429 that says nothing of waiting. */
const firstBackoff = 1_000;
const maxBackoff = 60_000;

/** No page is asked for more often than this because of holds: a service may ask for a millisecond. */
const maxHolds = 600;

const ofWaits = /^(?:retry-after|(?:x-)?rate-?limit(?:-reset)?)$/;

/** A refusal for which the whole line waits already. A 403 that says nothing about waiting would end a walk. */
const withoutWait = (response: HttpResponse): HttpResponse => ({
  ...response,
  headers: {
    ...Object.fromEntries(Object.entries(response.headers).filter(([name]) => !ofWaits.test(name))),
    ...(response.status === 403 && { 'retry-after': '0' }),
  },
});

/** The milliseconds to wait for a limit that no header tells of, after this many refusals in a row. Undefined: it is no limit. */
const unnamedWait = (
  // A transport of the user's may give a body that is not a string.
  { status, body }: { readonly status: number; readonly body: unknown },
  refusals: number,
): number | undefined => {
  if (saysLimit(status, messageIn(saidIn(String(body).slice(0, maxErrorBytes)))))
    return limitWait(refusals);
  return status === 429 ? Math.min(firstBackoff * 2 ** (refusals - 1), maxBackoff) : undefined;
};

/** What was known when a request started: how many holds there had been, and how many requests. */
export interface Started {
  readonly holds: number;
  readonly order: number;
}

/** The silence that a service asks for, and what it says of its limits (laws 15 and 39). */
export const serviceHold = ({ now }: SteadyClock, maxHold: number) => {
  let count = 0;
  let until = 0;
  let refusals = 0;
  let newest = 0;
  let limitsNow: { readonly remaining?: number; readonly resetsAt?: number } = {};
  let wholeAt = 0;

  const noteLimits = (limits: ReturnType<typeof limitsIn>, order: number, at: number): void => {
    const [least] = [...limits].sort(([one, a], [other, b]) => one - other || (b || 0) - (a || 0));
    // What was counted before the response that is known already.
    if (!least || order < newest) return;
    newest = order;
    limitsNow = { remaining: least[0], ...(least[1] >= 0 && { resetsAt: at + least[1] }) };
    wholeAt = now() + (least[1] || 0);
  };

  return {
    get count() {
      return count;
    },
    get limits() {
      return limitsNow;
    },
    /** The milliseconds that are left of it; 0 or less: none. */
    remaining: () => until - now(),
    /** The milliseconds until a limit is whole again of which the requests in flight may use all that remains; 0 or less: none. */
    spent: (inFlight: number): number => {
      const { remaining = Infinity } = limitsNow;
      return inFlight >= Math.max(1, remaining) ? wholeAt - now() : 0;
    },
    /**
     * Reads the response to a request; `onHold` is called when it asks for silence. Returns the response to hand on: without
     * the wait that the whole line now waits for.
     */
    observeResponse: (
      response: HttpResponse,
      { holds, order }: Started,
      onHold: (ms: number, isRefusal: boolean) => void,
    ): HttpResponse => {
      const at = asyncScheduler.now();
      const isRefused = isRefusal(response.status);
      if (isSuccess(response.status)) refusals = 0;
      const limits = limitsIn(response, at);
      noteLimits(limits, order, at);
      const hold = (ms: number): void => {
        // Those that respond to requests from before a hold count as one.
        const isFirst = holds === count;
        if (isRefused || ms > 0) count += 1;
        until = Math.max(until, now() + ms);
        if (ms > 0) onHold(ms, isRefused && isFirst);
      };
      const handedOn = (): HttpResponse => {
        const ms = Math.max(until - now(), maxHold / maxHolds);
        return heldRefusal.carry(withoutWait(response), {
          addTo: (before) => (before + ms > maxHold ? undefined : before + ms),
        });
      };

      const asked = Math.max(
        resetOf(limits) ?? -1,
        (isRefused ? retryAfter(response, at) : undefined) ?? -1,
      );
      if (asked >= 0) {
        hold(Math.min(asked, maxHold));
        if (!isRefused) return response;
        if (asked > maxHold) return withRetryAfter(response, at);
        return asked > 0 ? handedOn() : withoutWait(response);
      }
      const unnamed = isRefused ? unnamedWait(response, refusals + 1) : undefined;
      if (unnamed === undefined) return response;
      if (holds === count) {
        refusals += 1;
        hold(Math.min(unnamed, maxHold));
      }
      return handedOn();
    },
  };
};
