import type { Option } from 'fp-ts/Option';
import type { HttpRequest } from '../http';
import type { PageToken } from '../PageToken';

/** What a scheme that can name pages needs to ask for them ahead. */
export interface Sending<A> {
  readonly depth: () => number;
  readonly room: number;
  readonly requestFor: (pageToken: Option<PageToken>) => HttpRequest;
  /** Sends the request for a page; undefined where the walk is over. What it does not keep when it comes is sent again later. */
  readonly send: (
    request: HttpRequest,
    page: number,
    keeps: (size: number) => boolean,
  ) => { readonly answer: A; readonly drop: () => void } | undefined;
}

/** The requests of one walk that were sent before their turn. */
export interface Ahead<A> {
  /**
   * Gives what comes of the request for a page, and asks for those that follow; undefined where the walk is over. If it was
   * not sent already, the guess was wrong, and so were all others: they are dropped.
   */
  readonly take: (pageToken: Option<PageToken>, page: number) => A | undefined;
  /** Drops what was sent and not taken, the latest first: what waits in a line must not follow what is dropped. */
  readonly drop: () => void;
  readonly came: (items: number) => void;
}
