import type * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { concatMap, defer, EMPTY, expand, map, type Observable, queueScheduler, subscribeOn } from 'rxjs';
import type { PageToken } from '../model/PageToken';
import type { WalkError } from '../model/WalkError';
import type { Demand } from './Demand';
import { repeatGuard } from './repeatGuard';
import { type Fetched, type Guards, type Place, type Step, type WalkedPage, walkStep } from './walkStep';
import { whenDemanded } from './whenDemanded';

/** Asks for the page of a token (of none: the first page). Emits once and completes; unsubscribing aborts. */
export type FetchPage<P> = (pageToken: O.Option<PageToken>) => Observable<Fetched<P>>;

export interface WalkPagesOptions {
  /** Where to begin. */
  readonly pageToken: O.Option<PageToken>;
  /** How many empty pages in a row to follow. */
  readonly emptyPages: number;
  readonly demand?: Demand | undefined;
}

/**
 * Follows page tokens from the first page to the last, knowing nothing of HTTP.
 *
 * ```text
 * fetchPage(none)      --a|
 * fetchPage(some(2))     --b|
 * fetchPage(some(3))       --c|
 * walkPages(fetchPage) --a-b-(c|)
 * ```
 *
 * It is `expand`: page n is emitted, then page n + 1 is asked for, if the subscriber is still there and the demand has
 * come. Each request is subscribed on the queue scheduler, which turns the recursion of pages that arrive synchronously
 * into a loop (law 10). `expand`'s own scheduler parameter would do the same, but it does not count what it has
 * scheduled and completes too early when pages come partly at once and partly later. Each subscription is a walk of its
 * own.
 */
export const walkPages = <P extends WalkedPage>(
  fetchPage: FetchPage<P>,
  options: WalkPagesOptions,
): Observable<E.Either<WalkError, P>> =>
  defer(() => {
    const guards: Guards = { isRepeated: repeatGuard(options.pageToken), emptyPages: options.emptyPages };

    const ask = (place: Place): Observable<Step<P>> =>
      whenDemanded(options.demand, () => fetchPage(place.pageToken)).pipe(
        subscribeOn(queueScheduler),
        map((fetched) => walkStep(guards, place, fetched)),
      );

    return ask({ pageToken: options.pageToken, pages: 0, objects: 0, empty: 0 }).pipe(
      expand(({ next }) => (O.isSome(next) ? ask(next.value) : EMPTY)),
      concatMap(({ emits }) => emits),
    );
  });
