import { identity } from 'rxjs';
import type { StartGate } from './Gate';
import { minWait, startWindow } from './startWindow';

/** A start that is at most this late does not delay those after it, because timers are late. */
const maxLate = 50;

/**
 * Lets the starts of a window follow each other evenly, so that none stands still for long (law 35). Of `max` starts in a window,
 * `burst` may leave together: one of them, and then one in each interval, is paced; the others are free again when a window has
 * passed.
 */
export const evenFlow = (max: number, ms: number, burst: number): StartGate => {
  const interval = ms / (max - burst + 1);
  // Paces of a part of a millisecond add up to a window that is too short by a rounding error.
  const whole = Number.isInteger(interval) ? identity : Math.ceil;
  const extra = startWindow(burst - 1, ms);
  let due = -Infinity;
  let isAwaited = false;
  const room = (now: number): number => extra.room(now) + (whole(due) <= now ? 1 : 0);
  return {
    room,
    wait: (now) => {
      if (room(now) > 0) return 0;
      isAwaited = true;
      return Math.max(minWait, Math.min(whole(due) - now, extra.wait(now, 0)));
    },
    started: (now) => {
      if (whole(due) > now) return extra.started(now);
      due = Math.max(due, isAwaited ? now - maxLate : now) + interval;
      return undefined;
    },
    idle: () => {
      isAwaited = false;
    },
  };
};
