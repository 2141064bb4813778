import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { concat, defer, EMPTY, filter, map, type Observable, of, takeWhile } from 'rxjs';
import type { ObjectRecord } from '../../model/records/ObjectRecord';
import { resumeFrom } from '../../model/errors/resumeFrom';
import type { RetrievalLimitExceeded, WalkError } from '../../model/errors/WalkError';
import { checkConcurrency } from '../optionChecks';
import { depthFirst, type Visit } from './depthFirst';
import { checkedKey, type Key } from './seenBefore';

/**
 * How far the walk of a range came before the limit.
 *
 * @since 0.1.0
 */
export interface Reached<A> {
  /** The objects that it brought, including those that were invalid or known already. */
  readonly objects: number;
  /** The last valid one; absent where there was none. */
  readonly last?: ObjectRecord<A>;
}

/**
 * Options of `pastLimit`.
 *
 * @since 0.1.0
 */
export interface PastLimitOptions<R, A, K extends Key> {
  /** What to walk. Together the ranges cover everything, and none overlaps another. */
  readonly ranges: ReadonlyArray<R>;
  /** The walk of a range. */
  readonly walk: (range: R) => Observable<E.Either<WalkError, ObjectRecord<A>>>;
  /** The parts of a range that holds too many objects, or of what is left of it behind `reached.last`. */
  readonly split: (range: R, reached: Reached<A>) => ReadonlyArray<R>;
  /** What tells one object from another, where parts may repeat what came before the limit. */
  readonly key?: ((record: ObjectRecord<A>) => K) | undefined;
  /** How many walks run at once. Default 1. */
  readonly concurrency?: number | undefined;
}

/** A range that waits, and the keys that came of the ranges that it is a part of. */
interface Part<R, K> {
  readonly range: R;
  readonly known: ReadonlyArray<ReadonlySet<K>>;
}

const jsonOf = (range: unknown): string | undefined => {
  try {
    return JSON.stringify(range);
  } catch {
    return undefined;
  }
};

/** Whether walking the parts would be walking the same range again, forever. */
const isUnsplit = (range: unknown, parts: ReadonlyArray<unknown>): boolean => {
  const json = jsonOf(range);
  return (
    parts.length === 0 || parts.some((part) => Object.is(part, range) || (json !== undefined && jsonOf(part) === json))
  );
};

/** An error as the end of all walks: nothing goes on from the page token of one of them. */
const withoutToken = (error: WalkError): WalkError =>
  'progress' in error && O.isSome(resumeFrom(error)) ? { ...error, progress: { ...error.progress } } : error;

const isEnd = (result: E.Either<WalkError, unknown>): boolean =>
  E.isLeft(result) && result.left._tag !== 'InvalidObject';

/** Walks one range; if there is more in it than the service hands out, its parts come next. */
const visitRange =
  <R, A, K extends Key>({
    walk,
    split,
    key,
  }: Omit<PastLimitOptions<R, A, K>, 'ranges'>): Visit<Part<R, K>, E.Either<WalkError, ObjectRecord<A>>> =>
  ({ range, known }, putFirst) =>
    defer(() => {
      const own = new Set<K>();
      let objects = 0;
      let last: ObjectRecord<A> | undefined;
      let limit: RetrievalLimitExceeded | undefined;

      const isNew = (record: ObjectRecord<A>): boolean => {
        if (key === undefined) return true;
        const found = checkedKey(key(record));
        const before = own.size;
        return own.add(found).size > before && !known.some((keys) => keys.has(found));
      };

      const isPassedOn = (result: E.Either<WalkError, ObjectRecord<A>>): boolean => {
        if (E.isLeft(result) && result.left._tag === 'RetrievalLimitExceeded') {
          limit = result.left;
          return false;
        }
        objects += 1;
        if (E.isLeft(result)) return true;
        last = result.right;
        return isNew(last);
      };

      const splitUp = (): Observable<E.Either<WalkError, never>> => {
        if (limit === undefined) return EMPTY;
        const parts = split(range, { objects, ...(last !== undefined && { last }) });
        if (isUnsplit(range, parts)) return of(E.left(limit));
        const knownThen = key === undefined ? known : [...known, own];
        putFirst(parts.map((part) => ({ range: part, known: knownThen })));
        return EMPTY;
      };

      return concat(walk(range).pipe(filter(isPassedOn)), defer(splitUp));
    });

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
 * leaves out what came: it goes on behind `reached.last`. An invalid object has no key, and may come again.
 *
 * A range that cannot be split (no parts, or itself among them) ends the stream with its Left, and so does any other Left
 * that ends a walk; the other walks are aborted. From such a Left nothing can go on: its token would be that of one walk.
 * What `walk`, `split` or `key` throws goes to the error channel.
 *
 * @example
 * ```ts
 * import { axiosTransport, bearer, createClient, orThrow, pastLimit, skipInvalid } from 'pagewalk';
 * import * as t from 'io-ts';
 * import { count } from 'rxjs';
 *
 * const client = createClient({
 *   transport: axiosTransport({ baseURL: 'https://objects.example.com' }),
 *   auth: bearer('secret'),
 * });
 * const Event = t.type({ id: t.number });
 * const between = (from: number, to: number) => ({
 *   type: 'and',
 *   value: [
 *     { type: 'gte', field: 'id', value: from },
 *     { type: 'lt', field: 'id', value: to },
 *   ],
 * });
 *
 * pastLimit({
 *   ranges: [{ from: 0, to: 1_000_000 }],
 *   walk: ({ from, to }) =>
 *     client.search({ apiFamily: 'demo', objectType: 'event', query: between(from, to), properties: Event }),
 *   split: ({ from, to }) => {
 *     const middle = Math.floor((from + to) / 2);
 *     return [
 *       { from, to: middle },
 *       { from: middle, to },
 *     ];
 *   },
 *   key: (event) => event.properties.id,
 *   concurrency: 4,
 * })
 *   .pipe(skipInvalid(), orThrow(), count())
 *   .subscribe(console.log);
 * ```
 *
 * @see untilLimit
 * @see retryExpired
 * @since 0.1.0
 */
export const pastLimit = <R, A, K extends Key>({
  ranges,
  concurrency = 1,
  ...options
}: PastLimitOptions<R, A, K>): Observable<E.Either<WalkError, ObjectRecord<A>>> => {
  checkConcurrency('pastLimit', concurrency);
  return defer(() =>
    depthFirst(
      ranges.map((range) => ({ range, known: [] })),
      visitRange(options),
      concurrency,
    ),
  ).pipe(
    map((result) => (E.isLeft(result) ? E.left(withoutToken(result.left)) : result)),
    takeWhile((result) => !isEnd(result), true),
  );
};
