import { DOCUMENT } from '@angular/common';
import { DestroyRef, type Injector, NgZone } from '@angular/core';
import { interval } from 'rxjs';
import { maxTimer } from '../../model/maxTimer';
import { isOnServer } from '../server/isOnServer';
import type { WalkState, WalkStateOptions } from '../WalkState';

/** Refreshes a list again and again, where that is wanted. */
export const keepFresh = <T>(
  { every, staleMs, key }: Pick<WalkStateOptions<T>, 'every' | 'staleMs' | 'key'>,
  injector: Injector,
  list: () => Pick<WalkState<unknown>, 'refresh'> | undefined,
): void => {
  if (every !== undefined && !(every > 0 && every <= maxTimer))
    throw new TypeError(`every must be more than 0 and at most ${maxTimer}`);
  if (key === undefined && (every ?? staleMs) !== undefined) {
    const option = every === undefined ? 'staleMs' : 'every';
    throw new Error(`${option} needs to know objects by a key: give the list the option key`);
  }
  if (every === undefined) return;
  if (isOnServer(injector)) return;
  const page = injector.get(DOCUMENT, null, { optional: true });
  // Outside of the zone: a timer in it would keep the application from being stable.
  const turns = injector.get(NgZone).runOutsideAngular(() =>
    interval(every).subscribe(() => {
      if (page?.visibilityState !== 'hidden') list()?.refresh();
    }),
  );
  injector.get(DestroyRef).onDestroy(() => {
    turns.unsubscribe();
  });
};
