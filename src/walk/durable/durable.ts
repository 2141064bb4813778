import {
  type Either,
  type Left,
  isLeft,
  isRight,
  left,
  map as mapEither,
  right,
} from 'fp-ts/Either';
import { type Option, isNone, some, toUndefined } from 'fp-ts/Option';
import {
  BehaviorSubject,
  concat,
  concatMap,
  defaultIfEmpty,
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
  toArray,
} from 'rxjs';
import type { Page } from '../../model/endpoints/Page';
import type { Doubt } from '../../model/paging/doubts';
import { checkAtLeast0, checkFunctions, checkKnown, checkStatuses } from '../../model/optionChecks';
import type { Place } from '../../model/place/Place';
import type { Mark, Marks } from '../../model/place/Mark';
import { firstPlace, isNil, keptWith, marksOf, placeWithMarks } from '../../model/place/marked';
import { hiddenOf } from '../../model/place/placeInternals';
import { nextRound } from '../../model/place/nextRound';
import type { Busy, Superseded } from '../../model/errors/Superseded';
import type { WalkEnd, WalkError } from '../../model/errors/WalkError';
import { maxRestarts, reportRestart, restarting } from '../recovery/restarts';
import { alwaysReady, untilReady } from '../Demand';
import { trampoline } from '../trampoline';
import type { Claiming, DurableOptions, Worked } from './DurableOptions';
import { type Behind, checkId, type Claim, type Part, type Work } from './Places';
import { beginFrom, beginRun, countedFrom, marksAfter } from './runMarks';
import { tokenAfter } from './tokenAfter';

export type { DurableOptions, DurableStart } from './DurableOptions';

/** Only with `claim` it may end with a `Busy`. @inline */
type BusyIf<C> = C extends object ? Busy : never;

/** @inline */
type Kept = Either<WalkEnd | Superseded | Behind, Place>;

const checkPart = ({ name, of: names, ...others }: Part): void => {
  checkKnown('durable: part', others);
  const areNames =
    Array.isArray(names) && names.every((each) => typeof each === 'string' && each !== '');
  if (!areNames || new Set(names).size !== names.length || !names.includes(name)) {
    throw new TypeError(
      'durable: part.of must be a list of different names, not empty, and part.name one of them',
    );
  }
};

/** The statuses that say that a token is too old. */
const expiredOf = (delta: DurableOptions<unknown, unknown>['delta']): ReadonlyArray<number> => {
  const { expired = [410], ...others } = Object(delta) as Exclude<typeof delta, true | undefined>;
  if (delta && delta !== true && typeof delta !== 'object') {
    throw new TypeError(
      'durable: delta must be true, or an object with expired, such as { expired: [410] }',
    );
  }
  checkKnown('durable: delta', others);
  checkStatuses('durable: delta.expired', expired);
  return expired;
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
const checkKept =
  (id: string, option: 'mark' | 'delta' | undefined) =>
  (place: Option<Place>): void => {
    const kept = keptWith(toUndefined(place));
    if (kept === undefined || kept === option) return;
    throw new Error(
      `durable: the walk ${JSON.stringify(id)} was kept with a ${kept}: give the option ${kept}. Only places.forget(id), which ` +
        `drops that ${kept}, lets it begin without`,
    );
  };

/** A deploy may change the request, and with it the walk that the kept place belongs to. */
const withAdvice = (end: Left<WalkEnd>): Either<WalkEnd, never> => {
  if (end.left._tag !== 'InvalidRequest') return end;
  const problems = end.left.problems.map(({ at, message }) => ({
    at,
    message:
      at === 'place'
        ? message + ': places.restart(id) drops it, and keeps the mark or token'
        : message,
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

/** The rounds of a walk whose claim still counts: each continues from the last kept place, or begins with the first page. */
const rounds = <A, T>(
  {
    id,
    places,
    pages,
    prepare,
    work,
    finish,
    acceptShifts,
    mark,
    delta,
    onDoubt,
    valve: outer = alwaysReady,
    restarts = maxRestarts,
    batch: size = 1,
  }: DurableOptions<A, T>,
  claim: Claim,
  check: (place: Option<Place>) => void,
  stop: BehaviorSubject<boolean>,
): Observable<Either<WalkEnd | Superseded, Place>> => {
  // What is kept is not always where the walk continues: the first place of a later round is never kept.
  let stored: Option<Place>;
  let current: Place | undefined;
  let freshStart: Place | undefined;
  let losses = 0;
  let hasAhead = false;
  const { run = id } = claim;
  const expired = expiredOf(delta);

  /** The run that follows the one that came to a mark or token. */
  const begin = (before?: Marks[1]): void => {
    const own = `${run} ${Math.random()}`;
    current = freshStart = firstPlace(
      mark ? beginRun(mark, own, before) : [own, before, before, isNil(before)],
    );
  };

  /** Without `mark` and `delta` a run continues from the kept place; with them, one that is done is followed by the next. */
  const continueFrom = (place: Option<Place>): void => {
    stored = place;
    current = toUndefined(place);
    const marks = marksOf(current);
    check(place);
    if (!mark && !delta) return;
    // Where no page is kept, only a mark or a token is.
    if (!current || current.isLast || current.pages === 0) begin(marks?.[1]);
    else if (mark?.ceiling && marks && isNil(marks[3])) {
      current = placeWithMarks(
        toUndefined(nextRound(current, Infinity)),
        beginFrom(marks, mark.ceiling),
      );
    } else if (mark && marks && isNil(marks[3]) && isNil(marks[9])) {
      current = placeWithMarks(current, countedFrom(marks));
    }
  };
  continueFrom(claim.place);

  /** What to do with the end of the run that a place belongs to: only one that has seen everything is finished. */
  const finishing = (place: Place | undefined): Work<T> | undefined => {
    const [own = run, , from, isFull = isNil(from)] = marksOf(place) ?? [];
    if (!finish || !isFull) return undefined;
    return (transaction, reads = waitedFor) =>
      defer(() => reads(finish(transaction, { run: own })));
  };

  /** Before anything else of a walk that was found done: its `finish`, if that has not completed. */
  const finishFirst = <V>(place: Place, then: Observable<V>): Observable<V> =>
    defer(() => {
      const unfinished = finishing(place);
      return concat(
        from((unfinished && places.finish?.(claim, unfinished)) ?? EMPTY).pipe(ignoreElements()),
        then,
      );
    });

  const hear = (doubt: Doubt): void => {
    onDoubt?.(doubt);
    outer.onDoubt?.(doubt);
  };

  const onAhead = (ahead: Mark): void => {
    if (!hasAhead) hear({ ahead: { mark: ahead } });
    hasAhead = true;
  };

  /** Works on pages in their order and keeps the place of the last one. */
  const keep = (done: ReadonlyArray<Worked<Page<A>>>, last: Place): Observable<Kept> => {
    const keeping = (given: ReadonlyArray<unknown>) => {
      const workOnAll: Work<T> = (transaction, reads = waitedFor) =>
        concat(
          ...done.map((page, index) => defer(() => reads(work(page, transaction, given[index])))),
        );
      return resultOf(
        'keep',
        places.keep({ ...claim, place: stored }, last, workOnAll, finishing(last)),
      );
    };
    const preparing = prepare
      ? concat(...done.map((page) => defer(() => prepared(prepare(page))))).pipe(toArray())
      : of([]);
    const advance = (): Place => {
      stored = some(last);
      losses = 0;
      return (current = last);
    };
    return preparing.pipe(switchMap(keeping), map(mapEither(advance)));
  };

  /** Pages have their run while they are worked on. A Left, the last of its batch, comes after the pages before it are kept. */
  const workOn = (batch: ReadonlyArray<Either<WalkError, Page<A>>>): Observable<Kept> => {
    const [own = run, , from] = marksOf(current) ?? [];
    let last = current;
    const ends = batch.filter(isLeft) as Array<Left<WalkEnd>>;
    const done = batch
      .filter(isRight)
      .flatMap(({ right: page }): ReadonlyArray<Worked<Page<A>>> => {
        if (
          page.place.round !== (current?.round ?? 1) ||
          page.place.pages < (current?.pages ?? 0)
        ) {
          throw new Error('durable: spread the argument of pages into the params');
        }
        if (finish && !acceptShifts && hiddenOf(page.place)?.traits?.isCounted) refuseCounted();
        const after = delta
          ? tokenAfter(last, page)
          : right(mark ? marksAfter(last, page, mark.of, onAhead) : page.place);
        if (isLeft(after)) ends.push(after);
        else last = after.right;
        return isLeft(after)
          ? []
          : [{ ...page, place: after.right, run: own, ...(delta && { isFull: isNil(from) }) }];
      });
    return concat(last && done.length > 0 ? keep(done, last) : EMPTY, ends.map(withAdvice));
  };

  const round = defer((): Observable<Kept> => {
    if (stop.value) return EMPTY;
    if (current?.isLast) {
      const [last, compared] = [current, pages({ place: current, valve: { ready: NEVER } })];
      const done = finishFirst(last, of(right(last)));
      // From its last place a walk sends nothing: only whether it refuses the place counts, and it does that at once.
      return merge(compared, of(undefined)).pipe(
        take(1),
        switchMap((found) =>
          found && isLeft(found) ? of(withAdvice(found as Left<WalkEnd>)) : done,
        ),
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
    const [, , since] = marksOf(current) ?? [];
    const ready = waiting.pipe(
      filter(({ length }) => length < size),
      switchMap(() => outer.ready),
    );
    const valve = { ready, onDoubt: hear, label: outer.label };
    const start = { valve, ...(current && current !== freshStart && { place: current }) };
    return pages(isNil(since) ? start : { ...start, [mark ? 'mark' : 'delta']: since }).pipe(
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
        throw new Error(
          'durable: the store keeps saying that it has lost the place before this page',
        );
      }
      losses += 1;
      continueFrom(result.left.place);
      return true;
    }
    const {
      _tag,
      status = 0,
      progress,
    } = result.left as Pick<WalkEnd, '_tag' | 'progress'> & { readonly status?: number };
    const [, , from] = marksOf(current) ?? [];
    const isFirst = delta && !current?.pages;
    // A first page that was asked for without a token cannot say that one is too old.
    const isGone = delta && expired.includes(status) && !(isFirst && isNil(from));
    // Only the token of the walk's own place sends it back; that of one parent's walk (`walkEach`) does not.
    if (!isGone && (_tag !== 'PageTokenExpired' || progress.parent !== undefined)) return false;
    if (isFirst && !isNil(from)) {
      begin();
      reportRestart({ progress }, 1, true);
      return true;
    }
    // A run with marks or tokens whose restarts were used up before this call begins again.
    const isFound = marksOf(current) && current === toUndefined(claim.place);
    const next = nextRound(current, isFound ? Infinity : restarts);
    if (isNone(next)) return false;
    current = next.value;
    reportRestart({ progress }, current.round - 1);
    return true;
  };

  // Every Behind means a restart, and is dropped.
  const walk = restarting(round, meansRestart) as Observable<Either<WalkEnd | Superseded, Place>>;
  const found = delta && toUndefined(claim.place);
  return found?.isLast ? finishFirst(found, walk) : walk;
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
 * and sends nothing, or refuses another request; with `mark` or `delta` it begins its next run. Write `pages` before `mark`: the compiler
 * needs its objects there.
 *
 * What `prepare`, `work`, `pages` or the store throws goes to the error channel; nothing is kept of that page. Unsubscribing ends the
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
export const durable = <
  A,
  T,
  W = Page<A>,
  C extends Claiming = undefined,
  M extends Mark = Mark,
  P = undefined,
  R = unknown,
>(
  options: DurableOptions<A, T, W, M, P, R> & { readonly claim?: C },
): Observable<Either<WalkEnd | Superseded | BusyIf<C>, Place>> => {
  const {
    id,
    places,
    part,
    prepare,
    finish,
    acceptShifts = false,
    mark,
    delta,
    restarts = maxRestarts,
    batch = 1,
    until = NEVER,
    valve = alwaysReady,
    ...others
  } = options;
  const claiming: NonNullable<Claiming> = options.claim ?? {};
  checkFunctions(
    'durable',
    { prepare, finish, ...others },
    ['pages', 'work'],
    ['prepare', 'finish', 'onDoubt'],
    ['claim'],
  );
  checkKnown('durable: claim', claiming, ['by', 'ifOlderThan']);
  if (claiming.by !== undefined) checkId(claiming.by, 'durable: claim.by');
  checkAtLeast0('durable: claim.ifOlderThan', claiming.ifOlderThan ?? 0);
  if (part) checkPart(part);
  if (mark) checkFunctions('durable: mark', mark, ['of'], ['overlap', 'ceiling'], ['first']);
  if (mark && finish) {
    throw new TypeError(
      'durable: mark excludes finish. A run that asked for what is new has not seen the rest',
    );
  }
  if (delta && (mark ?? part)) throw new TypeError('durable: delta excludes mark and part');
  expiredOf(delta);
  if (finish && !places.finish) throw new TypeError('durable: these places know no finish');
  if (typeof (acceptShifts as unknown) !== 'boolean')
    throw new TypeError('durable: acceptShifts must be true or false');
  checkAtLeast0('durable: restarts', restarts);
  if (!(Number.isSafeInteger(batch) && batch > 0))
    throw new TypeError('durable: batch must be a whole number above 0');
  return defer(() => {
    const stop = new BehaviorSubject(false);
    const listening = from(until).subscribe({
      next: () => stop.next(true),
      error: (error: unknown) => stop.error(error),
    });
    const option = mark ? 'mark' : delta && 'delta';
    const check = checkKept(id, option);
    const claimed = defer(() =>
      resultOf('claim', places.claim(id, part, { again: Boolean(option), ...claiming, check })),
    );
    return concat(untilReady(valve), claimed).pipe(
      takeUntil(stop.pipe(filter(Boolean))),
      switchMap((claim): Observable<Either<WalkEnd | Superseded | BusyIf<C>, Place>> => {
        if (claim.busy) {
          return of(
            left({
              _tag: 'Busy',
              id,
              ...(part && { part: part.name }),
              ...claim.busy,
            } as BusyIf<C>),
          );
        }
        if (claim.part !== part?.name) throw new TypeError('durable: these places know no parts');
        return rounds(options as object as DurableOptions<A, T>, claim, check, stop);
      }),
      // Its error counts until the last page is kept.
      takeUntil(stop.pipe(ignoreElements())),
      finalize(() => listening.unsubscribe()),
    );
  });
};
