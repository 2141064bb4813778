import { defer, filter, of, Subject, take } from 'rxjs';
import type { Observable, ObservableInput, ObservedValueOf, OperatorFunction } from 'rxjs';
import { checkAtLeast0, checkConcurrency } from '../../model/optionChecks';
import { type Account, countedMergeMap } from './countedMergeMap';
import { warnOnce } from '../../model/warnOnce';

/** Holds a walk back while its consumer is busy: it counts the objects in its operators that are not done. @since 0.1.0 */
export interface Valve {
  /** Objects that wait in the valve's operators or are being worked on. */
  readonly held: number;
  /** Emits once and completes as soon as no more objects are held than the high-water mark. */
  readonly ready: Observable<void>;
  /** `mergeMap` whose waiting and running values are held. */
  mergeMap<T, O extends ObservableInput<unknown>>(
    project: (value: T, index: number) => O,
    concurrency?: number,
  ): OperatorFunction<T, ObservedValueOf<O>>;
  /** `concatMap` whose waiting and running values are held. */
  concatMap<T, O extends ObservableInput<unknown>>(
    project: (value: T, index: number) => O,
  ): OperatorFunction<T, ObservedValueOf<O>>;
}

const unasked = (held: number): string =>
  `a valve holds ${held} objects, and no walk has ever waited for it. Give it to the walk, or nothing is held back: client.list({ …, valve })`;

/** A valve, and the account of what it holds, for values that wait elsewhere than in its operators. */
export const createValve = (
  highWaterMark: number,
): { readonly valve: Valve; readonly account: Account } => {
  checkAtLeast0('highWaterMark', highWaterMark);
  let held = 0;
  let isAsked = false;
  // Far more than the mark: no page and no burst is that large.
  const tooMany = 10 * highWaterMark + 1_000;
  const released = new Subject<void>();
  const isReady = (): boolean => held <= highWaterMark;

  const account: Account = {
    hold: () => {
      held += 1;
      if (held > tooMany && !isAsked) warnOnce('valve', unasked(held));
    },
    release: (count) => {
      held -= count;
      if (isReady()) released.next();
    },
  };

  const valve: Valve = {
    get held() {
      return held;
    },
    // Checked again for walks that wait together: the first may have filled the valve before the next one hears of it.
    ready: defer(() => {
      isAsked = true;
      return isReady() ? of(undefined) : released.pipe(filter(isReady), take(1));
    }),
    mergeMap: (project, concurrency = Infinity) => {
      checkConcurrency('valve.mergeMap', concurrency);
      return countedMergeMap(project, concurrency, account);
    },
    concatMap: (project) => valve.mergeMap(project, 1),
  };
  return { valve, account };
};
