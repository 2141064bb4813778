import { type Either, left } from 'fp-ts/Either';
import { type Option, toUndefined } from 'fp-ts/Option';
import {
  BehaviorSubject,
  concat,
  defer,
  filter,
  finalize,
  from,
  ignoreElements,
  NEVER,
  type Observable,
  of,
  switchMap,
  takeUntil,
} from 'rxjs';
import type { Page } from '../../model/endpoints/Page';
import type { Busy, Superseded } from '../../model/errors/Superseded';
import type { WalkEnd } from '../../model/errors/WalkError';
import type { Mark } from '../../model/place/Mark';
import type { Place } from '../../model/place/Place';
import { runOf } from '../../model/place/runs';
import { alwaysReady, untilReady } from '../Demand';
import { checkOptions, expiredOf } from './checkOptions';
import type { Claiming, DurableOptions } from './DurableOptions';
import { markRuns } from './markRuns';
import type { Claim } from './Places';
import { rounds } from './rounds';
import { plainRuns, type Strategy } from './Strategy';
import { tokenRuns } from './tokenRuns';
import { hearing, resultOf } from './workingOn';

export type { DurableOptions, DurableStart } from './DurableOptions';

/** Only with `claim` it may end with a `Busy`. @inline */
type BusyIf<C> = C extends object ? Busy : never;

/** Refuses to continue with other options than a walk was kept with. */
const checkKept =
  (id: string, option: 'mark' | 'delta' | undefined) =>
  (place: Option<Place>): void => {
    const kept = runOf(toUndefined(place))?.by;
    if (kept === undefined || kept === 'plain' || kept === option) return;
    throw new Error(
      `durable: the walk ${JSON.stringify(id)} was kept with a ${kept}: give the option ${kept}. Only places.forget(id), which ` +
        `drops that ${kept}, lets it begin without`,
    );
  };

/** How the runs of a walk follow each other. A time far ahead is heard of once. */
const strategyOf = <A, T>(options: DurableOptions<A, T>, { run }: Claim): Strategy<A> => {
  const { mark, delta } = options;
  const hear = hearing(options);
  let hasAhead = false;
  const onAhead = (ahead: Mark): void => {
    if (!hasAhead) hear({ ahead: { mark: ahead } });
    hasAhead = true;
  };
  if (mark) return markRuns(mark, onAhead);
  return delta ? tokenRuns(expiredOf(delta)) : plainRuns(run);
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
 * What `prepare`, `work` or the store throws goes to the error channel; nothing is kept of that page, nor of its batch. What `pages`
 * throws does so after the pages before it are kept. Unsubscribing ends the work and the request at once. `until` ends the walk
 * gracefully: the work under way is done and kept first.
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
  given: DurableOptions<A, T, W, M, P, R> & { readonly claim?: C },
): Observable<Either<WalkEnd | Superseded | BusyIf<C>, Place>> => {
  const options = given as object as DurableOptions<A, T>;
  checkOptions(options as object as DurableOptions<unknown, unknown>);
  const { id, places, part, mark, delta, until = NEVER, claim: claiming } = options;
  const { valve = alwaysReady } = options;
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
          const busy = { _tag: 'Busy', id, ...(part && { part: part.name }), ...claim.busy };
          return of(left(busy as BusyIf<C>));
        }
        if (claim.part !== part?.name) throw new TypeError('durable: these places know no parts');
        check(claim.place);
        const strategy = strategyOf(options, claim);
        return rounds({ options, strategy, claim, check, stop, underWay: { place: undefined } });
      }),
      // Its error counts until the last page is kept.
      takeUntil(stop.pipe(ignoreElements())),
      finalize(() => listening.unsubscribe()),
    );
  });
};
