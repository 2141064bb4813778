import { queue } from '../model/scheduling/queue';

const minute = 60_000;

const minRate = 0.5;

/** A rate that nobody configured is known after this many starts within a minute, and this many milliseconds. */
const minStarts = 10;
const minTime = 1_000;

/**
 * How many requests may start in a minute, as a service that refuses them lets it be known: half of the rate after a refusal,
 * and a tenth of what was configured is given back each minute. While it is less than that, starts are even.
 */
export const learnedRate = (configured: number) => {
  const recent = queue<number>();
  let last = -Infinity;
  let slowed: { readonly rate: number; readonly full: number; readonly since: number } | undefined;

  /** The rate of the last minute, where none is configured. */
  const measured = (now: number): number => {
    while (now - (recent.first ?? Infinity) >= minute) recent.take();
    const time = now - (recent.first ?? now);
    return recent.size < minStarts || time < minTime ? Infinity : (recent.size * minute) / time;
  };

  const perMinute = (now: number): number => {
    if (!slowed) return configured;
    const rate = slowed.rate + (slowed.full / 10) * ((now - slowed.since) / minute);
    if (rate < slowed.full) return rate;
    slowed = undefined;
    return configured;
  };

  return {
    perMinute,
    /** The milliseconds until the next start may be, as far as this rate says; 0 or less: none. */
    wait: (now: number): number => {
      const rate = perMinute(now);
      return slowed ? last + minute / rate - now : 0;
    },
    add: (now: number): void => {
      last = now;
      if (configured < Infinity) return;
      measured(now);
      recent.push(now);
    },
    refused: (now: number): void => {
      const known = perMinute(now);
      const rate = known < Infinity || slowed ? known : measured(now);
      if (rate === Infinity) return;
      slowed = {
        rate: Math.min(rate, Math.max(minRate, rate / 2)),
        full: slowed?.full ?? rate,
        since: now,
      };
    },
  };
};
