import type { PageToken } from '../../model/PageToken';
import type { Outcome } from '../answers/ServiceError';
import type { Properties } from '../store/Properties';

/** What happens to the response to one request. */
export interface Mishap {
  /** Milliseconds that the response waits. */
  readonly wait?: number;
  /** What is sent instead, whatever the request asks for. */
  readonly instead?: Outcome;
  /** Where the connection is reset. */
  readonly reset?: 'before' | 'during';
  /** Over how many milliseconds the body is spread. */
  readonly trickle?: number;
  readonly isTruncated?: boolean;
}

/** The parts of an address; where the request names no host, the base is empty and the address relative. */
export interface Address {
  readonly base: string;
  readonly path: string;
  readonly query: URLSearchParams;
}

export interface OutgoingPage {
  readonly endpoint: string;
  /** What it was asked with. */
  readonly pageToken: PageToken | undefined;
  readonly address: Address;
  /** The properties of its objects; null for one that has none. */
  readonly data: ReadonlyArray<Properties | null>;
  /** How many objects come before it, how many a page holds, and how many there are in all. */
  readonly offset: number;
  readonly size: number;
  readonly total: number;
  /** Its fields beside the objects and the token. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The token of the next page, undefined where there is none, or else a token that breaks a rule. */
  readonly next: PageToken | '' | null | undefined;
  /** Makes another token for this same page. */
  readonly anotherToken: () => PageToken;
  readonly before: () => ReadonlyArray<Properties>;
}

/** What faults do at each point where they can step in. */
export interface Misbehaviour {
  /** Called once for every request of a paginated endpoint. */
  readonly onRequest: () => Mishap;
  /** Called with every page token that is good otherwise, and its age in milliseconds: is it refused? */
  readonly refuses: (pageToken: string, age: number) => boolean;
  readonly onPage: (page: OutgoingPage) => OutgoingPage;
  readonly skipsAuthentication: boolean;
  readonly ignoresMaximum: boolean;
}
