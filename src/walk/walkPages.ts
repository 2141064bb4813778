import type { Either } from 'fp-ts/Either';
import { type Option, isNone, isSome } from 'fp-ts/Option';
import { asyncScheduler, defer, Observable, switchMap } from 'rxjs';
import type { PageToken } from '../model/PageToken';
import type { WalkError } from '../model/errors/WalkError';
import { type Demand, onceReady, onceReadyOrDue } from './Demand';
import { nextTurn } from './nextTurn';
import { repeatGuard } from './repeatGuard';
import { turns } from './trampoline';
import { type Fetched, type Guards, type Position, type Step, type WalkedPage, walkStep } from './walkStep';

/** Asks for the page of a token (of none: the first page). Emits once and completes; unsubscribing aborts. */
export type FetchPage<P> = (pageToken: Option<PageToken>, index: number) => Observable<Fetched<P>>;

export interface WalkPagesOptions<P, W> {
  /** Where to begin. */
  readonly pageToken: Option<PageToken>;
  /** How many empty pages in a row to follow. */
  readonly emptyPages: number;
  /** What is emitted of a page, and where to go on once it is done. */
  readonly walked: (page: P, position: Position) => W;
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

const demandAt = (
  valve: Demand,
  { tokenLifetime, onHold }: WalkPagesOptions<never, unknown>,
  position: Position,
): Observable<unknown> =>
  tokenLifetime && isSome(position.pageToken)
    ? onceReadyOrDue(valve, tokenLifetime, position.since, () =>
        onHold?.(position.pages, asyncScheduler.now() - position.since),
      )
    : onceReady(valve);

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
 * It does what `expand` would: page n is emitted, then page n + 1 is asked for, if the subscriber is still there and the
 * demand has come. With `readAhead: 1` it is asked for first, and page n is let go when that request has left (law 3):
 *
 * ```text
 * fetchPage(none)      --a|
 * fetchPage(some(2))     ---b|
 * fetchPage(some(3))        ---c|
 * walkPages(fetchPage) --a--b--(c|)
 * ```
 *
 * Pages that arrive synchronously wait in line instead of calling each other (law 10), and a page passes no operator on
 * its way. Each subscription is a walk of its own.
 */
export const walkPages = <P extends WalkedPage, W>(
  fetchPage: FetchPage<P>,
  options: WalkPagesOptions<P, W>,
): Observable<Either<WalkError, W>> =>
  new Observable((subscriber) => {
    const guards: Guards<P, W> = { ...options, isRepeated: repeatGuard(options.pageToken) };
    const inTurn = turns();
    const { valve } = options;

    /** Asks for a page; hands over what to do when it is its turn. */
    const ask = (position: Position, handOver: (task: () => void) => void): void => {
      if (subscriber.closed) return;
      const request = (): Observable<Fetched<P>> => fetchPage(position.pageToken, position.pages);
      // Deferred, because what throws here is the user's: their valve.
      const fetched$ = valve ? defer(() => demandAt(valve, options, position).pipe(switchMap(request))) : request();
      subscriber.add(
        fetched$.subscribe({
          next: (fetched) => {
            const step = walkStep(guards, position, fetched, asyncScheduler.now());
            handOver(() => {
              arrive(step);
            });
          },
          error: (error: unknown) => {
            handOver(() => {
              subscriber.error(error);
            });
          },
        }),
      );
    };

    const arrive = ({ emits, next }: Step<W>): void => {
      const emit = (): void => {
        for (const result of emits) subscriber.next(result);
      };
      if (isNone(next)) {
        emit();
        subscriber.complete();
      } else if (options.readAhead === 1) {
        let following: (() => void) | undefined;
        let isEmitted = false;
        ask(next.value, (task) => {
          following = task;
          if (isEmitted) inTurn(task);
        });
        subscriber.add(
          (options.turn ?? nextTurn).subscribe(() => {
            emit();
            isEmitted = true;
            if (following) inTurn(following);
          }),
        );
      } else {
        emit();
        ask(next.value, inTurn);
      }
    };

    const start: Position = {
      pageToken: options.pageToken,
      since: asyncScheduler.now(),
      pages: 0,
      objects: 0,
      isResumed: isSome(options.pageToken),
      empty: 0,
    };
    ask(start, inTurn);
  });
