import type * as O from 'fp-ts/Option';
import type { PageToken } from '../PageToken';
import type { Place } from './Place';

export type { Place };

/** What a request says, by the names of its parts. */
export type Said = Readonly<Record<string, unknown>>;

/** What a place knows and does not show. */
export interface Hidden {
  /** None at the beginning of a round, and at its end. */
  readonly pageToken: O.Option<PageToken>;
  /** The request that the place belongs to, and how each part was written here: a place that was read has only digests. */
  readonly request: readonly [said: Said, write: (part: unknown) => unknown];
  /** What the rounds before came to, for `nextRound` alone. */
  readonly past?: Past | undefined;
}

/** The rounds before a place's own. */
export interface Past {
  /** The most pages that one of them brought. */
  readonly furthest: number;
  /** How many of them in a row, up to the last, came no further than one before. */
  readonly inVain: number;
}

/**
 * What is hidden lives beside a place and never inside it, so that no way of printing one shows the token. A copy of a
 * place (`{ ...place }`) is therefore not a place, and is refused wherever one is asked for.
 */
const hidden = new WeakMap<object, Hidden>();

export const placeWith = (place: Place, beside: Hidden): Place => {
  hidden.set(Object.freeze(place), beside);
  return place;
};

export const hiddenOf = (place: Place | undefined): Hidden | undefined => hidden.get(place as object);

export const isPlace = (u: unknown): u is Place => hidden.has(u as object);

/** How far a walk has come since its start, and the token of the page that it asks for next. */
export interface Position {
  readonly pages: number;
  readonly objects: number;
  readonly pageToken: O.Option<PageToken>;
}

/** The names of what differs between a place's request and another. */
export const differences = ({ request: [own, write] }: Hidden, said: Said): ReadonlyArray<string> =>
  Object.keys({ ...own, ...said }).filter((name) => own[name] !== write(said[name]));
