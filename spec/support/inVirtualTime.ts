import { TestScheduler } from 'rxjs/testing';

/** Runs something in virtual time, to its end. What it returns is called afterwards: the place for assertions. */
export const inVirtualTime = (work: () => unknown): void => {
  const check = new TestScheduler(() => undefined).run(work);
  if (typeof check === 'function') (check as () => void)();
};

/** How many timers, and turns of the event loop, this process waits for. */
export const pendingTimers = (): number =>
  process.getActiveResourcesInfo().filter((kind) => kind === 'Immediate' || kind === 'Timeout')
    .length;
