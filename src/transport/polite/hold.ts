import { limitWait, refusalWait } from '../../model/errors/limitWords';
import type { LimitReading } from '../../model/errors/readLimits';
import type { StartGate } from './Gate';

/** How long the others wait for the response to the first request after a hold. */
const maxProbe = 2_000;

export interface HoldGate extends StartGate {
  /** The milliseconds that are left of it; 0 or less: none. */
  readonly remaining: (now: number) => number;
}

/** The milliseconds of silence that a response asks for, if it is the n-th refusal in a row without a named wait. */
const askedBy = ({ wait, unnamed }: LimitReading, refusals: number): number | undefined => {
  if (wait !== undefined) return wait;
  if (unnamed === 'short') return refusalWait(refusals);
  return unnamed === 'long' ? limitWait(refusals) : undefined;
};

/**
 * The silence that a service asks for, `maxHold` at most (law 15). When it is over, one request leaves. The others follow when
 * that is answered. `onHold` hears of each hold, and whether it is of a refusal that does not belong to a hold before.
 */
export const hold = (maxHold: number, onHold: (ms: number, isFirst: boolean) => void): HoldGate => {
  let until = 0;
  let count = 0;
  let refusals = 0;
  let probe: 'due' | { readonly since: number } | undefined;

  const holdFor = (ms: number, now: number, isFirst: boolean): void => {
    if (ms <= 0) return;
    until = Math.max(until, now + ms);
    probe = 'due';
    onHold(ms, isFirst);
  };

  const hear = (reading: LimitReading, known: number, now: number): void => {
    const isFirst = known === count;
    if (reading.isSuccess) refusals = 0;
    // Those that respond to requests from before a hold count as one.
    if (reading.unnamed && !isFirst) return;
    const asked = askedBy(reading, refusals + 1);
    if (asked === undefined) return;
    if (reading.unnamed) refusals += 1;
    if (reading.isRefused || asked > 0) count += 1;
    holdFor(Math.min(asked, maxHold), now, reading.isRefused && isFirst);
  };

  return {
    remaining: (now) => until - now,
    wait: (now) => {
      if (until > now) return until - now;
      return typeof probe === 'object' ? probe.since + maxProbe - now : 0;
    },
    started: (now) => {
      const known = count;
      const own = probe === 'due' ? { since: now } : undefined;
      probe = own;
      return (reading, at) => {
        if (own && probe === own) probe = undefined;
        if (reading) hear(reading, known, at);
      };
    },
  };
};
