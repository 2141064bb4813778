import type * as O from 'fp-ts/Option';
import type { PageToken } from '../PageToken';

/**
 * Where a walk is to go on. It shows how far the walk has come, and hides the page token. It is not an interface, because
 * the entry exports it beside the codec of that name, and an interface could not be named from there in declarations.
 *
 * @since 0.1.0
 */
export type Place = Readonly<{
  /** Pages of this round that are done. */
  pages: number;
  /** Objects in those pages, the invalid ones included. */
  objects: number;
  /** How often the walk has begun with its first page; the first round is 1. */
  round: number;
  /** Whether the walk is done: there is no page after those. */
  isLast: boolean;
}>;

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
