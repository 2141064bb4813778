import { asyncScheduler, type SchedulerLike, type Subscription } from 'rxjs';
import { maxTimer } from '../../model/maxTimer';

/** The milliseconds of a clock that is never set. */
export interface SteadyClock {
  readonly now: SchedulerLike['now'];
  /** Runs a task when this many of them have passed. (After a very long wait it is done sooner, to look again.) */
  readonly after: (ms: number, task: () => void) => Subscription;
}

/**
 * Time as the asyncScheduler tells it, without the steps of its clock: that is set back and forth by people and by
 * networks. The asyncScheduler tells what `Date` does, unless its time is virtual. Then there is no other clock, and so no way
 * to see a step forward.
 */
export const steadyClock = (): SteadyClock => {
  let time = 0;
  let wall = asyncScheduler.now();
  let steady = performance.now();

  const now = (): number => {
    const [wallBefore, steadyBefore] = [wall, steady];
    const earliest = Date.now();
    wall = asyncScheduler.now();
    const isVirtual = wall < earliest || wall > Date.now();
    steady = performance.now();
    time += Math.max(0, isVirtual ? wall - wallBefore : steady - steadyBefore);
    return time;
  };

  return {
    now,
    after: (ms, task) => {
      const wait = Math.min(ms, maxTimer);
      const due = now() + wait;
      return asyncScheduler.schedule(() => {
        // A timer fires at most a part of a millisecond too early. If it seems to be earlier, the clock was set back.
        if (now() < due - 1) time = due;
        task();
      }, wait);
    },
  };
};
