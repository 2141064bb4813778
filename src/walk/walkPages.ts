import { type Either, isLeft } from 'fp-ts/Either';
import { type Option, isNone } from 'fp-ts/Option';
import {
  asyncScheduler,
  concat,
  defer,
  EMPTY,
  expand,
  filter,
  identity,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  tap,
  timer,
} from 'rxjs';
import type { PageToken } from '../model/PageToken';
import type { WalkError } from '../model/errors/WalkError';
import { type Demand, untilReady } from './Demand';
import { pagesAhead } from './pagesAhead';
import { repeatGuard } from '../model/repeatGuard';
import { type Fetched, firstAttempt } from './attemptStep';
import { trampoline, unlessGone } from './trampoline';
import {
  type Guards,
  type WalkPosition,
  startAt,
  type Step,
  type WalkedPage,
  walkStep,
} from './walkStep';

/** Sends the one request that a position asks for. Emits what came of it and completes; unsubscribing aborts. */
export type FetchPage<P> = (position: WalkPosition) => Observable<Fetched<P>>;

export interface WalkPagesOptions<P, W> extends Guards<P, W> {
  readonly pageToken: Option<PageToken>;
  /** The part of a token that must not come twice. By default all of it. */
  readonly cursorOf?: ((token: PageToken) => string) | undefined;
  /** What lets the next request go. */
  readonly valve?: Demand | undefined;
  /** How many pages may be asked for before page n is emitted, as far as is known now. */
  readonly readAhead?: (() => number) | 0 | undefined;
  /** Milliseconds after which a token that waits for demand would be too old. */
  readonly tokenLifetime?: number | undefined;
  /** Called when a token was spent because its time ran out, not because there was demand. */
  readonly onHold?: (page: number, ms: number) => void;
  /** When a request that was just made has left. */
  readonly whenLeft?: Observable<unknown>;
}

/** The part of its lifetime that a token may be held; the rest is for the request to arrive. */
const safePart = 0.9;

/** What the first request for a page waits for: the valve, or the time at which its token must be spent (law 13). */
const demandAt = (
  { valve, tokenLifetime, onHold }: WalkPagesOptions<never, unknown>,
  { pageToken, since, pages }: WalkPosition,
): Observable<never> | undefined => {
  if (!valve) return undefined;
  if (!tokenLifetime || isNone(pageToken)) return untilReady(valve);
  const due = timer(new Date(since + tokenLifetime * safePart));
  const spent = due.pipe(tap(() => onHold?.(pages, asyncScheduler.now() - since)));
  return untilReady({ ready: merge(valve.ready, spent) });
};

const after = <T>(
  wait: Observable<never> | undefined,
  source: () => Observable<T>,
): Observable<T> => (wait ? concat(wait, unlessGone(source)) : source());

/**
 * Follows page tokens from the first page to the last, knowing nothing of HTTP.
 *
 * ```text
 * fetchPage(1)          --a|
 * fetchPage(2)            --x|            x: a failure that may pass
 * fetchPage(2, again)        ---b|        after the wait that x asks for
 * fetchPage(3)                  --c|
 * walkPages(fetchPage)  --a-----b-(c|)
 * ```
 *
 * It is `expand`: page n is emitted, then page n + 1 is asked for, if the subscriber is still there and the demand has
 * come. A failed request that will be repeated is a step, too: it emits nothing, and waits for no demand. With `readAhead`,
 * page n + 1 is asked for before page n is emitted. Each subscription is a new walk.
 * A trampoline turns the recursion of pages that arrive synchronously into a loop (law 10). With its scheduler parameter
 * `expand` would complete too early when some pages come at once and others later.
 */
export const walkPages = <P extends WalkedPage, W>(
  fetchPage: FetchPage<P>,
  options: WalkPagesOptions<P, W>,
): Observable<Either<WalkError, W>> =>
  defer(() => {
    const { pageToken, cursorOf } = options;
    const isRepeated = repeatGuard(pageToken, cursorOf);
    const ahead = options.readAhead
      ? pagesAhead<W>(options.readAhead, options.whenLeft)
      : undefined;
    const inTurn = trampoline();

    const ask = (position: WalkPosition): Observable<Step<W>> => {
      const { attempt } = position;
      const request = (): Observable<Fetched<P>> => fetchPage(position);
      return inTurn(() =>
        attempt === firstAttempt
          ? after(ahead?.room(position), () => after(demandAt(options, position), request))
          : after(
              attempt.delay === undefined ? undefined : timer(attempt.delay).pipe(ignoreElements()),
              request,
            ),
      ).pipe(
        map((fetched) => walkStep(options, isRepeated, position, fetched, asyncScheduler.now())),
      );
    };

    return ask(startAt(pageToken, asyncScheduler.now())).pipe(
      expand(({ next }) => {
        if (!next) return EMPTY;
        return isLeft(next) ? of({ emits: next }) : ask(next.right);
      }),
      ahead?.holdBack ?? identity,
      map(({ emits }) => emits),
      filter((emits) => emits !== undefined),
    );
  });
