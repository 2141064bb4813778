import { DestroyRef, type Injector, untracked } from '@angular/core';
import { isOnServer } from '../server/isOnServer';
import type { WalkState, WalkStateOptions } from '../WalkState';

/** What being offline looks like to a walk. */
const isOffline = ({ error }: Pick<WalkState<unknown>, 'error'>): boolean => {
  const tag = untracked(error)?._tag;
  return tag === 'NetworkFailure' || tag === 'TimedOut';
};

/** Lets a list that the network has stopped continue when the browser is online again, if its options say so. */
export const resumeOnline = (
  { resumeOn }: Pick<WalkStateOptions<unknown>, 'resumeOn'>,
  injector: Injector,
  list: () => Pick<WalkState<unknown>, 'error' | 'retry'> | undefined,
): void => {
  // On a server nothing comes and goes. Some have such events all the same, of the process and not of a visitor.
  if (resumeOn !== 'online' || isOnServer(injector)) return;
  const goOn = (): void => {
    const stopped = list();
    if (stopped !== undefined && isOffline(stopped)) stopped.retry();
  };
  globalThis.addEventListener('online', goOn);
  injector.get(DestroyRef).onDestroy(() => {
    globalThis.removeEventListener('online', goOn);
  });
};
