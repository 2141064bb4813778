import type { KeptPlaces } from '../../walk/durable/KeptPlaces';

/** The places that `placesOf` makes of a store. @since 1.0.0 */
export interface StorePlaces<Tx, R = unknown> extends KeptPlaces<Tx, R> {
  /**
   * Forgets walks that are done and whose last place was kept before a date; not those with a mark or a token. Returns how many.
   */
  prune(options: { readonly finishedBefore: Date }): Promise<number>;
}
