import { type Either, isLeft, isRight, type Left, left, map as mapEither } from 'fp-ts/Either';
import { type Option, toUndefined } from 'fp-ts/Option';
import {
  type BehaviorSubject,
  concat,
  defaultIfEmpty,
  defer,
  EMPTY,
  filter,
  from,
  ignoreElements,
  map,
  type Observable,
  type ObservableInput,
  of,
  switchMap,
  take,
  tap,
  throwIfEmpty,
  toArray,
} from 'rxjs';
import type { Page } from '../../model/endpoints/Page';
import type { Superseded } from '../../model/errors/Superseded';
import type { WalkEnd, WalkError } from '../../model/errors/WalkError';
import type { Doubt } from '../../model/paging/doubts';
import { keptDoubts } from '../../model/paging/keptDoubts';
import type { Place } from '../../model/place/Place';
import { hiddenOf, type KeptFailure, withFailure } from '../../model/place/placeInternals';
import { placeIn, runOf } from '../../model/place/runs';
import type { DurableOptions, EndedWalk, Worked } from './DurableOptions';
import type { Behind, Claim, Finish, Work } from './Places';
import type { Strategy } from './Strategy';

/** The place that was kept, or why none was. */
export type Kept = Either<WalkEnd | Superseded | Behind, Place>;
export type Batch<A> = ReadonlyArray<Either<WalkError, Page<A>>>;

/** What is under way in a run. */
export interface UnderWay {
  /** The place of the page that is prepared, worked on or kept. */
  place: Place | undefined;
}

/** A walk whose claim counts. */
export interface Claimed<A, T> {
  readonly options: DurableOptions<A, T>;
  readonly strategy: Strategy<A>;
  readonly claim: Claim;
  /** Refuses a place that was kept with other options. */
  readonly check: (place: Option<Place>) => void;
  readonly stop: BehaviorSubject<boolean>;
  readonly underWay: UnderWay;
}

/** The one value that a method of the store has to give. */
export const resultOf = <V>(method: string, given: ObservableInput<V>): Observable<V> =>
  from(given).pipe(
    filter(Boolean),
    throwIfEmpty(() => new TypeError('durable: the store completed without a result of ' + method)),
    take(1),
  );

/** Who hears what a walk leaves in doubt. */
export const hearing =
  ({ onDoubt, valve }: Pick<DurableOptions<never, never>, 'onDoubt' | 'valve'>) =>
  (doubt: Doubt): void => {
    onDoubt?.(doubt);
    valve?.onDoubt?.(doubt);
  };

/** A deploy may change the request, and with it the walk that the kept place belongs to. */
export const withAdvice = (end: Left<WalkEnd>): Either<WalkEnd, never> => {
  if (end.left._tag !== 'InvalidRequest') return end;
  const advice = ': places.restart(id) drops it, and keeps the mark or token';
  const problems = end.left.problems.map(({ at, message }) => ({
    at,
    message: at === 'place' ? message + advice : message,
  }));
  return left({ ...end.left, problems });
};

/** What is waited for of what a user's function returned. A store whose transactions cannot wait refuses what would have to be. */
const waitedFor: NonNullable<Parameters<Work<unknown>>[1]> = (given) =>
  (given as ObservableInput<unknown> | undefined) ?? EMPTY;

/** The first value of what `prepare` gives for a page. A text would be taken apart into its letters. */
const prepared = (given: ObservableInput<unknown>): Observable<unknown> => {
  if (typeof given === 'string') {
    throw new TypeError('durable: prepare must return a promise or an Observable, not a text');
  }
  return from(given).pipe(take(1), defaultIfEmpty(undefined));
};

const refuseCounted = (): never => {
  throw new TypeError(
    'durable: finish would delete what is not gone: these pages are counted (byOffset, byPageNumber), so that a deletion during ' +
      'the walk hides an object. Count in the work how often in a row a row was missed, delete in finish what two walks missed, ' +
      'and give acceptShifts: true',
  );
};

/** A round remembers how many objects were refused. */
const withRefused = (before: Place | undefined, place: Place, refused: number): Place => {
  const run = runOf(place);
  const sum = (runOf(before)?.refused ?? 0) + refused;
  return run && sum > 0 ? placeIn(place, { ...run, refused: sum }) : place;
};

/** The pages of a batch as work gets them, the place after them, and what ends the round: the last Left of the batch. */
export const batchAfter = <A, T>(
  { options: { finish, acceptShifts }, strategy }: Claimed<A, T>,
  { at, isResumed }: { readonly at: Place | undefined; readonly isResumed: boolean },
  batch: Batch<A>,
) => {
  const done: Array<Worked<Page<A>>> = [];
  const ends = batch.filter(isLeft) as Array<Left<WalkEnd>>;
  let last = at;
  for (const { right: page } of batch.filter(isRight)) {
    if (page.place.round !== (at?.round ?? 1) || page.place.pages < (at?.pages ?? 0)) {
      throw new Error('durable: spread the argument of pages into the params');
    }
    if (finish && !acceptShifts && hiddenOf(page.place)?.traits?.isCounted) refuseCounted();
    if (isResumed && last === at && strategy.hasMoved?.(at, page)) {
      const { pages, objects } = page.place;
      const progress = { pages, objects, attempts: 1 };
      return {
        done,
        last,
        ends: [left({ _tag: 'PageTokenExpired', status: 0, progress } as const)],
      };
    }
    const after = strategy.after(last, page);
    if (isLeft(after)) ends.push(after);
    else {
      last = withRefused(last, after.right, page.data.filter(isLeft).length);
      done.push({ ...page, place: last, ...strategy.shows(at) });
    }
  }
  return { done, last, ends: ends.map(withAdvice) };
};

/** What `finish` gets to know. The name that it had before would compare with nothing, and everything would be deleted. */
const endOfWalk = (places: ReadonlyArray<Place>, run: string): EndedWalk => {
  const runs = [...new Set(places.map((place) => runOf(place)?.run ?? run))];
  const refused = places.reduce((sum, place) => sum + (runOf(place)?.refused ?? 0), 0);
  const doubts = places.flatMap(keptDoubts);
  return Object.defineProperty({ runs, doubts, refused }, 'run', {
    get: () => {
      throw new TypeError('durable: finish gets runs, a list of texts, in place of run');
    },
  });
};

/** What to do with the end of the run that a place belongs to: only one that has seen everything is finished. */
const finishing = <A, T>(
  { options: { finish }, strategy }: Claimed<A, T>,
  at: Place | undefined,
): Finish<T> | undefined => {
  if (!finish || !at || !strategy.seesAll(at)) return undefined;
  const { run } = strategy.shows(at);
  return (transaction, reads = waitedFor, others = []) =>
    defer(() => reads(finish(transaction, endOfWalk([at, ...others], run))));
};

/** Before anything else of a walk that was found done: its `finish`, if that has not completed. */
export const finishFirst = <A, T>(walk: Claimed<A, T>, at: Place): Observable<never> =>
  defer(() => {
    const unfinished = finishing(walk, at);
    const { options, claim } = walk;
    return from((unfinished && options.places.finish?.(claim, unfinished)) ?? EMPTY);
  }).pipe(ignoreElements());

/** What is known of a failure is known until a place covers its page, or the run or its round is over. */
const stillFailing = (stored: Option<Place>, last: Place): KeptFailure | undefined => {
  const { failure } = hiddenOf(toUndefined(stored)) ?? {};
  const isOpen = !last.isLast && failure?.round === last.round && last.pages < failure.page;
  return isOpen ? failure : undefined;
};

/** Works on pages in their order and keeps the place of the last one. */
export const keep = <A, T>(
  walk: Claimed<A, T>,
  stored: Option<Place>,
  done: ReadonlyArray<Worked<Page<A>>>,
  last: Place,
): Observable<Kept> => {
  const { places, prepare, work } = walk.options;
  const { underWay } = walk;
  underWay.place = last;
  const at = (page: Page<A>, act: () => ObservableInput<unknown>): Observable<unknown> =>
    defer(() => {
      underWay.place = page.place;
      return act();
    });
  const keeping = (given: ReadonlyArray<unknown>) => {
    const workOnAll: Work<T> = (transaction, reads = waitedFor) =>
      concat(
        ...done.map((page, index) => at(page, () => reads(work(page, transaction, given[index])))),
      );
    const claim = { ...walk.claim, place: stored };
    const place = withFailure(last, stillFailing(stored, last));
    const keeps = places.keep(claim, place, workOnAll, finishing(walk, last));
    return resultOf('keep', keeps).pipe(map(mapEither(() => place)));
  };
  const preparing = prepare
    ? concat(...done.map((page) => at(page, () => prepared(prepare(page))))).pipe(toArray())
    : of([]);
  return preparing.pipe(switchMap(keeping), tap({ complete: () => (underWay.place = undefined) }));
};
