import type { PageToken } from '../../model/PageToken';
import type { ServiceOutcome } from '../answers/ServiceError';
import type { Properties } from '../store/Properties';

export interface Mishap {
  readonly wait?: number;
  /** What is sent instead, whatever the request asks for. */
  readonly instead?: ServiceOutcome;
  readonly reset?: 'before' | 'during';
  readonly trickle?: number;
  readonly isTruncated?: boolean;
}

/** The parts of an address; where the request names no host, the base is empty and the address relative. */
export interface AddressParts {
  readonly base: string;
  readonly path: string;
  readonly query: URLSearchParams;
}

export interface OutgoingPage {
  readonly endpoint: string;
  readonly pageToken: PageToken | undefined;
  readonly address: AddressParts;
  /** The properties of its objects; null for one that has none. */
  readonly data: ReadonlyArray<Properties | null>;
  /** How many objects come before it, how many a page holds, and how many there are in all. */
  readonly offset: number;
  readonly size: number;
  readonly total: number;
  readonly fields: Readonly<Record<string, unknown>>;
  /** The token of the next page, undefined where there is none, or else a token that breaks a rule. */
  readonly next: PageToken | '' | null | undefined;
  readonly anotherToken: () => PageToken;
  readonly before: () => ReadonlyArray<Properties>;
}

export interface Misbehaviour {
  /** Called once for every request of a paginated endpoint. */
  readonly onRequest: () => Mishap;
  /** Called with every page token that is good otherwise, and its age in milliseconds: is it refused? */
  readonly refuses: (pageToken: string, age: number) => boolean;
  readonly onPage: (page: OutgoingPage) => OutgoingPage;
  readonly skipsAuthentication: boolean;
  readonly ignoresMaximum: boolean;
}
