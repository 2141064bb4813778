import { type Either, isLeft, isRight, type Left } from 'fp-ts/Either';
import { isNone, none, type Option, some, toUndefined } from 'fp-ts/Option';
import {
  concat,
  defer,
  EMPTY,
  from,
  merge,
  NEVER,
  type Observable,
  of,
  switchMap,
  take,
  tap,
} from 'rxjs';
import type { Superseded } from '../../model/errors/Superseded';
import type { WalkEnd } from '../../model/errors/WalkError';
import { nextRound } from '../../model/place/nextRound';
import type { Place } from '../../model/place/Place';
import { recurs } from '../../model/place/runs';
import { maxRestarts, reportRestart, restarting } from '../recovery/restarts';
import { askPages, type RunPosition } from './askPages';
import { keepingFailures } from './failing';
import type { Behind } from './Places';
import { inItsRun, type RunBeginning } from './Strategy';
import {
  type Batch,
  batchAfter,
  type Claimed,
  finishFirst,
  keep,
  type Kept,
  withAdvice,
} from './workingOn';

const maxLosses = 10;

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

const resumedAt = (beginning: RunBeginning): RunBeginning & Pick<RunPosition, 'isResumed'> => ({
  ...beginning,
  isResumed: !beginning.isFresh && (beginning.at?.pages ?? 0) > 0,
});

const positionOf = <A, T>(walk: Claimed<A, T>, stored: Option<Place>, losses = 0): RunPosition => ({
  stored,
  ...resumedAt(walk.strategy.begin(inItsRun(toUndefined(stored), walk.claim.run))),
  losses,
});

/** Where a store that has lost its last commits continues. */
const afterLoss = <A, T>(
  walk: Claimed<A, T>,
  { losses }: RunPosition,
  { place }: Behind,
): RunPosition => {
  if (losses === maxLosses)
    throw new Error('durable: the store keeps saying that it has lost the place before this page');
  walk.check(place);
  return positionOf(walk, place, losses + 1);
};

/** Where the next round begins; none where the walk ends with this. */
const nextPosition = <A, T>(
  walk: Claimed<A, T>,
  position: RunPosition,
  end: WalkEnd,
): Option<RunPosition> => {
  const { strategy, claim, options } = walk;
  const { at, stored, isResumed } = position;
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
  const isFound = recurs(at) && isResumed && stored === claim.place;
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
