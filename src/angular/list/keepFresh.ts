import { DOCUMENT } from '@angular/common';
import { DestroyRef, type Injector, NgZone, untracked } from '@angular/core';
import { EMPTY, filter, fromEvent, interval, merge } from 'rxjs';
import { maxTimer } from '../../model/maxTimer';
import { isOnServer } from '../server/isOnServer';
import type { WalkState, WalkStateOptions } from '../WalkState';

/** The window, of which a test may have less. */
const browser = globalThis as unknown as EventTarget & { readonly navigator?: { readonly onLine?: boolean } };

/** Refreshes a list again and again, where that is wanted. */
export const keepFresh = <T>(
  { every, staleMs, key }: Pick<WalkStateOptions<T>, 'every' | 'staleMs' | 'key'>,
  injector: Injector,
  list: () => Pick<WalkState<unknown>, 'refresh' | 'refreshError'> | undefined,
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
  const isHidden = (): boolean => page?.visibilityState === 'hidden' || browser.navigator?.onLine === false;
  let isMissed = false;
  const turn = (): void => {
    isMissed = isHidden();
    const shown = isMissed ? undefined : list();
    // Without another sign-in the answer stays the same.
    if (shown !== undefined && untracked(shown.refreshError)?._tag !== 'Unauthorized') shown.refresh();
  };
  // A turn that was left out while nobody could see it is made up for at once.
  const back = merge(
    page?.addEventListener === undefined ? EMPTY : fromEvent(page, 'visibilitychange'),
    typeof browser.addEventListener === 'function' ? fromEvent(browser, 'online') : EMPTY,
  ).pipe(filter(() => isMissed && !isHidden()));
  // Outside of the zone: a timer in it would keep the application from being stable.
  const turns = injector.get(NgZone).runOutsideAngular(() => merge(interval(every), back).subscribe(turn));
  injector.get(DestroyRef).onDestroy(() => {
    turns.unsubscribe();
  });
};
