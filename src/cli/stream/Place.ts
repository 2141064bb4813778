import * as O from 'fp-ts/Option';
import type { PageToken } from '../../index';

/** Where a walk stands: before the page that it asks for next. */
export interface Place {
  /** The token of that page; none for the first one. */
  readonly pageToken: O.Option<PageToken>;
  /** Pages of this walk that were read. */
  readonly pages: number;
  /** Objects in those pages, without the invalid ones. */
  readonly objects: number;
  /** Invalid objects in those pages. */
  readonly invalid: number;
  /** Objects in those pages that were left out because another one has their key. */
  readonly omitted: number;
  /** The walk has begun again: what was written comes a second time. */
  readonly isRestarted: boolean;
}

/** Before the first page. */
export const start: Place = { pageToken: O.none, pages: 0, objects: 0, invalid: 0, omitted: 0, isRestarted: false };

/** Before the first page, for a second time. */
export const restart: Place = { ...start, isRestarted: true };

/** The place of the walk that is under way. It changes with every page. */
export interface Course {
  place: Place;
}
