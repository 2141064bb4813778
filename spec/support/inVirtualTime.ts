import { TestScheduler } from 'rxjs/testing';

/** Runs something in virtual time, to its end. */
export const inVirtualTime = (work: () => void): void => {
  new TestScheduler(() => undefined).run(work);
};
