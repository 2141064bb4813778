import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type { Superseded } from '../../model/errors/Superseded';
import { isLater, Place } from '../../model/place/Place';
import type { Behind, Claim, Work } from './Places';

export type Kept = E.Either<Superseded | Behind, void>;

/** Who has a walk. */
export interface Holder {
  readonly claimedBy: string | null;
  readonly claimedAt: number | string;
}

/** What a claim has come to: it counts, and this place is there, or somebody else's counts, if one is known. */
export type Standing = { readonly place: string | null } | { readonly holder: Holder | undefined };

/** Why the place of a walk cannot be read. */
export class UnreadablePlace extends Error {
  override readonly name = 'UnreadablePlace';
}

/** The place that a text stands for, in a store that is named so. */
export const placeOf = (store: string, id: string, text: string | null): O.Option<Place> => {
  if (text === null) return O.none;
  const place = Place.decode(text);
  if (E.isRight(place)) return O.some(place.right);
  const which = `${store}: the place of the walk ${JSON.stringify(id)}`;
  if (isLater(text))
    throw new Error(`${which} was kept by a later version of pagewalk: use that version`);
  throw new UnreadablePlace(
    `${which} is damaged. The walk does not begin again by itself: restart(id) does that, and keeps its mark`,
  );
};

export const textOf = O.match<Place, string | null>(() => null, Place.encode);

/** Milliseconds between now and the nearest of these times: a clock that was set back leaves some of them in the future. */
export const distanceFrom = (now: number, ...times: ReadonlyArray<number | null>): number =>
  Math.min(...times.map((time) => (time === null ? Infinity : Math.abs(now - time))));

export const busyOf = ({ claimedBy, claimedAt }: Holder): NonNullable<Claim['busy']> => ({
  claimedBy,
  claimedAt: new Date(Number(claimedAt)),
});

/** What has changed: the claim, or the place that should be there. */
export const changed = (
  store: string,
  id: string,
  standing: Standing,
  expected: string | null,
): Kept | undefined => {
  if ('holder' in standing)
    return E.left({ _tag: 'Superseded', id, ...(standing.holder && busyOf(standing.holder)) });
  return standing.place === expected
    ? undefined
    : E.left({ _tag: 'Behind', place: placeOf(store, id, standing.place) });
};

/** The steps of a transaction; those that give a boolean say whether the claim still counts. */
interface Steps<T> {
  readonly begin: () => PromiseLike<boolean> | boolean;
  /** Does work until it completes. */
  readonly working: (work: Work<T>) => Promise<void>;
  /** Whether this page ends the walk in all its parts. */
  readonly endsAll: () => PromiseLike<boolean> | boolean;
  readonly stands: () => PromiseLike<boolean> | boolean;
  readonly keep: (isEnd: boolean) => PromiseLike<boolean> | boolean;
}

/** The transaction of a page: its work, `finish` with the page that ends the walk, and the place. Says whether it may commit. */
export const keepPage = async <T>(
  { begin, working, endsAll, stands, keep }: Steps<T>,
  { isLast }: Place,
  work: Work<T>,
  finish: Work<T> | undefined,
): Promise<boolean> => {
  if (!(await begin())) return false;
  await working(work);
  const isEnd = isLast && (await endsAll());
  if (isEnd && finish) {
    // Of workers that fight over the last part, those that have lost do not finish it.
    if (!(await stands())) return false;
    await working(finish);
  }
  return keep(isEnd);
};
