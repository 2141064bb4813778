import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import {
  concat,
  defer,
  EMPTY,
  filter,
  from,
  map,
  merge,
  mergeMap,
  type Observable,
  of,
  Subject,
  takeWhile,
  tap,
} from 'rxjs';
import { resumeFrom } from '../../model/errors/resumeFrom';
import type { RetrievalLimitExceeded, WalkError } from '../../model/errors/WalkError';
import { checkConcurrency, checkKnown } from '../../model/optionChecks';
import { canonicalText } from '../../model/records/recordVersion';
import { trampoline } from '../trampoline';
import { checkedKey, type Key } from './seenBefore';

/** How far the walk of a range got before the limit. @inline */
export interface Reached<A> {
  /** The objects that it emitted, including invalid ones and those already known. */
  readonly objects: number;
  /** The last valid one; absent where there was none. */
  readonly last?: A;
}

/** Options of `pastLimit`. @since 0.1.0 */
export interface PastLimitOptions<R, A, K extends Key> {
  /** What to walk. Together the ranges cover everything, and none overlaps another. */
  readonly ranges: ReadonlyArray<R>;
  /** The walk of a range. */
  readonly walk: (range: R) => Observable<E.Either<WalkError, A>>;
  /** The parts of a range that holds too many objects, or of what is left of it behind `reached.last`. */
  readonly split: (range: R, reached: Reached<A>) => ReadonlyArray<R>;
  /** What tells one object from another, if parts may repeat what came before the limit. */
  readonly key?: ((record: A) => K) | undefined;
  /** How many walks run at once. Default 1. */
  readonly concurrency?: number | undefined;
}

interface RangePart<R, K> {
  readonly range: R;
  /** The keys that came of the ranges that it is a part of. */
  readonly known: ReadonlyArray<ReadonlySet<K>>;
  /** How many of those ranges, in a row, brought nothing new before they were split. */
  readonly inVain: number;
}

/** To halve a range of 64 bits takes 64 splits, and those on the left may bring only what has come already. */
const maxInVain = 100;

/** What tells a range from others: a text of all that it holds, or itself where that cannot be seen. */
const identityOf = (range: unknown): unknown =>
  O.getOrElse((): unknown => range)(O.tryCatch(() => canonicalText(range)));

/** An error as the end of all walks: they cannot be resumed from the page token of one of them. */
const withoutToken = (error: WalkError): WalkError =>
  'progress' in error && O.isSome(resumeFrom(error))
    ? { ...error, progress: { ...error.progress } }
    : error;

/** The walk of one range, and what it has come to. */
interface Visit<R, A, K> extends RangePart<R, K> {
  /** The keys that came of it. */
  readonly own: Set<K>;
  objects: number;
  hasNew: boolean;
  last?: A;
  /** The error that said that there is more in the range. */
  limit?: RetrievalLimitExceeded;
}

const isNewKey = <R, A, K>({ own, known }: Visit<R, A, K>, key: K): boolean => {
  const before = own.size;
  return own.add(key).size > before && !known.some((keys) => keys.has(key));
};

/** Takes a result into account, and says whether it is passed on: the limit is not, nor is an object that came before. */
const isPassedOn = <R, A, K extends Key>(
  visit: Visit<R, A, K>,
  keyOf: ((record: A) => K) | undefined,
  result: E.Either<WalkError, A>,
): boolean => {
  if (E.isLeft(result) && result.left._tag === 'RetrievalLimitExceeded') {
    visit.limit = result.left;
    return false;
  }
  visit.objects += 1;
  if (E.isRight(result)) visit.last = result.right;
  const isNew =
    keyOf === undefined || (E.isRight(result) && isNewKey(visit, checkedKey(keyOf(result.right))));
  visit.hasNew ||= isNew;
  return isNew || E.isLeft(result);
};

/** Walks one range; if there is more in it than the service hands out, its parts come next. */
const visitRange = <R, A, K extends Key>(
  { walk, split, key }: Omit<PastLimitOptions<R, A, K>, 'ranges'>,
  putFirst: (parts: ReadonlyArray<RangePart<R, K>>) => void,
) => {
  const walked = new Set<unknown>();

  const splitUp = ({ range, own, objects, hasNew, last, limit, ...before }: Visit<R, A, K>) => {
    if (limit === undefined) return EMPTY;
    const parts = split(range, { objects, ...(last !== undefined && { last }) });
    const inVain = hasNew ? 0 : before.inVain + 1;
    // To walk the same ranges again, or ranges that bring nothing, would never end.
    const isEndless =
      inVain >= maxInVain ||
      parts.some((part) => Object.is(part, range) || walked.has(identityOf(part)));
    if (parts.length === 0 || isEndless) return of(E.left(limit));
    const known = key === undefined ? before.known : [...before.known, own];
    putFirst(parts.map((part) => ({ range: part, known, inVain })));
    return EMPTY;
  };

  return (part: RangePart<R, K>): Observable<E.Either<WalkError, A>> =>
    defer(() => {
      const visit: Visit<R, A, K> = { ...part, own: new Set(), objects: 0, hasNew: false };
      walked.add(identityOf(part.range));
      return concat(
        walk(part.range).pipe(filter((result) => isPassedOn(visit, key, result))),
        defer(() => splitUp(visit)),
      );
    });
};

/**
 * Reads everything although the service limits the objects of one walk: a range that holds more is split, and its parts
 * are walked.
 *
 * ```text
 * ranges       R--------------Q            x: Left(RetrievalLimitExceeded)
 * walk(R)      --a--b--(x|)
 * walk(R1)             --a--c--|           R1, R2: split(R, { objects: 2, last: b })
 * walk(R2)                     --d--|
 * walk(Q)                           --e--|
 *    pastLimit({ ranges: [R, Q], walk, split, key })
 *              --a--b-------c----d----e--|
 * ```
 *
 * Parts are walked before the ranges that wait. With a `key`, an object that came before the limit does not come again
 * with the parts: the keys of a range are kept until its parts are walked. Without one nothing is remembered, and `split`
 * leaves out what came: it continues behind `reached.last`. An invalid object has no key, and may come again.
 *
 * A range that cannot be split ends the stream with its Left: one without parts, with a part that was walked before (the same
 * one, or one with the same JSON; an instance of your own class has one if it has a `toJSON`), or after 100 splits in a row, one
 * in the other, that brought no new key (without `key`: no object). So does any other Left that ends a walk; the other walks are
 * aborted. Such a Left cannot be resumed: its token would be that of one walk. What `walk`, `split` or `key` throws goes to the
 * error channel.
 *
 * @example
 * ```ts
 * import { axiosTransport, bearer, createClient, orThrow, pastLimit } from 'pagewalk';
 * import { count } from 'rxjs';
 *
 * const transport = axiosTransport({ baseURL: 'https://objects.example.com' });
 * const client = createClient({ transport, auth: bearer('secret') });
 * const between = ([from, to]: number[]) => ({
 *   type: 'and',
 *   value: [{ type: 'gte', field: 'id', value: from }, { type: 'lt', field: 'id', value: to }],
 * });
 *
 * pastLimit({
 *   ranges: [[0, 1_000_000]],
 *   walk: (range) => client.search({ apiFamily: 'demo', objectType: 'event', query: between(range) }),
 *   split: ([from, to]) => [[from, (from + to) / 2], [(from + to) / 2, to]],
 *   key: (event) => String(event.properties.id),
 * })
 *   .pipe(orThrow(), count())
 *   .subscribe(console.log);
 * ```
 *
 * @since 0.1.0
 */
export const pastLimit = <R, A, K extends Key>({
  ranges,
  concurrency = 1,
  ...options
}: PastLimitOptions<R, A, K>): Observable<E.Either<WalkError, A>> => {
  checkKnown('pastLimit', options, ['walk', 'split', 'key']);
  checkConcurrency('pastLimit', concurrency);
  return defer(() => {
    // `expand`, but depth first: what is put first is walked before all that waits. Each of them has a turn.
    const waiting: Array<RangePart<R, K>> = [];
    const turns = new Subject<void>();
    const inTurn = trampoline();
    let unwalked = 0;

    const putFirst = (parts: ReadonlyArray<RangePart<R, K>>): void => {
      for (const part of [...parts].reverse()) waiting.push(part);
      unwalked += parts.length;
      parts.forEach(() => turns.next());
    };
    const end = (): void => {
      unwalked -= 1;
      if (unwalked === 0) turns.complete();
    };
    const visit = visitRange(options, putFirst);
    const next = inTurn(() =>
      from(waiting.splice(-1)).pipe(mergeMap(visit), tap({ complete: end })),
    );
    const begin = defer(() => {
      putFirst(ranges.map((range) => ({ range, known: [], inVain: 0 })));
      return EMPTY;
    });
    return ranges.length === 0
      ? EMPTY
      : merge(turns.pipe(mergeMap(() => next, concurrency)), begin);
  }).pipe(
    map((result) => (E.isLeft(result) ? E.left(withoutToken(result.left)) : result)),
    takeWhile((result) => E.isRight(result) || result.left._tag === 'InvalidObject', true),
  );
};
