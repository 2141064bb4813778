import type { Option } from 'fp-ts/Option';
import type { PageToken } from '../PageToken';

/** What a place shows. */
export interface Shown {
  /** Pages of this round that are done. */
  readonly pages: number;
  /** Objects in those pages, the invalid ones included. */
  readonly objects: number;
  /** How often the walk has begun with its first page; the first round is 1. */
  readonly round: number;
  /** Whether the walk is done: there is no page after those. */
  readonly isLast: boolean;
}

/** A class with a private member: neither a literal nor a spread copy of a place has its type. */
export declare abstract class Opaque {
  private readonly hides: unknown;
}

/** What durable walks have to know of the page of a place. */
export interface PlaceTraits {
  /** Whether pages are named by numbers, so that a deletion moves objects to a page that was read. */
  readonly isCounted?: boolean;
  /** Whether the endpoint has tokens that ask for what has changed. */
  readonly hasDelta?: boolean;
}

/** How far a walk has come since its start, and the token of the page that it asks for next. */
export interface PlacePosition {
  readonly pages: number;
  readonly objects: number;
  readonly pageToken: Option<PageToken>;
}
