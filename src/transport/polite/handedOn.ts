import { politeNote } from '../../model/errors/politeNote';
import type { LimitReading } from '../../model/errors/readLimits';
import type { HttpResponse } from '../../model/http';

const ofWaits = /^(?:retry-after|(?:x-)?rate-?limit(?:-reset)?)$/;

/** A refusal for which the whole queue waits already. A 403 that says nothing about waiting would end a walk. */
const withoutWait = (response: HttpResponse): HttpResponse => ({
  ...response,
  headers: {
    ...Object.fromEntries(Object.entries(response.headers).filter(([name]) => !ofWaits.test(name))),
    ...(response.status === 403 && { 'retry-after': '0' }),
  },
});

/** No page is asked for more often than this because of holds: a service may ask for a millisecond. */
const maxHolds = 600;

/** The response to hand on, without a wait that the queue waits for. `left` are the milliseconds that are left of the hold. */
export const handedOn = (
  response: HttpResponse,
  { isRefused, wait, unnamed }: LimitReading,
  left: number,
  maxHold: number,
  perMinute: number | undefined,
): HttpResponse => {
  // A wait of 0 is a named one: the client obeys it, as it would without a queue.
  const isHeld = isRefused && unnamed !== 'none' && wait !== 0 && (wait ?? 0) <= maxHold;
  if (!isHeld && perMinute === undefined) return response;
  const hold = isHeld ? { ms: Math.max(left, maxHold / maxHolds), max: maxHold } : undefined;
  // What a transport gave may be frozen.
  const shown = isHeld ? withoutWait(response) : { ...response };
  return politeNote.carry(shown, { hold, perMinute });
};
