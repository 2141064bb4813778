import { ErrorHandler, type Injector, signal, untracked } from '@angular/core';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { Subject } from 'rxjs';
import type { WalkEvent } from '../../client/WalkEvent';
import type { WalkError } from '../../model/errors/WalkError';
import type { PageInfo } from '../../model/paging/Page';
import { restartBudget } from '../../walk/recovery/restarts';
import { SESSION } from '../session/Session';
import { isOnServer } from '../server/isOnServer';
import type { ListValve } from '../server/transfer';
import type { WalkSource, WalkStateOptions } from '../WalkState';
import { attemptSignals } from './attempts';
import { editedRows } from '../rows/editedRows';
import { refreshing } from '../rows/refreshing';
import { type KeptList, keptList } from './KeptList';
import { type ListAct, type ListInput, newList, step } from './ListState';
import { oneWalk } from './oneWalk';
import { pendingTasks } from './pendingTasks';
import type { ListWalk, Viewer } from './Viewer';
import { walkStateOf } from './walkStateOf';
import { whenWanted } from './whenWanted';
import { whileLoading } from './whileLoading';

export const listWalk = <T>(
  source: WalkSource<T>,
  viewer: Viewer<T>,
  { key, restarts, debugName }: WalkStateOptions<T>,
  injector: Injector,
  kept?: KeptList<T>,
): ListWalk<T> => {
  const rows = editedRows(key, kept?.rows, (apply) => {
    // What was asked for before the change does not know it.
    if (rows.size === 0 && now().phase === 'loading') dispatch({ type: 'restart' });
    apply();
    fresh.beginAgain();
  });
  const list = signal(kept?.state ?? newList('idle'), debugName === undefined ? {} : { debugName });
  const attempts = attemptSignals();
  const handler = injector.get(ErrorHandler, null);
  const isRendered = isOnServer(injector);
  const pending = pendingTasks(injector);
  const session = injector.get(SESSION, null, { optional: true });
  const wants = new Subject<void>();
  const budget = restartBudget(restarts);
  const scroll = { offset: 0, ...kept?.scroll };
  const loading = whileLoading(pending);
  let isBeginning = false;

  const now = () => untracked(list);
  const isWanted = (): boolean =>
    !now().isReleased && !now().isPaused && session?.isOpen() !== false && viewer.isWanted(rows, now().isTransferred);

  const fresh = refreshing(source, () => rows.size, kept?.at, {
    refreshed: (refreshed) => {
      rows.refresh(refreshed);
      dispatch({ type: 'refreshed', ...refreshed });
    },
    threw: (thrown) => handler?.handleError(thrown),
  });

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
      dispatch({ type: 'asked', isWanted: isWanted() });
    },
    sent: () => {
      if (walk.isUnderWay()) dispatch({ type: 'sent' });
    },
  });

  const onPage = (page: PageInfo): void => {
    const { nextPageToken, fields } = page;
    if (now().start.pageToken === undefined) fresh.note();
    dispatch({
      type: 'page',
      start: O.isSome(nextPageToken) ? { pageToken: nextPageToken.value } : {},
      total: fields.totalCount,
      isTransferred: 'isTransferred' in page,
    });
  };

  const take = (result: E.Either<WalkError, T>): void => {
    if (E.isRight(result)) {
      if (rows.add(result)) budget.refill();
    } else if (result.left._tag === 'InvalidObject') {
      rows.add(E.left(result.left));
    } else {
      const error = result.left;
      if (isRendered && error._tag === 'TimedOut') {
        dispatch({ type: 'outOfTime' });
        return;
      }
      const mayRestart = error._tag === 'PageTokenExpired' && key !== undefined && budget.spend(error);
      dispatch({ type: 'failed', error, mayRestart });
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
      fresh.clear();
      rows.clear();
      scroll.offset = 0;
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
  const demandNow = demandWith(() => {
    dispatch({ type: 'due' });
  });

  const refresh = (): boolean => {
    if (key === undefined) throw new Error('refresh needs to know objects by a key: give the list the option key');
    const { phase, isDestroyed } = now();
    const isAtRest = rows.size > 0 && phase !== 'loading' && phase !== 'cancelled' && !isDestroyed;
    return isAtRest && session?.isOpen() !== false && fresh.begin();
  };

  const doing = (type: 'retry' | 'restart' | 'pause' | 'cancel') => () => {
    dispatch({ type });
  };
  const state = walkStateOf(
    list,
    rows,
    key,
    scroll,
    {
      retry: doing('retry'),
      restart: doing('restart'),
      pause: doing('pause'),
      resume: () => {
        if (!now().isPaused) return;
        dispatch({ type: 'resume' });
        demand();
      },
      cancel: doing('cancel'),
      refresh,
    },
    { ...attempts.signals, ...fresh.signals },
  );

  const changes = session?.changes.subscribe(() => {
    rows.edits.clear();
    dispatch({ type: 'reset' });
    if (isWanted()) beginSoon();
  });

  const destroy = (): void => {
    changes?.unsubscribe();
    fresh.leave();
    dispatch({ type: 'destroy' });
  };

  return {
    state,
    rows,
    demand,
    demandNow,
    hydrate: () => {
      if (session?.isOpen() !== false && rows.size === 0) dispatch({ type: 'due' });
    },
    release: () => {
      dispatch({ type: 'release', isEmpty: rows.size === 0 });
    },
    whenSettled: (settled) => {
      if (now().phase === 'loading') loading.then(settled);
      else settled();
    },
    destroy,
    keep: () => {
      const data = keptList(now(), rows, key !== undefined, scroll, fresh.at());
      destroy();
      return data;
    },
  };
};
