import type { Observable } from 'rxjs';

/**
 * What paces a walk: before each request the walk subscribes to `ready` and waits for one value.
 *
 * @since 0.1.0
 */
export interface Demand {
  readonly ready: Observable<unknown>;
}
