import { type Either, isLeft, left, right } from 'fp-ts/Either';
import { fromNullable, type Option, toUndefined } from 'fp-ts/Option';
import { concat, defer, from, type Observable, of, switchMap } from 'rxjs';
import type { Superseded } from '../../model/errors/Superseded';
import { Place } from '../../model/place/Place';
import type { Behind, Claim, Finish, Work } from '../../walk/durable/Places';
import { busyFrom, claimingWalks } from './claimingWalks';
import { dueEntry, finishFound, finishKept, lastWorkOf } from './finishingWalks';
import { entryOf, placeFrom } from './indexOf';
import { keepingFailure } from './keepingFailure';
import { isClaimOf } from './standing';
import type { Store, StoreRow } from './Store';
import type { StorePlaces } from './StorePlaces';
import { walksByHand } from './walksByHand';

type KeepResult = Either<Superseded | Behind, void>;

const placeText = (place: Option<Place>): string | null => {
  const known = toUndefined(place);
  return known ? Place.encode(known) : null;
};

/**
 * Makes of a `Store` what `durable` takes as `places`: claims, parts, `Busy`, `Behind`, `finish`, marks, and everything that
 * people do with walks by hand.
 *
 * @example
 * ```ts
 * import { memoryStore, placesOf } from 'pagewalk/stores';
 *
 * // For the option `places` of `durable`.
 * const places = placesOf(memoryStore());
 * ```
 *
 * @since 1.0.0
 */
export const placesOf = <Tx, R = unknown>(store: Store<Tx, R>): StorePlaces<Tx, R> => {
  const { name, isAtomic } = store;

  /** Why nothing was committed: another claim counts, or another place is there. */
  const changed = (claimed: Claim, row: StoreRow | undefined): KeepResult =>
    left(
      row && isClaimOf(row, claimed)
        ? { _tag: 'Behind', place: fromNullable(placeFrom(name, row)) }
        : { _tag: 'Superseded', id: claimed.id, ...(row && busyFrom(row)) },
    );

  const keep = (
    claimed: Claim,
    place: Place,
    work: Work<Tx>,
    finish?: Finish<Tx>,
  ): Observable<KeepResult> =>
    defer(() => {
      const { id, part, epoch, nonce } = claimed;
      const fence = { id, part, epoch, nonce, text: placeText(claimed.place) };
      const atEnd = place.isLast ? finish : undefined;
      const entry = atEnd && !isAtomic ? dueEntry(place) : entryOf(place);
      const last = atEnd && isAtomic ? lastWorkOf(name, atEnd) : undefined;
      return from(store.commit(fence, entry, work, last)).pipe(
        switchMap((result): Observable<KeepResult> => {
          if (isLeft(result)) return of(changed(claimed, result.left));
          const kept = of<KeepResult>(right(undefined));
          if (!atEnd || isAtomic) return kept;
          return concat(finishKept(store, { ...fence, text: entry.text }, atEnd), kept);
        }),
      );
    });

  return {
    isAtomic,
    claim: claimingWalks(store),
    keep,
    finish: (claimed, finish) => finishFound(store, claimed, finish),
    fail: keepingFailure(store),
    ...walksByHand(store),
  };
};
