import { Observable, race, timer } from 'rxjs';

/** What browsers lack: a callback for when the event loop has turned, and a way to take it back. */
interface Immediates {
  readonly setImmediate?: (callback: () => void) => unknown;
  readonly clearImmediate?: (handle: unknown) => void;
}

/** A microtask would be too early: what was written to a socket before has not left yet. */
const immediate = new Observable<void>((subscriber) => {
  const { setImmediate, clearImmediate } = globalThis as Immediates;
  const handle = setImmediate?.(() => {
    subscriber.next();
    subscriber.complete();
  });
  return () => clearImmediate?.(handle);
});

/**
 * Emits once the event loop has turned: what was written to a socket before has left by then. A timer waits a little
 * longer than it must, but it is all that browsers have, and in virtual time (`TestScheduler.run`) nothing else comes.
 */
export const nextTurn = race(immediate, timer(0));
