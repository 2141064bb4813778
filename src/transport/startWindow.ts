import { identity } from 'rxjs';
import { queue } from '../model/scheduling/queue';

/** The parts of a limit per minute: how many starts in which window, and how many of them together. */
export const paceOf = (name: string, perMinute?: number, burst?: number) => {
  if (!(typeof perMinute === 'number' && perMinute >= 1e-6 && perMinute <= 1e9)) {
    throw new TypeError(`${name}: perMinute must be a number from 0.000001 to 1,000,000,000`);
  }
  const max = Math.max(1, Math.floor(perMinute));
  if (burst !== undefined && (!Number.isInteger(burst) || burst < 1 || burst > max)) {
    throw new TypeError(`${name}: burst must be a whole number from 1 to perMinute`);
  }
  return {
    max,
    minutes: Math.max(1, 1 / perMinute),
    burst: burst ?? Math.max(1, Math.floor(max / 10)),
  };
};

/** How late a start may be that still does not delay those after it: timers are late, but the limit should be used. */
const maxLate = 50;

/** The shortest wait: after one that is lost in rounding, virtual time would stand still. */
const minWait = 1 / 1024;

/** No more than this many in any window; it remembers those of the last one, and none if there is no limit. */
const window = (max: number, ms: number) => {
  const starts = queue<number>();
  const room = (now: number): number => {
    while (now - (starts.first ?? Infinity) >= ms) starts.take();
    return max - starts.size;
  };
  return {
    room,
    wait: (now: number): number => (room(now) > 0 ? 0 : (starts.first ?? Infinity) + ms - now),
    add: (now: number): void => {
      if (max < Infinity) starts.push(now);
    },
  };
};

/**
 * Says when requests may start, so that no window of time has more than a number of them, and none stands still for long.
 *
 * Of `max` starts in a window, `burst` may leave together (law 35): one of them, and then one in each `interval`, is paced;
 * the others are free again when a window has passed.
 */
export const startWindow = (max: number, ms: number, burst: number) => {
  const interval = max < Infinity ? ms / (max - burst + 1) : 0;
  // Paces of a part of a millisecond add up to a window that is too short by a rounding error.
  const whole = Number.isInteger(interval) ? identity : Math.ceil;
  const all = window(max, ms);
  const extra = window(burst - 1, ms);
  let due = -Infinity;
  let isAwaited = false;
  const room = (now: number): number =>
    Math.min(all.room(now), extra.room(now) + (whole(due) <= now ? 1 : 0));
  return {
    room,
    wait: (now: number): number => {
      if (room(now) > 0) return 0;
      isAwaited = true;
      return Math.max(minWait, all.wait(now), Math.min(whole(due) - now, extra.wait(now)));
    },
    add: (now: number): void => {
      all.add(now);
      if (whole(due) > now) extra.add(now);
      else due = Math.max(due, isAwaited ? now - maxLate : now) + interval;
    },
    /** Nobody waits for the time to come: what time passes from here on is not made up for. */
    rest: (): void => {
      isAwaited = false;
    },
  };
};
