import { asyncScheduler, type Observable } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';

/** Everything that a stream emits, at once: its timers are virtual, and so is the turn of the event loop. */
export const inVirtualTime = <T>(make: () => Observable<T>): ReadonlyArray<T> => {
  const values: Array<T> = [];
  const { setImmediate } = globalThis;
  const virtual = (callback: () => void) => asyncScheduler.schedule(callback);
  globalThis.setImmediate = virtual as unknown as typeof setImmediate;
  try {
    new TestScheduler(() => undefined).run(() => make().subscribe((value) => values.push(value)));
  } finally {
    globalThis.setImmediate = setImmediate;
  }
  return values;
};
