import { computed, type Signal } from '@angular/core';
import type { WalkState, WalkStateOptions, WalkStatus } from '../WalkState';
import type { AttemptSignals } from './attempts';
import type { EditedRows } from '../rows/editedRows';
import type { RefreshSignals } from '../rows/refreshing';
import { isExhausted, type ListState } from './ListState';
import { trackBy } from './trackBy';

/** What one may tell a list to do. */
type Commands = Pick<WalkState<unknown>, 'retry' | 'restart' | 'pause' | 'resume' | 'cancel' | 'refresh'>;

/** A list as its users see it: signals of its state and of its rows, and its methods. */
export const walkStateOf = <T>(
  list: Signal<ListState>,
  rows: EditedRows<T>,
  key: WalkStateOptions<T>['key'],
  scroll: WalkState<T>['scroll'],
  commands: Commands,
  others: AttemptSignals['signals'] & RefreshSignals,
): WalkState<T> => {
  const status = computed<WalkStatus>(() => {
    const { phase, isPaused } = list();
    return isPaused && (phase === 'idle' || phase === 'loading') ? 'paused' : phase;
  });
  return {
    value: rows.value,
    invalid: rows.invalid,
    objects: rows.objects,
    progress: computed(() => {
      const [progress, { total }] = [rows.progress(), list()];
      // A service that says nonsense changes nothing.
      return total === undefined || total < progress.objects ? progress : { ...progress, total };
    }),
    status,
    isLoading: computed(() => status() === 'loading'),
    hasMore: computed(() => !isExhausted(list())),
    error: computed(() => list().error),
    ...others,
    ...trackBy(key),
    scroll,
    patch: (wanted, change) => rows.edit({ type: 'patch', key: wanted, change }),
    insert: (object) => rows.edit({ type: 'insert', object }),
    remove: (wanted) => rows.edit({ type: 'remove', key: wanted }),
    ...commands,
  };
};
