import { computed, effect, type Injector, untracked } from '@angular/core';
import { timer } from 'rxjs';
import { pendingTasks } from './pendingTasks';
import { sameParams } from './sameParams';

/**
 * Tells of params that are read from signals whenever they say something else, and have stayed so for the time that is
 * given. The first ones count at once, and so do those that mean "nothing".
 */
export const followParams = <P>(
  params: () => P | undefined,
  debounce: number,
  injector: Injector,
  change: (params: P | undefined) => void,
): void => {
  const pending = pendingTasks(injector);
  const latest = computed(params, { equal: sameParams });
  let counting: { readonly params: P | undefined } | undefined;

  const count = (next: P | undefined): void => {
    counting = { params: next };
    change(next);
  };

  effect(
    (onCleanup) => {
      const next = latest();
      untracked(() => {
        // Whoever types a letter and takes it back has asked for nothing.
        if (counting !== undefined && sameParams(counting.params, next)) return;
        if (counting === undefined || next === undefined || debounce === 0) {
          count(next);
          return;
        }
        const wait = timer(debounce).subscribe(() => {
          count(next);
        });
        wait.add(pending?.add());
        onCleanup(() => {
          wait.unsubscribe();
        });
      });
    },
    { injector },
  );
};
