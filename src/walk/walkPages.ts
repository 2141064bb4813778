import type { Either } from 'fp-ts/Either';
import { type Option, isSome } from 'fp-ts/Option';
import { asyncScheduler, concatMap, defer, EMPTY, expand, identity, map, type Observable, switchMap } from 'rxjs';
import type { PageToken } from '../model/PageToken';
import type { Restarted } from '../model/errors/Progress';
import type { WalkError } from '../model/errors/WalkError';
import { type Demand, onceReady, onceReadyOrDue } from './Demand';
import { onePageAhead } from './onePageAhead';
import { repeatGuard } from './repeatGuard';
import { trampoline } from '../scheduling/trampoline';
import { type Fetched, type Guards, type Position, startAt, type Step, type WalkedPage, walkStep } from './walkStep';

/** Asks for the page of a token (of none: the first page). Emits once and completes; unsubscribing aborts. */
export type FetchPage<P> = (pageToken: Option<PageToken>, index: number) => Observable<Fetched<P>>;

export interface WalkPagesOptions<P, W> {
  /** Where to begin. */
  readonly pageToken: Option<PageToken>;
  /** How many empty pages in a row to follow. */
  readonly emptyPages: number;
  /** The part of a token that must not come twice. By default all of it. */
  readonly cursorOf?: ((token: PageToken) => string) | undefined;
  /** What is emitted of a page, and where to continue once it is done. */
  readonly walked: (page: P, position: Position) => W;
  /** Called when an operator restarts the walk because its page token has expired. */
  readonly onRestart?: Restarted | undefined;
  /** What lets the next request go. */
  readonly valve?: Demand | undefined;
  /** Whether page n + 1 is asked for before page n is emitted. */
  readonly readAhead?: 0 | 1 | undefined;
  /** Milliseconds after which a token that waits for demand would be too old. */
  readonly tokenLifetime?: number | undefined;
  /** Called when a token was spent because its time ran out, not because there was demand. */
  readonly onHold?: (page: number, ms: number) => void;
  /** When a request that was just made has left. */
  readonly turn?: Observable<unknown>;
}

/** What the request for the next page waits for: the valve, or the time at which its token must be spent (law 13). */
const demandAt = (
  { valve, tokenLifetime, onHold }: WalkPagesOptions<never, unknown>,
  { pageToken, since, pages }: Position,
): Observable<unknown> | undefined =>
  valve && tokenLifetime && isSome(pageToken)
    ? onceReadyOrDue(valve, tokenLifetime, since, () => onHold?.(pages, asyncScheduler.now() - since))
    : valve && onceReady(valve);

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
 * come. With `readAhead: 1`, page n + 1 is asked for first.
 *
 * A trampoline turns the recursion of pages that arrive synchronously into a loop (law 10). The scheduler parameter of
 * `expand` would do the same, but it does not count what it has scheduled, and completes too early when some pages come
 * at once and others later. Each subscription is a new walk.
 */
export const walkPages = <P extends WalkedPage, W>(
  fetchPage: FetchPage<P>,
  options: WalkPagesOptions<P, W>,
): Observable<Either<WalkError, W>> =>
  defer(() => {
    const guards: Guards<P, W> = { ...options, isRepeated: repeatGuard(options.pageToken, options.cursorOf) };
    const ahead = options.readAhead === 1 ? onePageAhead<W>(options.turn) : undefined;
    const inTurn = trampoline();

    const ask = (position: Position): Observable<Step<W>> => {
      const request = (): Observable<Fetched<P>> => fetchPage(position.pageToken, position.pages);
      const onDemand = (): Observable<Fetched<P>> => demandAt(options, position)?.pipe(switchMap(request)) ?? request();
      return inTurn(() => ahead?.room(position).pipe(switchMap(onDemand)) ?? onDemand()).pipe(
        map((fetched) => walkStep(guards, position, fetched, asyncScheduler.now())),
      );
    };

    return ask(startAt(options.pageToken, asyncScheduler.now())).pipe(
      expand(({ next }) => (isSome(next) ? ask(next.value) : EMPTY)),
      ahead?.letGo ?? identity,
      concatMap(({ emits }) => emits),
    );
  });
