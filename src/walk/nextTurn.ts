import { asyncScheduler, Observable } from 'rxjs';

/** What browsers lack: a callback for when the event loop has turned, and a way to take it back. */
interface Immediates {
  readonly setImmediate?: (callback: () => void) => unknown;
  readonly clearImmediate?: (handle: unknown) => void;
}

/**
 * Emits once the event loop has turned: what was written to a socket before has left by then. A microtask would be too early. A
 * timer waits a little longer than it must, but it is all that browsers have, and in virtual time (`TestScheduler.run`) nothing
 * else comes.
 */
export const nextTurn = new Observable<void>((subscriber) => {
  const { setImmediate, clearImmediate } = globalThis as Immediates;
  const turned = (): void => {
    subscriber.next();
    subscriber.complete();
  };
  const handle = setImmediate?.(turned);
  subscriber.add(asyncScheduler.schedule(turned));
  return () => clearImmediate?.(handle);
});
