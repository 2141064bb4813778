import { heldRefusal } from '../../model/errors/heldRefusal';
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

/** The response to hand on: without a wait that the queue waits for. `held` are the milliseconds that are left of the hold. */
export const handedOn = (
  response: HttpResponse,
  { isRefused, wait, unnamed }: LimitReading,
  held: number,
  maxHold: number,
): HttpResponse => {
  // A wait of 0 is a named one: the client obeys it, as it would without a queue.
  const isHeld = isRefused && unnamed !== 'none' && wait !== 0 && (wait ?? 0) <= maxHold;
  if (!isHeld) return response;
  const ms = Math.max(held, maxHold / maxHolds);
  return heldRefusal.carry(withoutWait(response), {
    addTo: (before) => (before + ms > maxHold ? undefined : before + ms),
  });
};
