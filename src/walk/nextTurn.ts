import { Observable } from 'rxjs';

/**
 * Emits once the event loop has turned: what was written to a socket before has left by then. A microtask would be too
 * early; a timer, which is all that browsers have, waits a little longer than it must.
 */
export const nextTurn = new Observable<void>((subscriber) => {
  const { setImmediate = setTimeout, clearImmediate = clearTimeout } = globalThis as unknown as {
    readonly setImmediate?: (callback: () => void) => unknown;
    readonly clearImmediate?: (turn: unknown) => void;
  };
  const turn = setImmediate(() => {
    subscriber.next();
    subscriber.complete();
  });
  return () => {
    (clearImmediate as (turn: unknown) => void)(turn);
  };
});
