import type * as E from 'fp-ts/Either';
import type * as O from 'fp-ts/Option';
import type { PageToken } from '../../model/PageToken';
import type { Outcome } from '../answers/ServiceError';
import type { Properties } from '../store/Properties';

/** What happens to the answer to one request. */
export interface Mishap {
  /** Milliseconds that the answer waits. */
  readonly wait: number;
  /** What the request is answered with, whatever it asks for. */
  readonly instead: O.Option<Outcome>;
  /** Where the connection is reset, if it is. */
  readonly reset: 'never' | 'before' | 'during';
  /** Over how many milliseconds the body is spread. */
  readonly trickle: number;
  readonly isTruncated: boolean;
}

/** The parts of an address; where the request names no host, the base is empty and the address relative. */
export interface Address {
  readonly base: string;
  readonly path: string;
  readonly query: URLSearchParams;
}

export interface OutgoingPage {
  readonly endpoint: string;
  readonly pageToken: O.Option<PageToken>;
  /** The properties of its objects; null for one that has none. */
  readonly data: ReadonlyArray<Properties | null>;
  /** How many objects come before it, how many a page holds, and how many there are in all. */
  readonly offset: number;
  readonly size: number;
  readonly total: number;
  /** What it was asked at. */
  readonly address: Address;
  /** Its fields beside the objects and the token. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The token of the next page, that there is none, or a token that breaks a rule. */
  readonly next: E.Either<'EmptyToken' | 'NullToken', O.Option<PageToken>>;
  /** Makes another token for this same page. */
  readonly again: () => PageToken;
  readonly before: () => ReadonlyArray<Properties>;
}

/** A fault at work: what it does at each point where faults can step in. */
export interface Misbehaviour {
  /** Called once for every request of a paginated endpoint; undefined where it leaves that one alone. */
  readonly onRequest?: () => Partial<Mishap> | undefined;
  /** Called with every page token that is good otherwise, and its age in milliseconds: is it refused? */
  readonly refuses?: (pageToken: string, age: number) => boolean;
  readonly onPage?: (page: OutgoingPage) => OutgoingPage;
  readonly skipsAuthentication?: true;
  readonly ignoresMaximum?: true;
}
