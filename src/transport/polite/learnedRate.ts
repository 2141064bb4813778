import { queue } from '../../model/scheduling/queue';
import type { StartGate } from './Gate';

const minute = 60_000;

/** A rate that nobody configured is known after this many starts within a minute, and this many milliseconds. */
const minStarts = 10;
const minTime = 1_000;

/** Fewer refusals than these, or a smaller share of the answers, do not show a limit. */
const minRefusals = 5;
const minShare = 0.1;

/** For this many milliseconds it is not lowered again: the lower rate has to have an effect first. */
const settling = 20_000;

/** The times of the last minute. */
const lastMinute = () => {
  const times = queue<number>();
  const count = (now: number): number => {
    while (now - (times.first ?? Infinity) >= minute) times.take();
    return times.size;
  };
  return {
    count,
    add: (now: number): void => {
      count(now);
      times.push(now);
    },
    /** How many that are in a minute, once it can be told. */
    perMinute: (now: number): number => {
      const size = count(now);
      const time = now - (times.first ?? now);
      return size < minStarts || time < minTime ? Infinity : (size * minute) / time;
    },
  };
};

interface Slowed {
  readonly rate: number;
  /** The rate before it was lowered. A tenth of this comes back in each minute. */
  readonly full: number;
  readonly since: number;
}

export interface LearnedRate extends StartGate {
  /** How many requests may start in a minute; Infinity: there is no limit. */
  readonly perMinute: (now: number) => number;
  /** The rate where it is half or less of what this said last, or whole again. */
  readonly news: (now: number) => number | undefined;
  readonly answered: (isRefused: boolean, now: number) => void;
}

/**
 * How many requests may start in a minute, as a service that refuses them lets it be known (law 15). Where more than a tenth of the
 * answers of the last minute were refusals, it is as many as the service accepted in that minute, but not less than half of
 * what it was. While it is less than what was configured, starts are even.
 */
export const learnedRate = (configured: number): LearnedRate => {
  const starts = lastMinute();
  const accepted = lastMinute();
  const refused = lastMinute();
  let slowed: Slowed | undefined;
  let lowered = -Infinity;
  let due = -Infinity;
  let said: { readonly rate: number; readonly full: number } | undefined;

  const perMinute = (now: number): number => {
    if (!slowed) return configured;
    const rate = slowed.rate + (slowed.full / 10) * ((now - slowed.since) / minute);
    if (rate < slowed.full) return rate;
    slowed = undefined;
    return configured;
  };

  const isLimited = (now: number): boolean => {
    const refusals = refused.count(now);
    const answers = refusals + accepted.count(now);
    return refusals >= minRefusals && refusals > minShare * answers;
  };

  const lower = (now: number): void => {
    const known = perMinute(now);
    const rate = known < Infinity ? known : starts.perMinute(now);
    if (rate === Infinity) return;
    const lower = Math.max(1, accepted.count(now), rate / 2);
    slowed = { rate: Math.min(rate, lower), full: slowed?.full ?? rate, since: now };
    lowered = now;
    due = Math.max(due, now);
  };

  const answered = (isRefused: boolean, now: number): void => {
    (isRefused ? refused : accepted).add(now);
    if (isRefused && now - lowered >= settling && isLimited(now)) lower(now);
  };

  return {
    perMinute,
    answered,
    news: (now) => {
      const rate = perMinute(now);
      const before = said?.rate ?? slowed?.full ?? Infinity;
      if (slowed && rate <= before / 2) return (said = { rate, full: slowed.full }).rate;
      if (slowed || !said) return undefined;
      const { full } = said;
      said = undefined;
      return full;
    },
    wait: (now) => (perMinute(now) < Infinity && slowed ? due - now : 0),
    started: (now) => {
      if (configured === Infinity) starts.add(now);
      const rate = perMinute(now);
      due = slowed ? Math.max(due, now) + minute / rate : now;
      return (reading, at) => {
        if (reading) answered(reading.isRefused, at);
      };
    },
    state: (now) => {
      const rate = perMinute(now);
      return rate < Infinity ? { perMinute: rate } : {};
    },
  };
};
