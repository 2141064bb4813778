import { ErrorHandler, type Injector, untracked } from '@angular/core';
import { type EditedRows, editedRows } from '../rows/editedRows';
import { refreshing } from '../rows/refreshing';
import type { WalkSource, WalkStateOptions } from '../WalkState';
import { type KeptList, keptList } from './KeptList';
import { type ListMachine, listMachine } from './listMachine';
import type { ListState } from './ListState';
import type { ListWalk, Viewer } from './Viewer';
import { walkStateOf } from './walkStateOf';

/** A list that keeps all its rows. */
export const listWalk = <T>(
  source: WalkSource<T>,
  viewer: Viewer,
  { key, restarts, debugName }: WalkStateOptions<T>,
  injector: Injector,
  kept?: KeptList<T>,
): ListWalk<T> => {
  const now = (): ListState => untracked(machine.list);
  const threw = (thrown: unknown): void => {
    injector.get(ErrorHandler, null)?.handleError(thrown);
  };
  const confirmed = (apply: () => void): void => {
    // What was asked for before the change does not know it.
    if (rows.size === 0 && now().phase === 'loading') machine.dispatch({ type: 'restart' });
    const before = rows.size;
    apply();
    machine.dispatch({ type: 'edited', more: rows.size - before });
    fresh.beginAgain();
  };
  const rows: EditedRows<T> = editedRows(key, kept?.rows, confirmed, threw);
  const scroll = { offset: 0, ...kept?.scroll };
  const fresh = refreshing(source, () => rows.size, kept?.at, {
    refreshed: (refreshed) => {
      rows.refresh(refreshed);
      machine.dispatch({ type: 'refreshed', ...refreshed });
    },
    threw,
  });
  const machine: ListMachine = listMachine(
    source,
    viewer,
    rows,
    {
      restarts,
      debugName,
      initial: kept?.state,
      mayRestart: key !== undefined,
      onFirstPage: fresh.note,
      onSession: rows.edits.clear,
      onClear: () => {
        fresh.clear();
        scroll.offset = 0;
      },
    },
    injector,
  );
  const { demand, demandNow, hydrate, release, whenSettled } = machine;

  const refresh = (): boolean => {
    if (key === undefined) throw new Error('refresh needs to know objects by a key: give the list the option key');
    const { phase, isDestroyed } = now();
    const isAtRest = rows.size > 0 && phase !== 'loading' && phase !== 'cancelled' && !isDestroyed;
    return isAtRest && machine.isOpen() && fresh.begin();
  };

  const destroy = (): void => {
    fresh.leave();
    machine.destroy();
  };

  return {
    state: {
      ...walkStateOf(machine, rows, key, scroll),
      ...fresh.signals,
      refresh,
      patch: (wanted, change) => rows.edit({ type: 'patch', key: wanted, change }),
      insert: (object) => rows.edit({ type: 'insert', object }),
      remove: (wanted) => rows.edit({ type: 'remove', key: wanted }),
    },
    rows,
    demand,
    demandNow,
    hydrate,
    release,
    whenSettled,
    destroy,
    keep: () => {
      const data = keptList(now(), rows, key !== undefined, scroll, fresh.at());
      destroy();
      return data;
    },
  };
};
