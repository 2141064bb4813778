import { Subscription } from 'rxjs';
import type { Demand } from '../walk/Demand';

/** Lets one value pass each time that the demand has come. It tells when it opens, unless it opens while it is asked. */
export const turnstile = ({ ready }: Demand, onOpen: () => void, onError: (error: unknown) => void) => {
  let waiting = Subscription.EMPTY;
  let isWaiting = false;
  let isAsking = false;
  let isOpen = false;

  // By hand and not with take(1), which costs as much as all the rest of the way of a value.
  const observer = {
    next: (): void => {
      isWaiting = false;
      isOpen = true;
      if (isAsking) return;
      waiting.unsubscribe();
      onOpen();
    },
    error: onError,
  };

  const ask = (): void => {
    isWaiting = isAsking = true;
    waiting = ready.subscribe(observer);
    isAsking = false;
    if (isOpen) waiting.unsubscribe();
  };

  return {
    /** Whether a value may pass now. Asking is what waits for the demand. */
    isOpen: (): boolean => {
      if (!isOpen && !isWaiting) ask();
      return isOpen;
    },
    pass: (): void => {
      isOpen = false;
    },
    close: (): void => waiting.unsubscribe(),
  };
};
