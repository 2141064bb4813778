import { type Either, isLeft, isRight, right } from 'fp-ts/Either';
import { none, type Option } from 'fp-ts/Option';
import {
  BehaviorSubject,
  catchError,
  concatMap,
  EMPTY,
  filter,
  map,
  type Observable,
  of,
  switchMap,
  takeUntil,
  takeWhile,
  tap,
  throwError,
} from 'rxjs';
import type { Page } from '../../model/endpoints/Page';
import type { WalkError } from '../../model/errors/WalkError';
import type { Place } from '../../model/place/Place';
import { hiddenOf, placeWith } from '../../model/place/placeInternals';
import { alwaysReady } from '../Demand';
import { trampoline } from '../trampoline';
import type { Strategy } from './Strategy';
import { type Batch, type Claimed, hearing, type Kept } from './workingOn';

/** Where a walk is. What is kept is not always where it continues: the first place of a run, or of a later round, is never kept. */
export interface RunPosition {
  readonly stored: Option<Place>;
  readonly at: Place | undefined;
  readonly isFresh: boolean;
  /** Whether it continues in the middle, and no page has come since. */
  readonly isResumed: boolean;
  /** How often in a row the store has said that it is behind. */
  readonly losses: number;
}

/** A page that ends the run has the place of a last one. */
const endingRun = <A>(
  { ends }: Strategy<A>,
  at: Place | undefined,
  result: Either<WalkError, Page<A>>,
): Either<WalkError, Page<A>> => {
  if (isLeft(result) || !ends?.(at, result.right)) return result;
  const { place } = result.right;
  const { pages, objects, round } = place;
  const hidden = { request: undefined, ...hiddenOf(place), pageToken: none };
  const last = placeWith({ pages, objects, round, isLast: true }, hidden);
  return right({ ...result.right, place: last });
};

/** Asks for the pages of a round. They are worked on while the next ones are fetched; as many as are worked on together may wait. */
export const askPages = <A, T>(
  { options, strategy, stop }: Claimed<A, T>,
  { at, isFresh, isResumed }: RunPosition,
  workOn: (batch: Batch<A>) => Observable<Kept>,
): Observable<Kept> => {
  const { pages, valve: outer = alwaysReady, batch: size = 1 } = options;
  const waiting = new BehaviorSubject<Batch<A>>([]);
  const inTurn = trampoline();
  // Once for each page: where it was worked on with the one before it, nothing waits.
  const workOnWaiting = (): Observable<Kept> => {
    // What waits then is not taken out: with room for it, the next request would leave. `takeUntil` is over when the last
    // page has arrived.
    if (stop.value) return EMPTY;
    const work = workOn(waiting.value.slice(0, size));
    waiting.next(waiting.value.slice(size));
    return work;
  };
  const ready = waiting.pipe(
    filter(({ length }) => length < size),
    switchMap(() => outer.ready),
  );
  let hasFailed = false;
  const valve = {
    ready,
    onDoubt: hearing(options),
    label: outer.label,
    hasFailed: () => hasFailed,
  };
  // What parents have left in doubt is in no page that comes.
  if (isResumed) for (const doubt of hiddenOf(at)?.each?.doubts ?? []) valve.onDoubt(doubt);
  return pages({ valve, ...(at && !isFresh && { place: at }), ...strategy.asks(at) }).pipe(
    takeUntil(stop.pipe(filter(Boolean))),
    map((result) => [result, endingRun(strategy, at, result)] as const),
    // Where the run ends before its last page, no further request leaves.
    takeWhile(([came, result]) => came === result, true),
    map(([, result]) => result),
    map((result) => {
      waiting.next([...waiting.value, result]);
      return workOnWaiting;
    }),
    // What is thrown as a page comes has its turn after the pages before it, as a Left has. The walk is unsubscribed at once.
    catchError((error: unknown) => {
      hasFailed = true;
      return of(() => (stop.value ? EMPTY : throwError(() => error)));
    }),
    concatMap((work) => inTurn(work)),
    // Before the walk is unsubscribed, so that it ends as one that failed.
    tap({ error: () => (hasFailed = true) }),
    takeWhile(isRight, true),
  );
};
