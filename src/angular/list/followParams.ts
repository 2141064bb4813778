import {
  computed,
  DestroyRef,
  effect,
  ErrorHandler,
  type Injector,
  signal,
  untracked,
} from '@angular/core';
import * as E from 'fp-ts/Either';
import { timer } from 'rxjs';
import { pendingTasks } from '../PagewalkFeature';
import { sameValue } from '../../model/json/sameValue';

/** The latest params count, will count in the next render or after a while, mean "no walk", or a function of the user threw. */
type Stage = 'settled' | 'due' | 'debouncing' | 'nothing' | 'threw';

/** Params as they were read, or what the function threw that reads them. */
type AskedParams<P> = E.Either<unknown, P | undefined>;

/** What the latest params mean, where these ones count. Where nothing differs that is `debounced`, they count in the next render. */
const stageOf = <P>(
  asked: AskedParams<P>,
  counting: AskedParams<P> | undefined,
  debounceTime: number,
  debounced: (params: P) => unknown,
): Stage => {
  // Typing a letter and deleting it again asks for nothing.
  if (counting !== undefined && sameValue(counting, asked)) return 'settled';
  if (counting === undefined || debounceTime === 0) return 'due';
  const [before, after] = [counting, asked].map((one) =>
    E.isRight(one) && one.right !== undefined ? debounced(one.right) : undefined,
  );
  return after !== undefined && sameValue(before, after) ? 'due' : 'debouncing';
};

/**
 * Calls `change` when other params count. The first ones count at once, and so do those that mean "nothing", or that differ in nothing
 * that is `debounced`.
 */
export const followParams = <P>(
  read: (() => P | undefined) | undefined,
  debounceTime: number,
  debounced: (params: P) => unknown,
  injector: Injector,
  change: (params: P | undefined) => void,
) => {
  if (read === undefined) return computed<Stage>(() => 'settled');
  const pending = pendingTasks(injector);
  const counting = signal<AskedParams<P> | undefined>(undefined);
  /** The params with which no list could be made. */
  const refused = signal<AskedParams<P> | undefined>(undefined);
  const isOver = signal(false);
  injector.get(DestroyRef).onDestroy(() => isOver.set(true));
  const latest = computed<AskedParams<P>>(() => E.tryCatch(read, (thrown) => thrown), {
    equal: sameValue,
  });
  const stage = computed<Stage>(() => {
    const asked = latest();
    if (E.isRight(asked) && asked.right === undefined) return 'nothing';
    // Nothing else counts any more.
    if (isOver()) return 'settled';
    if (E.isLeft(asked) || asked === refused()) return 'threw';
    return stageOf(asked, counting(), debounceTime, debounced);
  });

  const refuse = (asked: AskedParams<P>, thrown: unknown): void => {
    refused.set(asked);
    counting.set(undefined);
    change(undefined);
    injector.get(ErrorHandler, null)?.handleError(thrown);
  };
  const count = (asked: E.Right<P | undefined>): void => {
    counting.set(asked);
    try {
      change(asked.right);
    } catch (thrown) {
      refuse(asked, thrown);
    }
  };

  effect(
    (onCleanup) => {
      const asked = latest();
      untracked(() => {
        if (E.isLeft(asked)) {
          refuse(asked, asked.left);
        } else if (stage() === 'due' || stage() === 'nothing') {
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
  return stage;
};
