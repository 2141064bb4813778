import type { Doubt } from '../model/paging/doubts';
import { NEVER, type Observable, of, takeUntil } from 'rxjs';

/** What paces a walk: before each request the walk subscribes to `ready` and waits for one value. @since 0.1.0 */
export interface Demand {
  readonly ready: Observable<unknown>;
  /** The `label` of a walk that has none. `walkEach` gives one to the walks of its children. */
  readonly label?: string | undefined;
  /** Hears what the walk leaves in doubt when it ends, as its `end` event has it: `onDoubt` of `durable`, `iterate` and `walkEach`. */
  readonly onDoubt?: ((doubt: Doubt) => void) | undefined;
  /** Whether what its pages were for has failed. Then the `end` event of a walk that is unsubscribed says `failed`. */
  readonly hasFailed?: (() => boolean) | undefined;
}

/** The demand of a walk that nothing holds back. */
export const alwaysReady: Demand = { ready: of(undefined) };

/** Completes when there is demand. A demand that ends without a value has not come: a walk that waits for it keeps waiting. */
export const untilReady = ({ ready }: Demand): Observable<never> => NEVER.pipe(takeUntil(ready));
