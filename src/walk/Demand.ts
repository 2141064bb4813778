import { concat, merge, NEVER, type Observable, take, tap, timer } from 'rxjs';

/**
 * What paces a walk: before each request the walk subscribes to `ready` and waits for one value.
 *
 * @since 0.1.0
 */
export interface Demand {
  readonly ready: Observable<unknown>;
}

/** The part of its lifetime that a token may be held; the rest is for the request to arrive. */
const safePart = 0.9;

/** A demand that completes without a value has not come: a walk that waits for it keeps waiting. */
export const onceReady = ({ ready }: Demand): Observable<unknown> => concat(ready, NEVER).pipe(take(1));

/** Demand, or the time at which a token must be spent (law 13), whichever comes first. */
export const onceReadyOrDue = (
  demand: Demand,
  lifetime: number,
  since: number,
  onDue: () => void,
): Observable<unknown> =>
  merge(onceReady(demand), timer(new Date(since + lifetime * safePart)).pipe(tap(onDue))).pipe(take(1));
