import { type Either, type Left, isLeft, isRight, map as mapEither, right } from 'fp-ts/Either';
import { isNone, toUndefined } from 'fp-ts/Option';
import {
  BehaviorSubject,
  concatMap,
  defer,
  filter,
  finalize,
  first,
  from,
  map,
  type Observable,
  type ObservableInput,
  of,
  switchMap,
  takeWhile,
  tap,
} from 'rxjs';
import type { Page } from '../../model/paging/Page';
import type { Place } from '../../model/place/Place';
import { nextRound } from '../../model/place/nextRound';
import type { Superseded } from '../../model/errors/Superseded';
import type { WalkEnd, WalkError } from '../../model/errors/WalkError';
import type { Demand } from '../Demand';
import { restarting } from '../recovery/restarting';
import { maxRestarts, reportRestart } from '../recovery/restarts';
import type { Claim, Places } from './Places';

/**
 * Where `durable` wants a walk to begin, and what paces it: to be spread into the params of `client.pages`.
 *
 * @since 0.1.0
 */
export interface DurableStart {
  readonly place?: Place;
  readonly valve: Demand;
}

/**
 * Options of `durable`.
 *
 * @since 0.1.0
 */
export interface DurableOptions<A, T> {
  /** The walk's name; its place is kept under it. */
  readonly id: string;
  /** Where places are kept: `filePlaces(…)`, `postgresPlaces(…)` or your own. */
  readonly places: Places<T>;
  /** The walk: `(start) => client.pages(listObjects, { …, ...start })`. */
  readonly pages: (start: DurableStart) => Observable<Either<WalkError, Page<A>>>;
  /** The work on a page. The page is done when this completes. It may see an object again, and must tolerate that. */
  readonly work: (page: Page<A>, transaction: T) => ObservableInput<unknown>;
  /** How many rounds in a row may come no further than one before. Default 3. */
  readonly restarts?: number | undefined;
}

/** @inline */
type Kept = Either<WalkEnd | Superseded, Place>;

/** The rounds of a walk whose claim still counts: each goes on from the last kept place, or begins with the first page. */
const rounds = <A, T>(
  { places, pages, work, restarts = maxRestarts }: DurableOptions<A, T>,
  claim: Claim,
): Observable<Kept> => {
  let at = toUndefined(claim.place);
  if (at?.isLast) return of(right(at));

  const keep = (result: Either<WalkError, Page<A>>): Observable<Kept> => {
    if (isLeft(result)) return of(result as Left<WalkEnd>);
    const page = result.right;
    const { place } = page;
    const { round, pages: done } = at ?? { round: 1, pages: 0 };
    if (place.round !== round || place.pages < done) {
      throw new Error('durable: spread the argument of pages into the params');
    }
    return from(places.keep(claim, place, (transaction) => work(page, transaction))).pipe(
      first(),
      map(mapEither(() => (at = place))),
    );
  };

  // A page is worked on while the next one is fetched, and no other one is asked for before that work is done.
  const round = defer(() => {
    const unfinished = new BehaviorSubject(0);
    const valve = { ready: unfinished.pipe(filter((count) => count <= 1)) };
    return pages({ valve, ...(at && { place: at }) }).pipe(
      tap(() => {
        unfinished.next(unfinished.value + 1);
      }),
      concatMap((result) =>
        keep(result).pipe(
          finalize(() => {
            unfinished.next(unfinished.value - 1);
          }),
        ),
      ),
      takeWhile(isRight, true),
    );
  });

  const meansRestart = (result: Kept): boolean => {
    if (isRight(result) || result.left._tag !== 'PageTokenExpired') return false;
    const next = nextRound(at, restarts);
    if (isNone(next)) return false;
    at = next.value;
    reportRestart(result.left, at.round - 1);
    return true;
  };

  return restarting(round, meansRestart);
};

/**
 * Walks page by page so that the walk survives its process: the place advances only when the work of a page is done, and
 * the next run goes on from there.
 *
 * ```text
 * pages        a---b-------c|
 * work(a)      ------|
 * work(b)            ------|            one at a time, while the next page is fetched
 * work(c)                  ------|
 * durable      ------a-----b-----(c|)   the places that were kept
 * ```
 *
 * It claims the walk, which supersedes every run before it, and begins at the kept place. A Left of the walk comes after
 * the pages before it are kept, and ends it. When the token of a place has expired it begins again with the first page, in
 * the next round; `restarts` rounds in a row that come no further end it with `PageTokenExpired`, and the count outlives
 * the process. A run that was superseded changes nothing more and ends with `Superseded`. A walk that is done emits its
 * last place and sends nothing.
 *
 * What `work`, `pages` or the store throws goes to the error channel; nothing is kept of that page. Unsubscribing ends the
 * work and the request.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, durable, listObjects, orThrow } from 'pagewalk';
 * import { filePlaces } from 'pagewalk/node';
 * import { mkdtempSync } from 'node:fs';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 * import { last } from 'rxjs';
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 * const save = async (objects: ReadonlyArray<unknown>) => objects.length;
 *
 * durable({
 *   id: 'employee',
 *   places: filePlaces(mkdtempSync(join(tmpdir(), 'places-'))),
 *   pages: (start) =>
 *     client.pages(listObjects, { ontologyRid: 'ri.ontology.main', objectType: 'employee', snapshot: true, ...start }),
 *   work: (page) => save(page.data),
 * })
 *   .pipe(orThrow(), last())
 *   .subscribe(({ isLast }) => console.log(isLast));
 * // Logs:
 * // true
 * ```
 *
 * @see Place
 * @see Places
 * @since 0.1.0
 */
export const durable = <A, T>(options: DurableOptions<A, T>): Observable<Kept> => {
  const { id, places, restarts = maxRestarts } = options;
  if (!(restarts >= 0)) throw new TypeError('restarts must be 0 or more');
  return defer(() => places.claim(id)).pipe(
    first(),
    switchMap((claim) => rounds(options, claim)),
  );
};
