import { type Either, type Left, isLeft, isRight, left, map as mapEither, right } from 'fp-ts/Either';
import { type Option, isNone, some, toUndefined } from 'fp-ts/Option';
import {
  BehaviorSubject,
  concat,
  concatMap,
  defer,
  EMPTY,
  filter,
  finalize,
  from,
  ignoreElements,
  map,
  merge,
  NEVER,
  type Observable,
  type ObservableInput,
  of,
  switchMap,
  take,
  takeUntil,
  takeWhile,
  tap,
  throwIfEmpty,
} from 'rxjs';
import type { Page } from '../../model/endpoints/Page';
import type { Doubt } from '../../model/endpoints/Paging';
import { checkAtLeast0, checkKnown } from '../../model/optionChecks';
import type { Place } from '../../model/place/Place';
import type { Mark } from '../../model/place/Mark';
import { firstPlace, isMissing, marksOf, placeWithMarks } from '../../model/place/marked';
import { nextRound } from '../../model/place/nextRound';
import type { Busy, Superseded } from '../../model/errors/Superseded';
import type { WalkEnd, WalkError } from '../../model/errors/WalkError';
import type { Demand } from '../Demand';
import { maxRestarts, reportRestart, restarting } from '../recovery/restarts';
import { trampoline } from '../trampoline';
import { type Behind, checkId, type Claim, type Part, type Places, type Work } from './Places';
import { beginFrom, beginRun, type MarkOptions, marksAfter } from './runMarks';

/** Where a walk begins, and what paces it: spread it into the params of `client.pages`. @since 0.1.0 */
export interface DurableStart {
  readonly place?: Place;
  readonly valve: Demand;
  /** With the option `mark`: what this run asks from. Take it out, and put it where the service expects it. */
  readonly mark?: Mark;
}

/** The compiler that refuses objects in place of pages prints this text. @inline */
type Pages<A, W> = [W] extends [{ readonly data: unknown; readonly place: Place }]
  ? Observable<Either<WalkError, W & Page<A>>>
  : 'Write client.pages(…): durable keeps the place of each page, and client.objects(…) gives no pages.';

/** A page in work, and its run: what all parts and rounds of the walk share until it is forgotten. @inline */
type Worked<W> = W & { readonly run: string };

/** Options of `durable`. `W` is the type of a page: more than a `Page` if `pages` emits more. @since 0.1.0 */
export interface DurableOptions<A, T, W = Page<A>> {
  /** The walk's name. */
  readonly id: string;
  /** Where places are kept: `filePlaces(…)`, `postgresPlaces(…)` or your own. */
  readonly places: Places<T>;
  /** The walk: `(start) => client.pages(listObjects, { …, ...start })`. */
  readonly pages: (start: DurableStart) => Pages<A, W>;
  /** The work on a page. The page is done when this completes. It may see an object again, and must tolerate that. */
  readonly work: (page: Worked<W>, transaction: T) => ObservableInput<unknown>;
  /** The part of the walk that this run walks. Any number of processes can walk the parts. */
  readonly part?: Part | undefined;
  /**
   * What to do once, when all parts of the walk are done: in the transaction of the last page. If it throws, that page is not
   * kept. A call may be rolled back, and made again by another run: what cannot be undone does not belong here. Without
   * transactions (`filePlaces`) it comes after the last place is kept, at least once. Rows without this `run` were in no
   * page.
   */
  readonly finish?: ((transaction: T, walk: { readonly run: string }) => ObservableInput<unknown>) | undefined;
  /** Asks only for what is new: a run begins at the highest mark of the objects of the last run. Not beside `finish`. */
  readonly mark?: MarkOptions<A> | undefined;
  /**
   * Called at the end of a walk that may have missed something, or of one of its rounds: what its `end` event leaves in doubt. A
   * walk that was resumed does not know what was seen before.
   */
  readonly onDoubt?: ((doubt: Doubt) => void) | undefined;
  /** How many rounds in a row may get no further than an earlier one. Default 3. */
  readonly restarts?: number | undefined;
  /**
   * The maximum number of pages that are worked on and kept together. Only pages that have arrived are combined; it never
   * waits for more. After a crash that many may be worked on again. Default 1.
   */
  readonly batch?: number | undefined;
  /** When it emits, the work under way is done and kept, nothing else begins, and the walk completes. */
  readonly until?: ObservableInput<unknown> | undefined;
  /**
   * How the walk is claimed: `by` whom, by default the host and the process id. One that was claimed, or whose place was kept,
   * within `ifOlderThan` milliseconds is left alone, and this ends with a `Busy`: for workers that look for work.
   */
  readonly claim?: { readonly by?: string | undefined; readonly ifOlderThan?: number | undefined } | undefined;
}

/** @inline */
type Claiming = DurableOptions<unknown, unknown>['claim'];

/** Only with `claim` it may end with a `Busy`. @inline */
type BusyIf<C> = C extends object ? Busy : never;

/** @inline */
type Kept = Either<WalkEnd | Superseded | Behind, Place>;

const checkPart = ({ name, of: names, ...others }: Part): void => {
  checkKnown('durable: part', others);
  const areNames = Array.isArray(names) && names.every((each) => typeof each === 'string' && each !== '');
  if (!areNames || new Set(names).size !== names.length || !names.includes(name)) {
    throw new TypeError('durable: part.of must be a list of different names, not empty, and part.name one of them');
  }
};

/** How often in a row a store may say that it is behind, with nothing kept in between. */
const maxLosses = 10;

/** The one value that a method of the store has to give. */
const resultOf = <V>(method: string, given: ObservableInput<V>): Observable<V> =>
  from(given).pipe(
    filter(Boolean),
    throwIfEmpty(() => new TypeError('durable: the store completed without a result of ' + method)),
    take(1),
  );

/** Refuses to continue with other options than a walk was kept with. */
const checkKept = (id: string, place: Option<Place>, isMarked: boolean): void => {
  if (isMarked || !marksOf(toUndefined(place))) return;
  throw new Error('durable: the walk was kept with a mark. Give the option mark, or forget the walk ' + id);
};

/** A deploy may change the request, and with it the walk that the kept place belongs to. */
const withAdvice = (end: Left<WalkEnd>): Either<WalkEnd, never> => {
  if (end.left._tag !== 'InvalidRequest') return end;
  const problems = end.left.problems.map(({ at, message }) => ({
    at,
    message: at === 'place' ? message + ': places.restart(id) drops it, and keeps the mark' : message,
  }));
  return left({ ...end.left, problems });
};

/** What a user's function returned; a store may have to know of it. */
const hearing = <R>(given: R, began: Parameters<Work<unknown>>[1]): R => {
  began?.(given);
  return given;
};

/** The rounds of a walk whose claim still counts: each continues from the last kept place, or begins with the first page. */
const rounds = <A, T>(
  { id, places, pages, work, finish, mark, onDoubt, restarts = maxRestarts, batch: size = 1 }: DurableOptions<A, T>,
  claim: Claim,
  stop: BehaviorSubject<boolean>,
): Observable<Either<WalkEnd | Superseded, Place>> => {
  // What is kept is not always where the walk continues: the first place of a later round is never kept.
  let kept: Option<Place>;
  let at: Place | undefined;
  let begun: Place | undefined;
  let losses = 0;
  const { run = id } = claim;

  /** Without the option `mark` a run continues from the kept place; with it, one that is done is followed by the next. */
  const continueFrom = (place: Option<Place>): void => {
    kept = place;
    at = toUndefined(place);
    const marks = marksOf(at);
    checkKept(id, place, Boolean(mark));
    if (!mark) return;
    // Where no page is kept, only a mark is.
    if (!at || at.isLast || at.pages === 0)
      at = begun = firstPlace(beginRun(mark, `${run} ${Math.random()}`, marks?.[1]));
    else if (mark.ceiling && marks && isMissing(marks[3])) {
      at = placeWithMarks(toUndefined(nextRound(at, Infinity)), beginFrom(marks, mark.ceiling));
    }
  };
  continueFrom(claim.place);

  const finishing: Work<T> | undefined =
    finish && ((transaction, began) => defer(() => hearing(finish(transaction, { run }), began)));

  /** Works on pages in their order and keeps the place of the last one. */
  const keep = (done: ReadonlyArray<Worked<Page<A>>>, last: Place): Observable<Kept> => {
    const workOnAll: Work<T> = (transaction, began) =>
      concat(...done.map((page) => defer(() => hearing(work(page, transaction), began))));
    const keeping = places.keep({ ...claim, place: kept }, last, workOnAll, finishing);
    const advance = (): Place => {
      kept = some(last);
      losses = 0;
      return (at = last);
    };
    return resultOf('keep', keeping).pipe(map(mapEither(advance)));
  };

  /** Pages have their run while they are worked on. A Left, the last of its batch, comes after the pages before it are kept. */
  const workOn = (batch: ReadonlyArray<Either<WalkError, Page<A>>>): Observable<Kept> => {
    const [own = run] = marksOf(at) ?? [];
    let last = at;
    const done = batch.filter(isRight).map(({ right: page }) => {
      if (page.place.round !== (at?.round ?? 1) || page.place.pages < (at?.pages ?? 0)) {
        throw new Error('durable: spread the argument of pages into the params');
      }
      last = mark ? marksAfter(last, page, mark.of) : page.place;
      return { ...page, place: last, run: own };
    });
    const ends = batch.filter(isLeft) as ReadonlyArray<Left<WalkEnd>>;
    return concat(last && done.length > 0 ? keep(done, last) : EMPTY, ends.map(withAdvice));
  };

  const round = defer((): Observable<Kept> => {
    if (stop.value) return EMPTY;
    if (at?.isLast) {
      const [last, compared] = [at, pages({ place: at, valve: { ready: NEVER } })];
      const done = defer(() => {
        const unfinished = finishing && places.finish?.(claim, finishing);
        return concat(from(unfinished ?? EMPTY).pipe(ignoreElements()), of(right(last)));
      });
      // From its last place a walk sends nothing: only whether it refuses the place counts, and it does that at once.
      return merge(compared, of(undefined)).pipe(
        take(1),
        switchMap((found) => (found && isLeft(found) ? of(withAdvice(found as Left<WalkEnd>)) : done)),
      );
    }
    // Pages are worked on while the next ones are fetched; as many as are worked on together may wait.
    const waiting = new BehaviorSubject<ReadonlyArray<Either<WalkError, Page<A>>>>([]);
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
    const [, , since] = marksOf(at) ?? [];
    const valve = { ready: waiting.pipe(filter(({ length }) => length < size)), onDoubt };
    const start = { valve, ...(at && at !== begun && { place: at }) };
    return pages(isMissing(since) ? start : { ...start, mark: since }).pipe(
      takeUntil(stop.pipe(filter(Boolean))),
      tap((result) => waiting.next([...waiting.value, result])),
      concatMap(() => inTurn(workOnWaiting)),
      takeWhile(isRight, true),
    );
  });

  const meansRestart = (result: Kept): boolean => {
    if (isRight(result)) return false;
    if (result.left._tag === 'Behind') {
      if (losses === maxLosses) {
        throw new Error('durable: the store keeps saying that it has lost the place before this page');
      }
      losses += 1;
      continueFrom(result.left.place);
      return true;
    }
    // Only the token of the walk's own place sends it back; that of one parent's walk (`walkEach`) does not.
    if (result.left._tag !== 'PageTokenExpired' || result.left.progress.parent !== undefined) return false;
    // A run with marks whose restarts were used up before this call begins again.
    const isFound = marksOf(at) && at === toUndefined(claim.place);
    const next = nextRound(at, isFound ? Infinity : restarts);
    if (isNone(next)) return false;
    at = next.value;
    reportRestart(result.left, at.round - 1);
    return true;
  };

  // Every Behind means a restart, and is dropped.
  return restarting(round, meansRestart) as Observable<Either<WalkEnd | Superseded, Place>>;
};

/**
 * Walks page by page so that the walk survives its process: the place advances only when the work of a page is done, and the
 * next run continues from there.
 *
 * ```text
 * pages        a---b-------c|
 * work(a)      ------|
 * work(b)            ------|            one at a time, while the next page is fetched
 * work(c)                  ------|
 * durable      ------a-----b-----(c|)   the places that were kept
 * ```
 *
 * It claims the walk, which supersedes every run before it, and begins at the kept place. A Left of the walk comes after the
 * pages before it are kept, and ends it. When the token of a place has expired it begins again with the first page, in the
 * next round; `restarts` rounds in a row that get no further end it with `PageTokenExpired`, and the count outlives the
 * process. If the store has lost what was kept last (a failover, a restore), the walk continues from the place that the store
 * has. A run that was superseded changes nothing more and ends with `Superseded`. A walk that is done emits its last place
 * and sends nothing, or refuses another request; with `mark` it begins its next run. Write `pages` before `mark`: the compiler
 * needs its objects there.
 *
 * What `work`, `pages` or the store throws goes to the error channel; nothing is kept of that page. Unsubscribing ends the
 * work and the request at once. `until` ends the walk gracefully: the work under way is done and kept first.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, durable, listObjects, orThrow } from 'pagewalk';
 * import { filePlaces } from 'pagewalk/node';
 * import { last } from 'rxjs';
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 * const params = { ontologyRid: 'ri.ontology.main', objectType: 'employee', snapshot: true };
 *
 * durable({
 *   id: 'employee',
 *   places: filePlaces('durable-places'),
 *   pages: (start) => client.pages(listObjects, { ...params, ...start }),
 *   work: async (page) => page.data.length, // write page.data to where you want it
 * })
 *   .pipe(orThrow(), last())
 *   .subscribe(({ isLast }) => console.log(isLast));
 * // Logs:
 * // true
 * ```
 *
 * @since 0.1.0
 */
export const durable = <A, T, W = Page<A>, C extends Claiming = undefined>(
  options: DurableOptions<A, T, W> & { readonly claim?: C },
): Observable<Either<WalkEnd | Superseded | BusyIf<C>, Place>> => {
  const { id, places, part, finish, mark, restarts = maxRestarts, batch = 1, until = NEVER, ...others } = options;
  const claiming: NonNullable<Claiming> = options.claim ?? {};
  checkKnown('durable', others, ['pages', 'work', 'claim', 'onDoubt']);
  checkKnown('durable: claim', claiming, ['by', 'ifOlderThan']);
  if (claiming.by !== undefined) checkId(claiming.by, 'durable: claim.by');
  checkAtLeast0('durable: claim.ifOlderThan', claiming.ifOlderThan ?? 0);
  if (part) checkPart(part);
  checkKnown('durable: mark', mark ?? {}, ['of', 'first', 'overlap', 'ceiling']);
  if (mark && finish) {
    throw new TypeError('durable: mark excludes finish. A run that asked for what is new has not seen the rest');
  }
  if (finish && !places.finish) throw new TypeError('durable: these places know no finish');
  checkAtLeast0('durable: restarts', restarts);
  if (!(Number.isSafeInteger(batch) && batch > 0)) throw new TypeError('durable: batch must be a whole number above 0');
  return defer(() => {
    const stop = new BehaviorSubject(false);
    const listening = from(until).subscribe({
      next: () => stop.next(true),
      error: (error: unknown) => stop.error(error),
    });
    const check = (place: Option<Place>): void => checkKept(id, place, Boolean(mark));
    return defer(() => resultOf('claim', places.claim(id, part, { again: Boolean(mark), ...claiming, check }))).pipe(
      takeUntil(stop.pipe(filter(Boolean))),
      switchMap((claim): Observable<Either<WalkEnd | Superseded | BusyIf<C>, Place>> => {
        if (claim.busy) {
          return of(left({ _tag: 'Busy', id, ...(part && { part: part.name }), ...claim.busy } as BusyIf<C>));
        }
        if (claim.part !== part?.name) throw new TypeError('durable: these places know no parts');
        return rounds(options as object as DurableOptions<A, T>, claim, stop);
      }),
      // Its error counts until the last page is kept.
      takeUntil(stop.pipe(ignoreElements())),
      finalize(() => listening.unsubscribe()),
    );
  });
};
