import { type Either, isLeft, isRight, type Left, right } from 'fp-ts/Either';
import { isNone, none, type Option, some, toUndefined } from 'fp-ts/Option';
import {
  BehaviorSubject,
  concat,
  concatMap,
  defer,
  EMPTY,
  filter,
  from,
  map,
  merge,
  NEVER,
  type Observable,
  of,
  switchMap,
  take,
  takeUntil,
  takeWhile,
  tap,
} from 'rxjs';
import type { Page } from '../../model/endpoints/Page';
import type { Superseded } from '../../model/errors/Superseded';
import type { WalkEnd, WalkError } from '../../model/errors/WalkError';
import { nextRound } from '../../model/place/nextRound';
import { hiddenOf, placeWith } from '../../model/place/placeInternals';
import type { Place } from '../../model/place/Place';
import { recurs } from '../../model/place/runs';
import { maxRestarts, reportRestart, restarting } from '../recovery/restarts';
import { alwaysReady } from '../Demand';
import { trampoline } from '../trampoline';
import { keepingFailures } from './failing';
import type { RunBeginning, Strategy } from './Strategy';
import type { Behind } from './Places';
import {
  type Batch,
  batchAfter,
  type Claimed,
  finishFirst,
  hearing,
  keep,
  type Kept,
  withAdvice,
} from './workingOn';

/** Where a walk is. What is kept is not always where it continues: the first place of a run, or of a later round, is never kept. */
interface Position {
  readonly stored: Option<Place>;
  readonly at: Place | undefined;
  readonly isFresh: boolean;
  /** Whether it continues in the middle, and no page has come since. */
  readonly isResumed: boolean;
  /** How often in a row the store has said that it is behind. */
  readonly losses: number;
}

const maxLosses = 10;

/** Asks for the pages of a round. They are worked on while the next ones are fetched; as many as are worked on together may wait. */
const askPages = <A, T>(
  { options, strategy, stop, underWay }: Claimed<A, T>,
  { at, isFresh, isResumed }: Position,
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
  const hasFailed = (): boolean => underWay.hasFailed;
  const valve = { ready, onDoubt: hearing(options), label: outer.label, hasFailed };
  // What parents have left in doubt is in no page that comes.
  if (isResumed) for (const doubt of hiddenOf(at)?.each?.doubts ?? []) valve.onDoubt(doubt);
  return pages({ valve, ...(at && !isFresh && { place: at }), ...strategy.asks(at) }).pipe(
    takeUntil(stop.pipe(filter(Boolean))),
    map((result) => [result, endingRun(strategy, at, result)] as const),
    // Where the run ends before its last page, no further request leaves.
    takeWhile(([came, result]) => came === result, true),
    map(([, result]) => result),
    tap((result) => waiting.next([...waiting.value, result])),
    concatMap(() => inTurn(workOnWaiting)),
    // Before the walk is unsubscribed, so that it ends as one that failed.
    tap({ error: () => (underWay.hasFailed = true) }),
    takeWhile(isRight, true),
  );
};

/** From its last place a walk sends nothing: only whether it refuses the place counts, and it does that at once. */
const comeToEnd = <A, T>(walk: Claimed<A, T>, at: Place): Observable<Kept> =>
  merge(walk.options.pages({ place: at, valve: { ready: NEVER } }), of(undefined)).pipe(
    take(1),
    switchMap((found) =>
      found && isLeft(found)
        ? of(withAdvice(found as Left<WalkEnd>))
        : concat(finishFirst(walk, at), of<Kept>({ _tag: 'Right', right: at })),
    ),
  );

const resumedAt = (beginning: RunBeginning): RunBeginning & Pick<Position, 'isResumed'> => ({
  ...beginning,
  isResumed: !beginning.isFresh && (beginning.at?.pages ?? 0) > 0,
});

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

const positionOf = <A, T>(walk: Claimed<A, T>, stored: Option<Place>, losses = 0): Position => ({
  stored,
  ...resumedAt(walk.strategy.begin(toUndefined(stored))),
  losses,
});

/** Where a store that has lost its last commits continues. */
const afterLoss = <A, T>(
  walk: Claimed<A, T>,
  { losses }: Position,
  { place }: Behind,
): Position => {
  if (losses === maxLosses)
    throw new Error('durable: the store keeps saying that it has lost the place before this page');
  walk.check(place);
  return positionOf(walk, place, losses + 1);
};

/** Where the next round begins; none where the walk ends with this. */
const nextPosition = <A, T>(
  walk: Claimed<A, T>,
  position: Position,
  end: WalkEnd,
): Option<Position> => {
  const { strategy, claim, options } = walk;
  const { at } = position;
  const { _tag, progress } = end;
  // Only the token of the walk's own place sends it back; that of one parent's walk (`walkEach`) does not.
  const again = strategy.again(
    at,
    end,
    _tag === 'PageTokenExpired' && progress.parent === undefined,
  );
  if (again === undefined) return none;
  if (again === 'run' && strategy.beginFull) {
    reportRestart({ progress }, 1, true);
    return some({ ...position, ...resumedAt(strategy.beginFull()) });
  }
  // A run with marks or tokens whose restarts were used up before this call begins again.
  const isFound = recurs(at) && at === toUndefined(claim.place);
  const next = nextRound(at, isFound ? Infinity : (options.restarts ?? maxRestarts));
  if (isNone(next)) return none;
  reportRestart({ progress }, next.value.round - 1);
  return some({ ...position, at: next.value, isFresh: false, isResumed: false });
};

/** The rounds of a walk whose claim counts: each continues from the last kept place, or begins with the first page. */
export const rounds = <A, T>(
  walk: Claimed<A, T>,
): Observable<Either<WalkEnd | Superseded, Place>> => {
  const { strategy, claim, stop } = walk;
  let position = positionOf(walk, claim.place);

  const workOn = (batch: Batch<A>): Observable<Kept> => {
    const { done, last, ends } = batchAfter(walk, position, batch);
    if (!last || done.length === 0) return from(ends);
    const advance = (kept: Kept): void => {
      if (isLeft(kept)) return;
      const { right: at } = kept;
      position = { stored: some(at), at, isFresh: false, isResumed: false, losses: 0 };
    };
    return concat(keep(walk, position.stored, done, last).pipe(tap(advance)), ends);
  };

  const round = defer((): Observable<Kept> => {
    if (stop.value) return EMPTY;
    const { at } = position;
    return at?.isLast ? comeToEnd(walk, at) : askPages(walk, position, workOn);
  });

  const meansRestart = (result: Kept): boolean => {
    if (isRight(result) || result.left._tag === 'Superseded') return false;
    const next =
      result.left._tag === 'Behind'
        ? some(afterLoss(walk, position, result.left))
        : nextPosition(walk, position, result.left);
    if (isNone(next)) return false;
    position = next.value;
    return true;
  };

  // Every Behind means a restart, and is dropped.
  const all = restarting(round, meansRestart) as Observable<Either<WalkEnd | Superseded, Place>>;
  const found = toUndefined(claim.place);
  const whole = strategy.by && found?.isLast ? concat(finishFirst(walk, found), all) : all;
  return keepingFailures(walk, () => position.at, whole);
};
