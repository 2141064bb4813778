import { DOCUMENT } from '@angular/common';
import { DestroyRef, type Injector, NgZone, untracked } from '@angular/core';
import { EMPTY, filter, fromEvent, interval, merge, type Observable } from 'rxjs';
import { maxTimer } from '../../model/maxTimer';
import { isOnServer } from '../PagewalkFeature';
import type { WalkListOptions } from '../WalkList';
import type { Run } from './runOf';

/** The window, of which a test may have less. */
const browser = globalThis as unknown as EventTarget & { readonly navigator?: { readonly onLine?: boolean } };

const eventsOf = (target: EventTarget | null, name: string): Observable<unknown> =>
  typeof target?.addEventListener === 'function' ? fromEvent(target, name) : EMPTY;

type Options = Pick<WalkListOptions<never, never>, 'refreshEvery' | 'staleTime' | 'refreshOn'>;

const check = ({ refreshEvery, staleTime, refreshOn }: Options, isKeyed: boolean): void => {
  if (refreshEvery !== undefined && !(refreshEvery > 0 && refreshEvery <= maxTimer))
    throw new TypeError(`refreshEvery must be more than 0 and at most ${maxTimer}`);
  const needsKey = Object.entries({ refreshEvery, staleTime }).find(([, given]) => given !== undefined)?.[0];
  const option = needsKey ?? (refreshOn?.includes('visible') ? 'refreshOn' : undefined);
  if (option !== undefined && !isKeyed)
    throw new Error(`${option} needs to know objects by a key: give the list the option key`);
};

/** Asks for the rows of a list again by itself, where that is wanted. */
export const keepFresh = <T>(
  options: Options,
  isKeyed: boolean,
  injector: Injector,
  list: () => Run<T> | undefined,
): void => {
  const { refreshEvery, refreshOn = [] } = options;
  check(options, isKeyed);
  // On a server nothing comes and goes. Some have such events all the same, of the process and not of a visitor.
  if ((refreshEvery === undefined && refreshOn.length === 0) || isOnServer(injector)) return;
  const needsPage = refreshEvery !== undefined || refreshOn.includes('visible');
  const page = needsPage ? injector.get(DOCUMENT, null) : null;
  const isAway = (): boolean => page?.visibilityState === 'hidden' || browser.navigator?.onLine === false;
  let isMissed = false;

  const reload = (): void => {
    const shown = list();
    const error = shown && untracked(shown.view).error;
    // What the network has stopped continues. Without another sign-in the response stays the same.
    if (error?._tag === 'NetworkFailure' || error?._tag === 'TimedOut') shown?.cell.send({ type: 'retry' });
    else if (isKeyed && error?._tag !== 'Unauthorized') shown?.cell.send({ type: 'reload' });
  };
  const turn = (): void => {
    isMissed = isAway();
    if (!isMissed) reload();
  };
  const visible = eventsOf(page, 'visibilitychange').pipe(filter(() => page?.visibilityState !== 'hidden'));
  const online = eventsOf(browser, 'online');
  // A reload that was skipped while the page was hidden is made up for at once.
  const turns =
    refreshEvery === undefined
      ? EMPTY
      : merge(interval(refreshEvery), merge(visible, online).pipe(filter(() => isMissed && !isAway())));
  const back = merge(refreshOn.includes('visible') ? visible : EMPTY, refreshOn.includes('online') ? online : EMPTY);
  // Outside of the zone: a timer in it would keep the application from being stable.
  const watches = injector.get(NgZone).runOutsideAngular(() => [turns.subscribe(turn), back.subscribe(reload)]);
  injector.get(DestroyRef).onDestroy(() => {
    for (const watch of watches) watch.unsubscribe();
  });
};
