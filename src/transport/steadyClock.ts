import { asyncScheduler, type SchedulerLike, type Subscription } from 'rxjs';
import { maxTimer } from '../model/maxTimer';

/** Virtual time begins at 0. No clock that somebody set is before this, in September 2001. */
const firstReal = 1e12;

/** Milliseconds that only pass. */
export interface SteadyClock {
  readonly now: SchedulerLike['now'];
  /** Runs a task when this many of them have passed. (After a very long wait it is done sooner, to look again.) */
  readonly after: (ms: number, task: () => void) => Subscription;
}

/**
 * Time as the asyncScheduler tells it, without the steps of its clock: that is set back and forth by people and by
 * networks. In virtual time there is no other clock, and so no way to see a step forward.
 */
export const steadyClock = (): SteadyClock => {
  let time = 0;
  let wall = asyncScheduler.now();
  let steady = performance.now();

  const now = (): number => {
    const [wallBefore, steadyBefore] = [wall, steady];
    wall = asyncScheduler.now();
    steady = performance.now();
    time += Math.max(0, wall < firstReal ? wall - wallBefore : steady - steadyBefore);
    return time;
  };

  return {
    now,
    after: (ms, task) => {
      const wait = Math.min(ms, maxTimer);
      const due = now() + wait;
      return asyncScheduler.schedule(() => {
        // A timer is too early by a part of a millisecond at most. One that seems to be earlier knows better than the clock.
        if (now() < due - 1) time = due;
        task();
      }, wait);
    },
  };
};
