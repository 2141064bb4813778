import { asyncScheduler, Observable, take } from 'rxjs';

/** What browsers lack: a callback for when the event loop has turned, and a way to cancel it. */
interface Immediates {
  readonly setImmediate?: (callback: () => void) => unknown;
  readonly clearImmediate?: (handle: unknown) => void;
}

/**
 * Emits when the event loop has turned. A timer waits longer than it must, but it is all that some platforms have, and in virtual
 * time (`TestScheduler.run`) nothing else comes. For browsers package.json puts `turn.browser` in the place of this module.
 */
export const turn = new Observable<void>((subscriber) => {
  const { setImmediate, clearImmediate } = globalThis as Immediates;
  const turned = (): void => subscriber.next();
  const handle = setImmediate?.(turned);
  subscriber.add(asyncScheduler.schedule(turned));
  return () => clearImmediate?.(handle);
}).pipe(take(1));
