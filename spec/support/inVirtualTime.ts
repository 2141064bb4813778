import { TestScheduler } from 'rxjs/testing';

/** Runs something in virtual time, to its end. What it returns is called afterwards: the place for assertions. */
export const inVirtualTime = (work: () => unknown): void => {
  const check = new TestScheduler(() => undefined).run(work);
  if (typeof check === 'function') (check as () => void)();
};
