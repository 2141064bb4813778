import { merge, NEVER, type Observable, takeUntil, tap, timer } from 'rxjs';

/**
 * What paces a walk: before each request the walk subscribes to `ready` and waits for one value.
 *
 * @since 0.1.0
 */
export interface Demand {
  readonly ready: Observable<unknown>;
  /** The `label` of a walk that has none: `walkEach` names its children's walks so. */
  readonly label?: string | undefined;
}

/** The part of its lifetime that a token may be held; the rest is for the request to arrive. */
const safePart = 0.9;

/** Completes when there is demand. A demand that ends without a value has not come: a walk that waits for it keeps waiting. */
export const untilReady = ({ ready }: Demand): Observable<never> => NEVER.pipe(takeUntil(ready));

/** The same, or the time at which a token must be spent (law 13), whichever comes first. */
export const untilReadyOrDue = (
  { ready }: Demand,
  lifetime: number,
  since: number,
  onDue: () => void,
): Observable<never> =>
  untilReady({ ready: merge(ready, timer(new Date(since + lifetime * safePart)).pipe(tap(onDue))) });
