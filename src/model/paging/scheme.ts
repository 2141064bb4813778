import type { Either } from 'fp-ts/Either';
import type { Option } from 'fp-ts/Option';
import type { PageFailure } from '../errors/WalkError';
import type { HttpRequest, HttpResponse } from '../http';
import type { PageToken } from '../PageToken';
import type { Reader } from '../records/ObjectRecord';
import type { Codec } from '../records/StandardSchema';
import type { Ahead, Sending } from './ahead';
import type { Doubts } from './doubts';
import type { Draft, SlotIn } from './draft';
import type { Envelope } from './envelope';
import type { Answer } from './sources';

/** What a scheme knows of the texts of its tokens. */
export interface Tokens {
  /** Why a token cannot be one of this scheme. */
  readonly problemOf: (pageToken: PageToken) => string | undefined;
  /** The part of a token that must not come twice in a walk. By default all of it. */
  readonly cursorOf?: (pageToken: PageToken) => string;
  /** What no error may repeat of a token, by default all of it; of none, of request 1, whose address is `asked`. */
  readonly secretsOf?: (pageToken: Option<PageToken>, asked: string) => ReadonlyArray<string>;
}

/** What a scheme knows of responses that are no success. */
export interface Refusals {
  /** An empty last page, where a status says of any page but the first that there is no such page. */
  readonly pastEnd: (
    status: number,
    pageToken: Option<PageToken>,
  ) => Either<never, Envelope> | undefined;
  /** The service's own words in an error, where the endpoint knows where they are (law 33). */
  readonly wordsIn: (response: HttpResponse, body: unknown) => string | undefined;
}

/** What only schemes have whose pages are named by numbers. */
export interface Numbering {
  /**
   * The token of the page after that of a token, if that page has this many items, where pages can be named before they are
   * asked for; none where it takes the length of a page that has not come.
   */
  readonly follow: (pageToken: Option<PageToken>, items: number | undefined) => Option<PageToken>;
  /**
   * The token of the page that holds the item which lies this many items behind the first one of a page, where pages have `size`
   * items; none where there is no such number.
   */
  readonly seek: (pageToken: Option<PageToken>, items: number, size: number) => Option<PageToken>;
  /** Asks for pages before it is their turn (law 34). */
  readonly ahead: <A>(sending: Sending<A>) => Ahead<A>;
}

/** How a walk is paged. A scheme keeps its cursor in the page token: the rest of the package knows nothing else of it. */
export interface Scheme {
  /** Tells it from other schemes: a place of one is not a place of another. That of the two revisions is empty. */
  readonly label: string;
  /** The scheme of a walk whose first request is this: it may have a cursor already, which is used, or refused. */
  readonly begin?: (draft: Draft, refuse: (at: string, message: string) => void) => Scheme;
  /** Makes the first request of a walk the request for the page of a token; of none, for the first page. */
  readonly requestFor: (first: Draft, pageToken: Option<PageToken>) => HttpRequest;
  /** Reads a response; `before` is the token that it was asked for with. A token that it gives can be sent. */
  readonly read: (answer: Answer, before: Option<PageToken>) => Either<PageFailure, Envelope>;
  readonly tokens: Tokens;
  readonly refusals?: Refusals;
  /** What a walk leaves in doubt. */
  readonly doubts?: Doubts;
  readonly numbered?: Numbering;
}

/** Sees each response of a walk as it was parsed, before its records are taken out. */
export type Onlooker = (answer: Answer) => void;

/** A param of a walk: what is wrong with a value of it (empty: nothing), and how the value is written. */
export interface Param {
  readonly problemOf?: (value: unknown, params: Readonly<Record<string, unknown>>) => string;
  /** Undefined: a place does not belong to it. */
  readonly write?: (draft: Draft, value: unknown) => string | undefined;
}

export type Params = Readonly<Record<string, Param>>;

export type Revision = '1.0' | '2.0';

export interface Paged {
  readonly revision?: Revision;
  readonly scheme: Scheme;
  readonly params: Params;
  readonly pageSize: boolean;
  readonly snapshot: boolean;
  readonly isWhole?: boolean;
  readonly readerOf?: (codec?: Codec<unknown>) => Reader<unknown>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How an endpoint is paged. The `by…` functions of `pagewalk/paging` make one. It is opaque. @since 0.2.0 */
export interface Paging<In extends SlotIn = SlotIn> {
  /** Brand; never present. It says which parts of a request cursors go to. */
  readonly '~paging': In;
  /** Reads the rest of an endpoint's description, or says what is wrong with it. @internal */
  readonly describe: (description: object) => Either<string, Paged>;
}
