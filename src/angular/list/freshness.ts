import { DOCUMENT } from '@angular/common';
import { DestroyRef, type Injector, NgZone, untracked } from '@angular/core';
import { interval, NEVER } from 'rxjs';
import { maxTimer } from '../../model/maxTimer';
import { isOnServer } from '../PagewalkFeature';
import type { WalkList, WalkListOptions } from '../WalkList';

/** The window, of which a test may have less. */
const browser = globalThis as Partial<EventTarget> & {
  readonly navigator?: { readonly onLine?: boolean };
};

type Options = Pick<WalkListOptions<never, never>, 'refreshEvery' | 'staleTime' | 'refreshOn'>;

const check = ({ refreshEvery, staleTime, refreshOn }: Options, isKeyed: boolean): void => {
  if (refreshEvery !== undefined && !(refreshEvery > 0 && refreshEvery <= maxTimer))
    throw new TypeError(`refreshEvery must be more than 0 and at most ${maxTimer}`);
  const wanted = {
    refreshEvery,
    staleTime,
    refreshOn: refreshOn?.find((event) => event === 'visible'),
  };
  const [option] = Object.entries(wanted).find(([, given]) => given !== undefined) ?? [];
  if (option !== undefined && !isKeyed)
    throw new Error(`${option} needs to know objects by a key: give the list the option key`);
};

/** Asks for the rows of a list again by itself, where that is wanted. */
export const keepFresh = (
  options: Options,
  isKeyed: boolean,
  injector: Injector,
  list: Pick<
    WalkList<unknown>,
    'status' | 'error' | 'isPrevious' | 'progress' | 'retry' | 'reload'
  >,
): void => {
  const { refreshEvery, refreshOn = [] } = options;
  check(options, isKeyed);
  // On a server nothing comes and goes. Some have such events all the same, of the process and not of a visitor.
  if ((refreshEvery === undefined && refreshOn.length === 0) || isOnServer(injector)) return;
  const needsPage = refreshEvery !== undefined || refreshOn.includes('visible');
  const page: Partial<Document> | null = needsPage ? injector.get(DOCUMENT, null) : null;
  const isHidden = (): boolean => page?.visibilityState === 'hidden';
  const isAway = (): boolean => isHidden() || browser.navigator?.onLine === false;
  let isMissed = false;

  const reload = (): void => {
    isMissed = false;
    const [status, tag] = [untracked(list.status), untracked(list.error)?._tag];
    // One that is lazy waits for somebody who wants its first page.
    const isFirst = untracked(list.isPrevious) || untracked(list.progress).pages === 0;
    if (status === 'idle' && isFirst) return;
    // What the network has stopped continues. Without another sign-in the response stays the same.
    if (status === 'error' && (tag === 'NetworkFailure' || tag === 'TimedOut')) list.retry();
    else if (isKeyed && status !== 'paused' && tag !== 'Unauthorized') list.reload();
  };
  const turn = (): void => {
    if (isAway()) isMissed = true;
    else reload();
  };
  const onBack = ({ type }: Pick<Event, 'type'>): void => {
    const isOnline = type === 'online';
    if (!isOnline && isHidden()) return;
    // A reload that was skipped while the page was hidden is made up for at once.
    if (refreshOn.includes(isOnline ? 'online' : 'visible') || (isMissed && !isAway())) reload();
  };
  // Outside of the zone: a timer in it would keep the application from being stable.
  injector.get(NgZone).runOutsideAngular(() => {
    const watch = (refreshEvery === undefined ? NEVER : interval(refreshEvery)).subscribe(turn);
    page?.addEventListener?.('visibilitychange', onBack);
    browser.addEventListener?.('online', onBack);
    injector.get(DestroyRef).onDestroy(() => {
      watch.unsubscribe();
      page?.removeEventListener?.('visibilitychange', onBack);
      browser.removeEventListener?.('online', onBack);
    });
  });
};
