import { Observable } from 'rxjs';

/**
 * Emits once the event loop has turned: what was written to a socket before has left by then. A microtask would be too
 * early; a timer, which is all that browsers have, waits a little longer than it must.
 */
export const nextTurn = new Observable<void>((subscriber) => {
  const { setImmediate = setTimeout } = globalThis as { readonly setImmediate?: (callback: () => void) => unknown };
  setImmediate(() => {
    subscriber.next();
    subscriber.complete();
  });
});
