import { Observable, type Subscriber } from 'rxjs';
import { oneByOne } from '../model/scheduling/oneByOne';

/** Subscribes to a source unless the subscriber is gone, or goes while the source is made. */
const begin = <T>(source: () => Observable<T>, subscriber: Subscriber<T>): void => {
  if (subscriber.closed) return;
  try {
    const made = source();
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- a listener may have unsubscribed meanwhile
    if (!subscriber.closed) made.subscribe(subscriber);
  } catch (error) {
    subscriber.error(error);
  }
};

/** Makes a source and subscribes to it, when it is its turn, unless the subscriber is gone. */
export type InTurn = <T>(source: () => Observable<T>) => Observable<T>;

const subscribing =
  (inTurn: (task: () => void) => void): InTurn =>
  (source) =>
    new Observable((subscriber) => {
      inTurn(() => begin(source, subscriber));
    });

/**
 * Makes a source and subscribes to it at once, unless the subscriber is gone. RxJS subscribes even for one that is closed:
 * `expand` calls its project after `take` was satisfied, and a listener to the events may unsubscribe from a walk that is about
 * to send. Each would cost a request that is sent and aborted at once (law 3).
 */
export const unlessGone = subscribing((task) => task());

/**
 * Turns recursion into a loop: what is subscribed to while something else is being subscribed to waits until that is done
 * (law 10). RxJS's queue scheduler is one for everybody: when an action of somebody else's throws, it drops what waits in it.
 */
export const trampoline = (): InTurn => subscribing(oneByOne());
