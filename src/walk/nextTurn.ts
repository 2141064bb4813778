import { Observable } from 'rxjs';

interface Immediate {
  readonly setImmediate?: (callback: () => void) => unknown;
}

/**
 * Emits once the event loop has turned: what was written to a socket before has left by then. No timer, because timers
 * wait a millisecond (browsers: four) where nothing has to be waited for, and no microtask, because those run first.
 */
export const nextTurn = new Observable<void>((subscriber) => {
  const { setImmediate } = globalThis as Immediate;
  const turned = (): void => {
    subscriber.next();
    subscriber.complete();
  };
  if (setImmediate !== undefined) {
    setImmediate(turned);
    return;
  }
  const { port1, port2 } = new MessageChannel();
  subscriber.add(() => {
    port1.close();
  });
  port1.onmessage = turned;
  port2.postMessage(undefined);
});
