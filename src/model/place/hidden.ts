import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type { PageToken } from '../PageToken';

/**
 * Where a walk is to go on: how far it has come, and what it does not show, the page token among it.
 *
 * @since 0.1.0
 */
export interface Place {
  /** Pages of this round that are done. */
  readonly pages: number;
  /** Objects in those pages, the invalid ones included. */
  readonly objects: number;
  /** How often the walk has begun with its first page; the first round is 1. */
  readonly round: number;
  /** Whether the walk is done: there is no page after those. */
  readonly isLast: boolean;
}

/** What a request says, by the names of its parts; the endpoint has none. */
export type Said = ReadonlyMap<string, string>;

/** What a place knows and does not show. */
export interface Hidden {
  /** None at the beginning of a round, and at its end. */
  readonly pageToken?: PageToken | undefined;
  /** The request that the place belongs to; undefined where it may be any. */
  readonly said?: Said | undefined;
  /** What has been made of the texts in `said`: a place that was read has only their digests. */
  readonly digest?: ((text: string) => string) | undefined;
  /** The most pages of a round before this one; undefined in the first. */
  readonly furthest?: number;
  /** How many rounds in a row, up to the one before this, came no further than one before them. Default 0. */
  readonly inVain?: number;
}

/**
 * What is hidden lives beside a place and never inside it, so that no way of printing one shows the token. A copy of a
 * place (`{ ...place }`) is therefore not a place, and is refused wherever one is asked for.
 */
const hidden = new WeakMap<Place, Hidden>();

export const placeWith = (counts: Place, beside: Hidden): Place => {
  const place = Object.freeze({ ...counts });
  hidden.set(place, beside);
  return place;
};

export const hiddenOf = (place: Place): Hidden | undefined => hidden.get(place);

export const isPlace = (u: unknown): u is Place => hidden.has(u as Place);

/** Before the first page of the first round. */
export const beginning: Place = { pages: 0, objects: 0, round: 1, isLast: false };

/** What a place needs to know of a page. */
interface Passed {
  readonly data: ReadonlyArray<unknown>;
  readonly next: E.Either<unknown, O.Option<PageToken>>;
  readonly isRepeated?: true;
}

/** The place after a page. Where the next token breaks a rule it is the one before it: the page is to be asked for again. */
export const placeAfter = (before: Place, { data, next, isRepeated }: Passed): Place => {
  if (E.isLeft(next) || isRepeated) return before;
  const { pages, objects, round } = before;
  const pageToken = O.toUndefined(next.right);
  return placeWith(
    { pages: pages + 1, objects: objects + data.length, round, isLast: pageToken === undefined },
    { ...hidden.get(before), pageToken },
  );
};

/** The names of what differs between a place's request and another. A part that is not there is an empty one. */
export const differences = (place: Place, said: Said): ReadonlyArray<string> => {
  const { said: own, digest = String } = hidden.get(place) ?? {};
  if (own === undefined) return [];
  return [...new Map([...own, ...said]).keys()].filter(
    (name) => (own.get(name) ?? digest('')) !== digest(said.get(name) ?? ''),
  );
};
