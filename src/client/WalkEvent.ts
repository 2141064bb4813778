import type { WalkError } from '../model/WalkError';

/** Where an event happened. */
interface Origin {
  /** The walk, counted from 1 in this client. */
  readonly walk: number;
  /** The endpoint's name. */
  readonly endpoint: string;
}

/** What happened. */
export type Happening =
  | { readonly type: 'request'; readonly page: number }
  | { readonly type: 'page'; readonly page: number; readonly objects: number; readonly ms: number }
  | { readonly type: 'hold'; readonly page: number; readonly ms: number }
  | { readonly type: 'end'; readonly pages: number; readonly objects: number; readonly error?: WalkError };

/**
 * Something that happened in a walk of a client, without any secret. Pages are counted from 0.
 *
 * - `request`: a page is asked for.
 * - `page`: a page has come, with so many objects, so many milliseconds after it was asked for.
 * - `hold`: a page is asked for though the valve is closed, because its token was held for so many milliseconds and is
 *   about to expire.
 * - `end`: the walk is over, at its last page or with an error. A walk that is unsubscribed just stops.
 *
 * @since 0.1.0
 */
export type WalkEvent = Origin & Happening;

/** Tells of an event; it is put together only if somebody listens. */
export type Tell = (happening: () => Happening) => void;
