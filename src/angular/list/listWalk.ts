import { computed, ErrorHandler, type Injector, PendingTasks, signal, untracked } from '@angular/core';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { defer, Subject, Subscription, tap } from 'rxjs';
import { resumeFrom } from '../../model/errors/resumeFrom';
import type { WalkError } from '../../model/errors/WalkError';
import type { Demand } from '../../walk/Demand';
import { restartBudget } from '../../walk/recovery/restarts';
import { demandAfterTransfer, demandOfLists } from '../server/transfer';
import { type GrowingRows, growingRows } from './growingRows';
import { trackBy } from './trackBy';
import type { WalkPace, WalkSource, WalkState, WalkStateOptions, WalkStatus } from '../WalkState';
import { whenWanted } from './whenWanted';

/** Who looks at a list, and wants more of it or not. */
export interface Viewer<T> {
  /** Whether a page is to be asked for, with these rows here already. */
  readonly isWanted: (rows: GrowingRows<T>) => boolean;
  /** The walk begins, or goes on after an error, as somebody has asked for. */
  readonly begins?: (rows: GrowingRows<T>) => void;
}

/** A walk that fills a list as far as its viewer wants it to. */
export interface ListWalk<T> {
  readonly state: WalkState<T>;
  readonly rows: GrowingRows<T>;
  /** What the viewer wants has changed. */
  readonly demand: () => void;
  /** Nobody looks: after the page in flight nothing is asked for, until somebody does. */
  readonly release: () => void;
  /** Another component has come to look at the list: from now on its source and its wishes count. */
  readonly handTo: (source: WalkSource<T>, viewer: Viewer<T>) => void;
  /** Leaves the walk, once for all. */
  readonly destroy: () => void;
}

export const listWalk = <T>(
  firstSource: WalkSource<T>,
  firstViewer: Viewer<T>,
  { key, restarts }: WalkStateOptions<T>,
  injector: Injector,
): ListWalk<T> => {
  const rows = growingRows(key);
  const phase = signal<Exclude<WalkStatus, 'paused'>>('idle');
  const isPaused = signal(false);
  const error = signal<WalkError | undefined>(undefined);
  // An injector that stands alone, as in a test, has none.
  const pending = injector.get(PendingTasks, null, { optional: true });
  const wants = new Subject<void>();
  const budget = restartBudget(restarts);
  const scroll = { offset: 0 };
  let [source, viewer] = [firstSource, firstViewer];
  let finish: (() => void) | undefined;
  let walk: Subscription | undefined;
  let valve: Demand | undefined;
  let isReleased = false;
  let isPageDue = false;
  let isBeginning = false;
  let isDestroyed = false;

  const total = signal<number | undefined>(undefined);
  const status = computed<WalkStatus>(() =>
    isPaused() && (phase() === 'idle' || phase() === 'loading') ? 'paused' : phase(),
  );
  const is = (...phases: ReadonlyArray<WalkStatus>): boolean => phases.includes(untracked(phase));
  const isWanted = (): boolean => !isReleased && !untracked(isPaused) && viewer.isWanted(rows);

  /** Server-side rendering waits for a list that is loading, also between two attempts. */
  const turn = (next: ReturnType<typeof phase>): void => {
    const finished = finish;
    finish = next === 'loading' ? pending?.add() : undefined;
    finished?.();
    phase.set(next);
  };

  const settlePage = (): void => {
    if (isPageDue) rows.countPage();
    isPageDue = false;
    rows.show();
  };

  const ready = whenWanted(isWanted, wants, {
    asked: settlePage,
    waits: () => {
      turn('idle');
    },
    sent: () => {
      isPageDue = true;
      turn('loading');
    },
  });

  const leave = (): void => {
    const abandoned = walk;
    walk = undefined;
    abandoned?.unsubscribe();
  };

  const stop = (next: ReturnType<typeof phase>): void => {
    leave();
    rows.show();
    isPaused.set(false);
    turn(next);
  };

  const begin = (start: Pick<WalkPace, 'pageToken'>): void => {
    const current = new Subscription();
    walk = current;
    valve = { ready };
    demandOfLists.add(valve);
    const onPage: WalkPace['onPage'] = ({ fields: { totalCount } }) => {
      total.set(Number.isSafeInteger(totalCount) ? (totalCount as number) : undefined);
    };
    const pace = { valve, onPage, ...start };
    isPageDue = false;
    turn('loading');
    // What comes all at once goes on coming after the walk was left.
    const isGone = (): boolean => walk !== current;
    const results = defer(() => source(pace)).pipe(
      tap((result) => {
        if (!isGone()) take(result);
      }),
    );
    const observer = {
      error: (thrown: unknown) => {
        if (isGone()) return;
        stop('error');
        injector.get(ErrorHandler).handleError(thrown);
      },
      complete: () => {
        if (isGone()) return;
        settlePage();
        stop('end');
      },
    };
    current.add(untracked(() => results.subscribe(observer)));
  };

  const fail = (failure: WalkError): void => {
    isPageDue &&= failure._tag === 'ProtocolViolation';
    settlePage();
    const hasTravelled = valve !== undefined && demandAfterTransfer.has(valve);
    const mayBegin = key !== undefined || hasTravelled;
    if (failure._tag === 'PageTokenExpired' && mayBegin && budget.spend(failure)) {
      leave();
      if (hasTravelled) rows.makeRoom();
      else rows.beginAgain();
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

  const beginAt = (start: Pick<WalkPace, 'pageToken'>): void => {
    budget.refill();
    error.set(undefined);
    isPaused.set(false);
    viewer.begins?.(rows);
    begin(start);
  };

  // Later, because a component is made before its inputs are set, and a viewport connects while Angular renders.
  const beginSoon = (): void => {
    if (isBeginning) return;
    isBeginning = true;
    const begun = pending?.add();
    queueMicrotask(() => {
      isBeginning = false;
      if (walk === undefined && !isDestroyed && is('idle') && isWanted()) {
        rows.beginAgain();
        begin({});
      }
      begun?.();
    });
  };

  const demand = (): void => {
    isReleased = false;
    if (!isWanted()) return;
    if (walk === undefined) beginSoon();
    else wants.next();
  };

  const cancel = (): void => {
    if (is('idle', 'loading')) stop('cancelled');
  };

  const state: WalkState<T> = {
    value: rows.value,
    invalid: rows.invalid,
    objects: rows.objects,
    progress: computed(() => {
      const [progress, all] = [rows.progress(), total()];
      // A service that says nonsense changes nothing.
      return all === undefined || all < progress.objects ? progress : { ...progress, total: all };
    }),
    status,
    isLoading: computed(() => status() === 'loading'),
    hasMore: computed(() => phase() !== 'end' && error()?._tag !== 'RetrievalLimitExceeded'),
    error: error.asReadonly(),
    ...trackBy(key),
    scroll,
    retry: () => {
      if (isDestroyed || !is('error', 'cancelled')) return;
      const failure = untracked(error);
      const start = failure === undefined ? O.none : resumeFrom(failure);
      if (O.isNone(start)) rows.beginAgain();
      beginAt(O.isSome(start) ? start.value : {});
    },
    restart: () => {
      if (isDestroyed) return;
      leave();
      rows.clear();
      scroll.offset = 0;
      beginAt({});
    },
    pause: () => {
      if (!isDestroyed && is('idle', 'loading')) isPaused.set(true);
    },
    resume: () => {
      if (!untracked(isPaused)) return;
      isPaused.set(false);
      demand();
    },
    cancel,
  };

  return {
    state,
    rows,
    demand,
    release: () => {
      isReleased = true;
      // Without a row nothing is lost; with some, the page in flight is where the walk goes on.
      if (is('loading') && rows.size === 0) stop('idle');
    },
    handTo: (nextSource, nextViewer) => {
      [source, viewer] = [nextSource, nextViewer];
      isReleased = false;
    },
    destroy: () => {
      isDestroyed = true;
      cancel();
    },
  };
};
