import { Observable, race, timer } from 'rxjs';

/** A microtask would be too early: what was written to a socket before has not left yet. */
const immediate = new Observable<void>((subscriber) => {
  (globalThis as { readonly setImmediate?: (callback: () => void) => unknown }).setImmediate?.(() => {
    subscriber.next();
    subscriber.complete();
  });
});

/**
 * Emits once the event loop has turned: what was written to a socket before has left by then. A timer waits a little
 * longer than it must, but it is all that browsers have, and in virtual time (`TestScheduler.run`) nothing else comes.
 */
export const nextTurn = race(immediate, timer(0));
