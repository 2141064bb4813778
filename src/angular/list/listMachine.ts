import { ErrorHandler, type Injector, type Signal, signal, untracked } from '@angular/core';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { Subject } from 'rxjs';
import type { WalkEvent } from '../../client/WalkEvent';
import type { WalkError } from '../../model/errors/WalkError';
import type { PageInfo } from '../../model/endpoints/Page';
import { restartBudget } from '../../walk/recovery/restarts';
import { SESSION } from '../session/Session';
import { isOnServer } from '../server/isOnServer';
import type { ListValve } from '../server/transfer';
import type { WalkSource, WalkState, WalkStateOptions } from '../WalkState';
import { type AttemptSignals, attemptSignals } from './attempts';
import { type ListAct, type ListInput, type ListState, newList, step } from './ListState';
import { oneWalk } from './oneWalk';
import { pendingTasks } from './pendingTasks';
import type { FilledRows, ListWalk, Viewer } from './Viewer';
import { whenWanted } from './whenWanted';
import { whileLoading } from './whileLoading';

/** What differs between lists, whatever their rows are. */
export interface MachineOptions extends Pick<WalkStateOptions<unknown>, 'restarts' | 'debugName'> {
  /** Where a list that was kept stood. */
  readonly initial?: ListState | undefined;
  /** Whether the walk begins again by itself when a page token has expired: the rows must be known by a key or an index. */
  readonly mayRestart: boolean;
  /** Called before the first page of a walk counts. */
  readonly onFirstPage?: () => void;
  /** Called when the session is over, before the list begins again for the next one. */
  readonly onSession?: () => void;
  /** Called before the rows go. */
  readonly onClear?: () => void;
}

/** The walk of a list, and what it does about everything that happens. */
export interface ListMachine extends Pick<
  ListWalk<unknown>,
  'demand' | 'demandNow' | 'hydrate' | 'release' | 'whenSettled' | 'destroy'
> {
  readonly list: Signal<ListState>;
  readonly attempts: AttemptSignals;
  readonly dispatch: (input: ListInput) => void;
  /** The walk has failed: it begins again where it may, or the list stops. */
  readonly fail: (error: WalkError) => void;
  /** Whether somebody is signed in, where that counts. */
  readonly isOpen: () => boolean;
  readonly commands: Pick<WalkState<unknown>, 'retry' | 'restart' | 'pause' | 'resume' | 'cancel'>;
}

export const listMachine = <T>(
  source: WalkSource<T>,
  viewer: Viewer,
  rows: FilledRows<T>,
  { restarts, debugName, initial, mayRestart, onFirstPage, onSession, onClear }: MachineOptions,
  injector: Injector,
): ListMachine => {
  const list = signal(initial ?? newList('idle'), debugName === undefined ? {} : { debugName });
  const attempts = attemptSignals();
  const handler = injector.get(ErrorHandler, null);
  const isRendered = isOnServer(injector);
  const pending = pendingTasks(injector);
  const session = injector.get(SESSION, null, { optional: true });
  const wants = new Subject<void>();
  const budget = restartBudget(restarts);
  const loading = whileLoading(pending);
  let isBeginning = false;

  const now = () => untracked(list);
  const isOpen = (): boolean => session?.isOpen() !== false;
  const isWanted = (): boolean =>
    !now().isReleased && !now().isPaused && isOpen() && viewer.isWanted(rows, now().isTransferred);

  const dispatch = (input: ListInput): void => {
    const { state, acts } = step(now(), input);
    if (state !== now())
      untracked(() => {
        list.set(state);
      });
    for (const act of acts) perform[act]();
    loading.set(now().phase === 'loading' && !now().isOutOfTime);
  };

  const ready = whenWanted(isWanted, wants, {
    asked: () => {
      // First, because a viewport that sees more rows may look elsewhere at once.
      rows.show();
      dispatch({ type: 'asked', isWanted: isWanted() });
    },
    sent: () => {
      if (walk.isUnderWay()) dispatch({ type: 'sent' });
    },
  });

  const onPage = (page: PageInfo): void => {
    const { nextPageToken, fields } = page;
    if (now().start.pageToken === undefined) onFirstPage?.();
    dispatch({
      type: 'page',
      start: O.isSome(nextPageToken) ? { pageToken: nextPageToken.value } : {},
      total: fields.totalCount,
      isTransferred: 'isTransferred' in page,
    });
  };

  const fail = (error: WalkError): void => {
    if (isRendered && error._tag === 'TimedOut') {
      dispatch({ type: 'outOfTime' });
      return;
    }
    const isExpired = error._tag === 'PageTokenExpired';
    dispatch({ type: 'failed', error, mayRestart: isExpired && mayRestart && budget.spend(error) });
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

  const walk = oneWalk({
    next: take,
    threw: (thrown) => {
      dispatch({ type: 'threw' });
      handler?.handleError(thrown);
    },
    completed: () => {
      dispatch({ type: 'completed' });
    },
  });

  const begin = (): void => {
    const valve: ListValve = { ready, isOfList: true };
    const label = debugName !== undefined && { label: debugName };
    walk.begin((isLeft) => {
      const onEvent = (event: WalkEvent): void => {
        if (!isLeft()) attempts.onEvent(event);
      };
      return source({ valve, onPage, onEvent, ...label, ...now().start });
    });
  };

  const perform: Readonly<Record<ListAct, () => void>> = {
    begin,
    leave: () => {
      walk.leave();
      attempts.left();
    },
    welcome: () => {
      budget.refill();
      viewer.begins?.(rows);
    },
    show: rows.show,
    countPage: rows.countPage,
    beginAgain: rows.beginAgain,
    makeRoom: rows.makeRoom,
    clear: () => {
      onClear?.();
      rows.clear();
    },
  };

  // Later, because a component is made before its inputs are set, and a viewport connects while Angular renders.
  const beginSoon = (): void => {
    if (isBeginning) return;
    isBeginning = true;
    if (!viewer.isRendering) dispatch({ type: 'soon' });
    const begun = pending?.add();
    queueMicrotask(() => {
      isBeginning = false;
      if (isWanted()) dispatch({ type: 'due' });
      begun?.();
    });
  };

  const demandWith = (beginWalk: () => void) => (): void => {
    dispatch({ type: 'look' });
    if (!isWanted()) return;
    if (now().isWalking) wants.next();
    else beginWalk();
  };
  const demand = demandWith(beginSoon);

  const doing = (type: 'retry' | 'restart' | 'pause' | 'cancel') => () => {
    dispatch({ type });
  };

  const changes = session?.changes.subscribe(() => {
    onSession?.();
    dispatch({ type: 'reset' });
    if (isWanted()) beginSoon();
  });

  return {
    list,
    attempts,
    dispatch,
    fail,
    isOpen,
    demand,
    demandNow: demandWith(() => {
      dispatch({ type: 'due' });
    }),
    hydrate: () => {
      if (isOpen() && rows.size === 0) dispatch({ type: 'due' });
    },
    release: () => {
      dispatch({ type: 'release', isEmpty: rows.size === 0 });
    },
    whenSettled: (settled) => {
      if (now().phase === 'loading') loading.then(settled);
      else settled();
    },
    destroy: () => {
      changes?.unsubscribe();
      dispatch({ type: 'destroy' });
    },
    commands: {
      retry: doing('retry'),
      restart: doing('restart'),
      pause: doing('pause'),
      resume: () => {
        if (!now().isPaused) return;
        dispatch({ type: 'resume' });
        demand();
      },
      cancel: doing('cancel'),
    },
  };
};
