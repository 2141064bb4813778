import { DestroyRef, ErrorHandler, inject, Injector, PendingTasks, signal, untracked } from '@angular/core';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { defer, Subject, Subscription, tap } from 'rxjs';
import { resumeFrom } from '../model/resumeFrom';
import type { WalkError } from '../model/WalkError';
import { restartBudget } from '../walk/restarts';
import { type GrowingRows, growingRows } from './growingRows';
import type { WalkPace, WalkSource, WalkState, WalkStateOptions, WalkStatus } from './WalkState';
import { whenWanted } from './whenWanted';

/** A walk that fills a list as far as somebody wants it to, and that ends with its injector. */
export interface HeldWalk<T> {
  readonly state: WalkState<T>;
  readonly rows: GrowingRows<T>;
  /** The demand has changed: from now on a page is asked for whenever there are no more rows than it says now. */
  readonly demand: () => void;
  /** Nobody wants anything: after the page in flight nothing is asked for, until somebody does. */
  readonly pause: () => void;
}

export const heldWalk = <T>(
  source: WalkSource<T>,
  { key, restarts, injector = inject(Injector) }: WalkStateOptions<T>,
  wantedNow: (rows: number) => number,
): HeldWalk<T> => {
  const rows = growingRows(key);
  const status = signal<WalkStatus>('idle');
  // An injector that stands alone, as in a test, has none.
  const pending = injector.get(PendingTasks, null, { optional: true });
  let finish: (() => void) | undefined;
  const error = signal<WalkError | undefined>(undefined);
  const wants = new Subject<void>();
  const budget = restartBudget(restarts);
  let walk: Subscription | undefined;
  let wanted = -1;
  let isPageDue = false;
  let isBeginning = false;
  let isDestroyed = false;

  const is = (...statuses: ReadonlyArray<WalkStatus>): boolean => statuses.includes(untracked(status));

  /** Server-side rendering waits for a list that is loading, also between two attempts. */
  const turn = (next: WalkStatus): void => {
    finish?.();
    finish = next === 'loading' ? pending?.add() : undefined;
    status.set(next);
  };

  const settlePage = (): void => {
    if (isPageDue) rows.countPage();
    isPageDue = false;
    rows.show();
  };

  const ready = whenWanted(() => rows.size <= wanted, wants, {
    asked: settlePage,
    held: () => {
      turn('idle');
    },
    sent: () => {
      isPageDue = true;
      turn('loading');
    },
  });

  const leave = (): void => {
    const left = walk;
    walk = undefined;
    left?.unsubscribe();
  };

  const stop = (next: WalkStatus): void => {
    leave();
    rows.show();
    turn(next);
  };

  const begin = (place: Pick<WalkPace, 'pageToken'>): void => {
    const current = new Subscription();
    walk = current;
    isPageDue = false;
    turn('loading');
    // What comes all at once goes on coming after it was left.
    const isLeft = (): boolean => walk !== current;
    const results = defer(() => source({ valve: { ready }, ...place })).pipe(
      tap((result) => {
        if (!isLeft()) take(result);
      }),
    );
    const observer = {
      error: (thrown: unknown) => {
        if (isLeft()) return;
        stop('error');
        injector.get(ErrorHandler).handleError(thrown);
      },
      complete: () => {
        if (isLeft()) return;
        settlePage();
        stop('end');
      },
    };
    current.add(untracked(() => results.subscribe(observer)));
  };

  const fail = (failure: WalkError): void => {
    isPageDue &&= failure._tag === 'ProtocolViolation';
    settlePage();
    if (failure._tag === 'PageTokenExpired' && key !== undefined && budget.spend(failure)) {
      leave();
      rows.beginAgain();
      begin({});
    } else {
      error.set(failure);
      stop('error');
    }
  };

  const take = (result: E.Either<WalkError, T>): void => {
    if (E.isRight(result)) {
      if (rows.add(result)) budget.refill();
    } else if (result.left._tag === 'InvalidObject') {
      rows.add(E.left(result.left));
    } else {
      fail(result.left);
    }
  };

  const beginAt = (place: Pick<WalkPace, 'pageToken'>): void => {
    budget.refill();
    error.set(undefined);
    wanted = wantedNow(rows.size);
    begin(place);
  };

  // Later, because a component is made before its inputs are set, and a viewport connects while Angular renders.
  const beginSoon = (): void => {
    if (isBeginning) return;
    isBeginning = true;
    queueMicrotask(() => {
      isBeginning = false;
      if (walk !== undefined || isDestroyed || !is('idle') || wanted < 0) return;
      rows.beginAgain();
      begin({});
    });
  };

  const cancel = (): void => {
    if (is('idle', 'loading')) stop('cancelled');
  };

  injector.get(DestroyRef).onDestroy(() => {
    isDestroyed = true;
    cancel();
  });

  const state: WalkState<T> = {
    objects: rows.objects,
    progress: rows.progress,
    status: status.asReadonly(),
    error: error.asReadonly(),
    retry: () => {
      if (isDestroyed || !is('error', 'cancelled')) return;
      const failure = untracked(error);
      const place = failure === undefined ? O.none : resumeFrom(failure);
      if (O.isNone(place)) rows.beginAgain();
      beginAt(O.isSome(place) ? place.value : {});
    },
    restart: () => {
      if (isDestroyed) return;
      leave();
      rows.clear();
      beginAt({});
    },
    cancel,
  };

  return {
    state,
    rows,
    demand: () => {
      wanted = wantedNow(rows.size);
      if (walk === undefined) beginSoon();
      else wants.next();
    },
    pause: () => {
      wanted = -1;
      // Without a row there is no place to lose; with some, the page in flight is the place.
      if (is('loading') && rows.size === 0) stop('idle');
    },
  };
};
