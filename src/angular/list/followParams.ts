import { computed, DestroyRef, effect, ErrorHandler, type Injector, signal, untracked } from '@angular/core';
import { timer } from 'rxjs';
import { pendingTasks } from '../platform';
import { sameValue } from '../table/mergeRows';

/** What the function that reads the params has given. */
type Asked<P> = { readonly params: P | undefined } | { readonly thrown: unknown };

/**
 * How the latest params relate to those that count: they are the same, they will count in the next render, they must
 * stay the same for a while, or there are none because a function of the user threw.
 */
type Stage = 'settled' | 'due' | 'debouncing' | 'threw';

const isSame = <P>(one: Asked<P>, other: Asked<P>): boolean =>
  'params' in one && 'params' in other ? sameValue(one.params, other.params) : one === other;

/**
 * Follows params that are read from signals, and calls `change` when others count: those that have stayed the same for the
 * time that is given. The first ones count at once, and so do those that mean "nothing".
 */
export const followParams = <P>(
  read: (() => P | undefined) | undefined,
  debounceTime: number,
  injector: Injector,
  change: (params: P | undefined) => void,
) => {
  if (read === undefined) return { stage: computed((): Stage => 'settled'), isNothing: computed(() => false) };
  const pending = pendingTasks(injector);
  const handler = injector.get(ErrorHandler, null);
  const counting = signal<{ readonly params: P | undefined } | undefined>(undefined);
  /** The params with which no list could be made. */
  const refused = signal<Asked<P> | undefined>(undefined);
  const isOver = signal(false);
  injector.get(DestroyRef).onDestroy(() => isOver.set(true));
  const latest = computed<Asked<P>>(
    () => {
      try {
        return { params: read() };
      } catch (thrown) {
        return { thrown };
      }
    },
    { equal: isSame },
  );
  const stage = computed<Stage>(() => {
    // Nothing counts any more.
    if (isOver()) return 'settled';
    const [asked, counts] = [latest(), counting()];
    if ('thrown' in asked || asked === refused()) return 'threw';
    // Typing a letter and deleting it again asks for nothing.
    if (counts !== undefined && sameValue(counts.params, asked.params)) return 'settled';
    return counts === undefined || asked.params === undefined || debounceTime === 0 ? 'due' : 'debouncing';
  });

  const refuse = (asked: Asked<P>, thrown: unknown): void => {
    refused.set(asked);
    counting.set(undefined);
    change(undefined);
    handler?.handleError(thrown);
  };
  const count = (asked: { readonly params: P | undefined }): void => {
    counting.set(asked);
    try {
      change(asked.params);
    } catch (thrown) {
      refuse(asked, thrown);
    }
  };

  effect(
    (onCleanup) => {
      const asked = latest();
      untracked(() => {
        if ('thrown' in asked) {
          refuse(asked, asked.thrown);
        } else if (stage() === 'due') {
          count(asked);
        } else if (stage() === 'debouncing') {
          const wait = timer(debounceTime).subscribe(() => count(asked));
          wait.add(pending?.add());
          onCleanup(() => wait.unsubscribe());
        }
      });
    },
    { injector },
  );

  return {
    stage,
    /** Whether the latest params mean "no walk". */
    isNothing: computed(() => {
      const asked = latest();
      return 'params' in asked && asked.params === undefined;
    }),
  };
};
