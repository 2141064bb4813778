import { fnvOf } from '../fnv';
import { type Option, none } from 'fp-ts/Option';
import type { PageToken } from '../PageToken';
import { carrying } from '../carrying';
import type { Opaque, PlaceTraits, Shown } from './PlaceShape';
import type { Run } from './Run';
import type { Seen } from './Seen';

/** A place, for those who do not need its codec. */
export type AnyPlace = Shown & Opaque;

/** A request: the text of each of its parts, by name, or a digest of it. */
export type RequestParts = Readonly<Record<string, string>>;

/** The last failure of a run: at which page, and how often in a row. */
export interface KeptFailure {
  readonly page: number;
  readonly round: number;
  readonly times: number;
  /** When, in milliseconds by the clock of the store. */
  readonly at: number;
  readonly message: string;
}

export interface Hidden {
  /** None at the beginning of a round, and at its end. */
  readonly pageToken: Option<PageToken>;
  /** Digests of the request that it belongs to. Undefined for a place that goes with any request: no page of it has come yet. */
  readonly request: RequestParts | undefined;
  /** What the rounds before came to, for `nextRound` alone. */
  readonly past?: Past | undefined;
  /** What is remembered of a run that asks for what is new. */
  readonly run?: Run | undefined;
  /** How its page was asked for. No text of a place has it. */
  readonly traits?: PlaceTraits | undefined;
  /** What the pages up to here have said. A text has it where there is room. */
  readonly seen?: Seen | undefined;
  /** The places that a place of `walkEach` is made of. */
  readonly each?: Each | undefined;
  /** How the run that continues here has failed, as long as no place covers that page. */
  readonly failure?: KeptFailure | undefined;
}

export interface Each {
  /** Where the parents continue: with the page whose parents are under way, or with the page after it. */
  readonly parents: AnyPlace;
  /** A digest of the keys in the page of parents that is under way; empty where there is none. */
  readonly keys: string;
  /** How many parents of that page were begun. */
  readonly startedCount: number;
  /** Those that are not done: the index of each in its page, and where its walk continues, if it has brought a page. */
  readonly children: ReadonlyArray<readonly [index: number, place: AnyPlace | undefined]>;
  /** How many parents were skipped, or could not be read. */
  readonly skipped?: number | undefined;
  /** How many of them, those further down included, hold the mark of a durable walk where it is: nobody said `'leave'`. */
  readonly held?: number | undefined;
  /** What the walks of parents that are done have left in doubt, as plain JSON: a `Doubt` each. */
  readonly doubts?: ReadonlyArray<object> | undefined;
  /** Whether pages of the parents or of the children are counted. No text of a place has it. */
  readonly isCounted?: boolean;
}

/** The most pages of any round before, and how many of the latest rounds in a row got no further than an earlier one. */
export type Past = readonly [furthest: number, inVain: number];

const hidden = carrying<Hidden>('place');

/** Makes a place: what it shows, and what it hides. */
export const placeWith = (shown: Shown, hides: Hidden): AnyPlace =>
  Object.freeze(hidden.carry({ ...shown }, hides)) as object as AnyPlace;

/** A place of `walkEach`. It belongs to no request: those of its parts do, so that a walk over one endpoint refuses it. */
export const placeOfEach = (shown: Shown, each: Each, past: Past | undefined): AnyPlace =>
  placeWith(shown, {
    pageToken: none,
    request: { walk: '' },
    past,
    each,
    ...(each.isCounted && { traits: { isCounted: true } }),
  });

/** How many parents of a walk hold its mark where it is. */
export const heldParents = (place: AnyPlace | undefined): number => {
  const each = hiddenOf(place)?.each;
  return each ? (each.held ?? 0) + heldParents(each.parents) : 0;
};

/** What a place hides; undefined for anything that is not a place. */
export const hiddenOf = hidden.of;

/** A place that knows of this failure, or of none. */
export const withFailure = (place: AnyPlace, failure: KeptFailure | undefined): AnyPlace => {
  const known = hiddenOf(place);
  return known && known.failure !== failure ? placeWith(place, { ...known, failure }) : place;
};

export const isPlace = (u: unknown): u is AnyPlace => hiddenOf(u) !== undefined;

/** What a place knows of a request. A part may hold a secret, or be long. */
export const digestsOf = (said: RequestParts): RequestParts =>
  Object.fromEntries(Object.entries(said).map(([name, part]) => [name, fnvOf(part)]));

/** The names of what differs between the request that a place belongs to and another. */
export const differences = ({ request }: Hidden, said: RequestParts): ReadonlyArray<string> => {
  const other = digestsOf(said);
  return request
    ? Object.keys({ ...request, ...other }).filter((name) => request[name] !== other[name])
    : [];
};
