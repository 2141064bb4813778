import { asyncScheduler, Subscription } from 'rxjs';

/** What browsers lack: a callback for when the event loop has turned, and a way to cancel it. */
interface Immediates {
  readonly setImmediate?: (callback: () => void) => unknown;
  readonly clearImmediate?: (handle: unknown) => void;
}

/**
 * Calls back when the event loop has turned, unless it is unsubscribed before. A timer waits longer than it must, but it is all
 * that some platforms have, and in virtual time (`TestScheduler.run`) nothing else comes. For browsers package.json puts
 * `turn.browser` in the place of this module.
 */
export const onTurn = (callback: () => void): Subscription => {
  const { setImmediate, clearImmediate } = globalThis as Immediates;
  const turned = (): void => {
    waiting.unsubscribe();
    callback();
  };
  const waiting = new Subscription(() => clearImmediate?.(handle));
  const handle = setImmediate?.(turned);
  waiting.add(asyncScheduler.schedule(turned));
  return waiting;
};
