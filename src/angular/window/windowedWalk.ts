import type { ListRange } from '@angular/cdk/collections';
import { computed, type Injector, untracked } from '@angular/core';
import * as O from 'fp-ts/Option';
import type { Observable } from 'rxjs';
import type { PageInfo } from '../../model/endpoints/Page';
import { type ListMachine, listMachine } from '../list/listMachine';
import { isExhausted, type ListState } from '../list/ListState';
import type { ScrollOptions } from '../list/scrolledRows';
import type { ListWalk } from '../list/Viewer';
import { walkStateOf } from '../list/walkStateOf';
import { isOnServer } from '../server/isOnServer';
import type { Row, WalkSource, WalkStateOptions, WalkStatus } from '../WalkState';
import { lookedAt } from './lookedAt';
import { pageTable } from './pageTable';
import { type Refetching, refetching } from './refetching';
import type { WindowedState } from './Windowed';
import { type WindowRows, windowRows } from './windowRows';

export interface WindowedWalk<T> extends Pick<ListWalk<T>, 'hydrate' | 'destroy'> {
  readonly state: WindowedState<T>;
  readonly changes: Observable<ReadonlyArray<Row<T> | undefined>>;
  /** Viewports look elsewhere, or no longer at all. */
  readonly look: () => void;
}

export interface WindowedWalkOptions<T> extends WalkStateOptions<T>, ScrollOptions {
  readonly max: number;
  readonly highWaterMark: number;
}

/** Whether it takes a `retry` to continue. */
const isStuck = (status: WalkStatus): boolean => status === 'error' || status === 'cancelled';

export const windowedWalk = <T>(
  source: WalkSource<T>,
  ranges: () => ReadonlyArray<ListRange>,
  { key, restarts, debugName, max, highWaterMark, ssr }: WindowedWalkOptions<T>,
  injector: Injector,
): WindowedWalk<T> => {
  let lastSeen: ReadonlyArray<ListRange> = [];
  let isLooking = false;
  const isSeen = (): boolean => ranges().length > 0;
  const table = pageTable();
  // What was seen last stays nearest as long as nobody looks.
  const seen = (): ReadonlyArray<ListRange> => {
    if (isSeen()) lastSeen = ranges();
    return lastSeen;
  };
  const looks = lookedAt(table, seen, max, highWaterMark);
  const now = (): ListState => untracked(machine.list);

  const rows: WindowRows<T> = windowRows(table, looks, max, {
    again: () => {
      refetch.leave();
      // Whatever page it was that failed, the walk comes to it again.
      refetch.change({ phase: 'idle', error: undefined });
    },
    shown: () => {
      lookSoon();
    },
    isWhole: () => now().phase === 'end',
  });

  /** The same walk, which says with each page what token has brought it. */
  const walked: WalkSource<T> = (pace) => {
    let next = pace.pageToken;
    const onPage = (page: PageInfo): void => {
      rows.comes(next);
      pace.onPage?.(page);
      next = O.toUndefined(page.nextPageToken);
    };
    return source({ ...pace, onPage });
  };

  const refetch: Refetching = refetching<T>(
    source,
    {
      next: () => {
        const isAtRest = now().phase === 'idle' || isExhausted(now());
        const mayAsk = isSeen() && isAtRest && !untracked(refetch.state).isPaused && machine.isOpen();
        return mayAsk && !now().isDestroyed ? rows.missing() : undefined;
      },
      isWanted: rows.isWanted,
      paceOf: (page) => {
        const pageToken = table.tokenOf(page);
        return { ...(pageToken !== undefined && { pageToken }), ...(debugName !== undefined && { label: debugName }) };
      },
      onEvent: (event) => {
        machine.attempts.onEvent(event);
      },
      came: (page, again) => {
        const { pageToken } = again.start;
        const isAtFrontier = page === table.pages - 1;
        rows.fill(page, again.rows);
        if (again.isLast) rows.cutBehind(page);
        else if (!isAtFrontier && pageToken !== undefined) table.renew(page + 1, pageToken);
        // At a limit of the service the same request would end the same way.
        if ((again.isLast || isAtFrontier) && now().error === undefined)
          machine.dispatch({ type: 'refreshed', ...again });
        rows.show();
        machine.attempts.left();
      },
      failed: (page, error) => {
        machine.attempts.left();
        if (!looks.shown().has(page)) {
          rows.giveUp(page);
          return false;
        }
        if (error._tag !== 'PageTokenExpired') return true;
        machine.fail(error);
        return false;
      },
      idle: () => {
        if (isSeen()) machine.demand();
      },
    },
    injector,
  );

  const isRendered = isOnServer(injector);
  const machine: ListMachine = listMachine(
    walked,
    {
      isRendering: true,
      isWanted: (here, isTransferred) => {
        if (isRendered) return ssr !== 'skip' && here.size === 0;
        const { phase, isPaused } = untracked(refetch.state);
        if (isStuck(phase) || isPaused || refetch.isUnderWay()) return false;
        const mark = isTransferred ? Math.min(highWaterMark, Math.floor(here.size / 2)) : highWaterMark;
        return looks.isNextWanted(mark) && rows.missing() === undefined;
      },
    },
    rows,
    {
      restarts,
      debugName,
      mayRestart: true,
      onClear: () => {
        scroll.offset = 0;
        refetch.reset();
      },
    },
    injector,
  );

  const look = (): void => {
    if (!isSeen()) {
      machine.release();
      refetch.leave();
      return;
    }
    machine.demand();
    lookSoon();
  };

  // Later, because viewports look elsewhere while Angular renders, when no signal may be written.
  const lookSoon = (): void => {
    if (isLooking) return;
    isLooking = true;
    queueMicrotask(() => {
      isLooking = false;
      rows.trim();
      refetch.look();
    });
  };

  const scroll = { offset: 0 };
  const forward = walkStateOf(machine, rows, key, scroll);
  const status = computed<WalkStatus>(() => {
    const { phase, isPaused } = refetch.state();
    if (isStuck(phase)) return phase;
    if (isPaused && !isStuck(forward.status())) return 'paused';
    return phase === 'loading' ? phase : forward.status();
  });
  /** Whether the list has not stopped, so that one may stop it. */
  const isOpen = (): boolean => !isStuck(untracked(status));

  return {
    state: {
      ...forward,
      status,
      isLoading: computed(() => status() === 'loading'),
      error: computed(() => (status() === 'error' ? (refetch.state().error ?? forward.error()) : undefined)),
      trackRow: (index, row) => {
        // An index could be the key of another row.
        if (row === undefined) return key === undefined ? index : undefined;
        return forward.trackRow(index, row);
      },
      retry: () => {
        if (isOpen()) return;
        refetch.reset();
        forward.retry();
        lookSoon();
      },
      pause: () => {
        if (!isOpen()) return;
        forward.pause();
        refetch.change({ isPaused: true });
      },
      resume: () => {
        if (!untracked(refetch.state).isPaused) return;
        refetch.change({ isPaused: false });
        forward.resume();
        lookSoon();
      },
      cancel: () => {
        if (!isOpen()) return;
        refetch.reset();
        forward.cancel();
        // A list that has come to its end could still ask for pages again.
        if (untracked(forward.status) !== 'cancelled') refetch.change({ phase: 'cancelled' });
      },
      refresh: () => {
        const { phase, isDestroyed } = now();
        const isAtRest = phase !== 'loading' && untracked(status) !== 'loading' && untracked(status) !== 'cancelled';
        if (rows.size === 0 || isDestroyed || !isAtRest || !machine.isOpen()) return false;
        machine.dispatch({ type: 'again' });
        return true;
      },
    },
    changes: rows.changes,
    hydrate: machine.hydrate,
    look,
    destroy: () => {
      refetch.leave();
      machine.destroy();
    },
  };
};
