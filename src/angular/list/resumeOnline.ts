import { type DestroyRef, untracked } from '@angular/core';
import type { WalkState, WalkStateOptions } from '../WalkState';

/** What being offline looks like to a walk. */
const isOffline = ({ error }: Pick<WalkState<unknown>, 'error'>): boolean => {
  const tag = untracked(error)?._tag;
  return tag === 'NetworkFailure' || tag === 'TimedOut';
};

/** Lets a list that the network has stopped go on when the browser is online again, where it is told to. */
export const resumeOnline = (
  { resumeOn }: Pick<WalkStateOptions<unknown>, 'resumeOn'>,
  destroyed: DestroyRef,
  list: () => Pick<WalkState<unknown>, 'error' | 'retry'> | undefined,
): void => {
  // There is none on a server, where nothing comes and goes.
  const { addEventListener } = globalThis as Partial<typeof globalThis>;
  if (resumeOn !== 'online' || addEventListener === undefined) return;
  const goOn = (): void => {
    const stopped = list();
    if (stopped !== undefined && isOffline(stopped)) stopped.retry();
  };
  globalThis.addEventListener('online', goOn);
  destroyed.onDestroy(() => {
    globalThis.removeEventListener('online', goOn);
  });
};
