import { computed } from '@angular/core';
import type { WalkState, WalkStateOptions, WalkStatus } from '../WalkState';
import type { GrowingRows } from '../rows/growingRows';
import type { ListMachine } from './listMachine';
import { isExhausted } from './ListState';
import { trackBy } from './trackBy';

/** What every list has for its users. */
export type ListFace<T> = Omit<
  WalkState<T>,
  'isRefreshing' | 'refreshError' | 'refresh' | 'patch' | 'insert' | 'remove'
>;

/** A list as its users see it: signals of its state and of its rows, and its methods. */
export const walkStateOf = <T>(
  { list, attempts, commands }: Pick<ListMachine, 'list' | 'attempts' | 'commands'>,
  rows: Pick<GrowingRows<T>, 'value' | 'invalid' | 'objects' | 'progress'>,
  key: WalkStateOptions<T>['key'],
  scroll: WalkState<T>['scroll'],
): ListFace<T> => {
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
    ...attempts.signals,
    ...trackBy(key),
    scroll,
    ...commands,
  };
};
