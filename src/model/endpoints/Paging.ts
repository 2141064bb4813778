import type { Either } from 'fp-ts/Either';
import type { Option } from 'fp-ts/Option';
import type { Progress } from '../errors/Progress';
import type { PageFailure, Problem, ProtocolViolation } from '../errors/WalkError';
import type { DeltaToken } from '../DeltaToken';
import type { HttpRequest, HttpResponse } from '../http';
import type { PageToken } from '../PageToken';
import type { DurableScheme } from '../place/placeInternals';
import type { Mark } from '../place/Mark';
import type { GivenNumbers } from '../records/Numbers';
import type { Reader } from '../records/ObjectRecord';
import type { Codec } from '../records/StandardSchema';

/** The parts of a request that a value can be written to. An entry of a list: declarations then write it out, without a name. */
export type Part = ['query', 'body', 'header'][number];

/** A request that is being written. Its fields are kept by name, as they stand in it: writing one again replaces it. */
export interface Draft {
  readonly method: HttpRequest['method'];
  path: string;
  readonly query: Map<string, string>;
  readonly body: Map<string, string>;
  headers: Readonly<Record<string, string>>;
  /** The token of an endpoint with `delta` that the walk asks from. */
  delta?: DeltaToken | undefined;
}

export const copyOf = (draft: Draft): Draft => ({
  ...draft,
  query: new Map(draft.query),
  body: new Map(draft.body),
});

/** A successful response whose body is parsed, and its request. */
export interface Answer extends Omit<HttpResponse, 'body' | 'url'> {
  readonly url?: string | undefined;
  readonly body: unknown;
  readonly request: Pick<HttpRequest, 'url'>;
  /** How the client wants its numbers. In the body, integers that are not safe are bigints all the same. */
  readonly numbers?: GivenNumbers;
}

/** Puts a value into a request, and gives the text that stands there now. It throws where the value cannot be carried. */
export type Write = (draft: Draft, value: unknown) => string;

/** What no value of a program is. A brand of type `never` would fit a slot: a source would be a record of slots. */
export declare abstract class Brand {
  private readonly brand: true;
}

/** Where something is in a response: `at`, `header`, `link` and others make one. It is opaque. @since 0.2.0 */
export interface Source {
  /** Brand; never present. Other objects are not assignable to `Source`. */
  readonly '~source': Brand;
  /** What problems call it. @internal */
  readonly label: string;
  /** What is there; undefined where nothing is. @internal */
  readonly read: (answer: Answer) => unknown;
  /** The names that lead to it in the body; of a header its own name comes first, as `header:link`. @internal */
  readonly path?: ReadonlyArray<string | number>;
  /** The body without it, which leaves the other fields of the page. Only records are taken out. @internal */
  readonly others?: (answer: Answer) => unknown;
  /** What stands for what is absent or null, if the user has said so, and the source that may have nothing. @internal */
  readonly ifAbsent?: { readonly value: unknown; readonly of: Source } | undefined;
}

/** Where something goes in a request: `query`, `body` and `header` make one. It is opaque. @since 0.2.0 */
export interface Slot<In extends Part = Part> {
  /** Brand; never present. Other objects are not assignable to `Slot`. */
  readonly '~slot': Brand;
  /** The part of the request that it is in. */
  readonly part: In;
  /** Its part and its name, which tell it from other slots. @internal */
  readonly label: string;
  /** @internal */
  readonly write: Write;
  /** What a request has there already; undefined where it has nothing. @internal */
  readonly valueIn: (draft: Draft) => unknown;
}

export type Broken = Pick<ProtocolViolation, 'rule' | 'at'>;

/** What a page says about the next one: a token, that there is none, or something that breaks a rule. */
export type NextPage = Either<Broken, Option<PageToken>>;

/** A page whose records have not been looked at yet. */
export interface Envelope {
  readonly data: ReadonlyArray<unknown>;
  readonly next: NextPage;
  /** Every other field of the page, as it came. */
  readonly fields: Readonly<Record<string, unknown>>;
  /**
   * What else a page shows: how many objects there are, as it says where its scheme looks for that, and the token that asks for
   * what changes after it, if it has one.
   */
  readonly beside?: { readonly total?: number; readonly delta?: DeltaToken };
  /** The number of the last page, as the page says where its scheme looks for that. */
  readonly last?: number | undefined;
  /** What else it says of that number of objects, at the usual names. */
  readonly totals?: ReadonlyArray<number> | undefined;
  /** Where the page says that the service could not look everywhere. */
  readonly partial?: string | undefined;
  /** Whether it is the last page because it has no items, so that it is asked for once more before that is believed. */
  readonly isUncertain?: boolean | undefined;
  /** The sources of the cursor at which this page has nothing, not even null: no page of a walk may have anything there. */
  readonly unseen?: ReadonlyArray<string> | undefined;
  /** What else of the page must not be shown (law 14). */
  readonly secrets?: ReadonlyArray<string> | undefined;
  /** Whether the page holds integers that no double can: then its records have to be looked through. */
  hasLarge?: boolean;
  /** Takes what was sent and must not be shown out of the problems of a record (law 14). */
  clean?: (problems: ReadonlyArray<Problem>) => ReadonlyArray<Problem>;
}

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

/** What a walk that may have ended well leaves in doubt. The `end` event has it, too. @since 1.0.0 */
export interface Doubt {
  /** Where no page had anything, though the endpoint looks there for its cursor or link: it is misspelt, or there was one page. */
  readonly unseen?: string;
  /** The `total` changed during the walk, or the number of the `last` page fell: objects may be missing, or came twice. */
  readonly shifted?: { readonly from: number; readonly to: number; readonly in?: 'pages' };
  /** The service has a total that is larger than the number of objects that came. */
  readonly short?: { readonly objects: number; readonly total: number };
  /** Where a page says that the service gave up or timed out before it had looked everywhere: `incomplete_results`. */
  readonly partial?: string;
  /** Lists inside the objects that are cut off: where the objects say that there is more of them, and how many objects do. */
  readonly cut?: ReadonlyArray<{ readonly at: string; readonly objects: number }>;
  /** How many parents `onParentFailed` of `walkEach` has skipped. */
  readonly skipped?: number;
  /** In `durable` with `mark`: a time of more than a day ahead of the clock, which does not count without a `ceiling`. */
  readonly ahead?: { readonly mark: Mark };
  /** The key of the parent whose walk it was, in `walkEach`. */
  readonly parent?: NonNullable<Progress['parent']>;
}

/** What the pages of one walk leave in doubt (laws 32 and 41). */
export interface Doubts {
  readonly page: (envelope: Envelope) => void;
  /** What the end says of it, if anything. Whether anything was missed is not known after a failure. */
  readonly atEnd: (how: {
    readonly error?: unknown;
    readonly unsubscribed?: true;
  }) => Doubt | undefined;
}

/** How a walk is paged. A scheme keeps its cursor in the page token: the rest of the package knows nothing else of it. */
export interface Scheme extends DurableScheme {
  /** Tells it from other schemes: a place of one is not a place of another. That of the two revisions is empty. */
  readonly label: string;
  /** Reads a response; `before` is the token that it was asked for with. A token that it gives can be sent. */
  readonly read: (answer: Answer, before: Option<PageToken>) => Either<PageFailure, Envelope>;
  /** Makes request 1 the request for the page of a token; of none, for the first page. */
  readonly write: (draft: Draft, pageToken: Option<PageToken>) => void;
  /** The scheme of a walk whose first request is this: it may have a cursor already, which is used, or refused. */
  readonly begin?: (draft: Draft, refuse: (at: string, message: string) => void) => Scheme;
  /** Keeps what a walk leaves in doubt. One that was resumed does not know what others have seen. */
  readonly doubts?: (isResumed: boolean) => Doubts;
  /** Why a token cannot be one of this scheme. */
  readonly problemOf: (pageToken: PageToken) => string | undefined;
  /**
   * The token of the page after that of a token, if that page has this many items, where pages can be named before they are
   * asked for; none where it takes the length of a page that has not come.
   */
  readonly follow?: (pageToken: Option<PageToken>, items: number | undefined) => Option<PageToken>;
  /**
   * The token of the page that holds the item which lies this many items behind the first one of a page, where pages have `size`
   * items; none where there is no such number. Only schemes that count have it.
   */
  readonly seek?: (pageToken: Option<PageToken>, items: number, size: number) => Option<PageToken>;
  /** Asks for pages before it is their turn, where there is `follow` (law 34). */
  readonly ahead?: <A>(sending: Sending<A>) => Ahead<A>;
  /** The part of a token that must not come twice in a walk. By default all of it. */
  readonly cursorOf?: (pageToken: PageToken) => string;
  /** What no error may repeat of a token, by default all of it; of none, of request 1, whose address is `asked`. */
  readonly secretsOf?: (pageToken: Option<PageToken>, asked: string) => ReadonlyArray<string>;
  /** An empty last page, where a status says of any page but the first that there is no such page. */
  readonly pastEnd?: (
    status: number,
    pageToken: Option<PageToken>,
  ) => Either<never, Envelope> | undefined;
  /** The service's own words in an error, where the endpoint knows where they are (law 33). */
  readonly wordsIn?: (response: HttpResponse, body: unknown) => string | undefined;
  /** Writes the fields of a body. By default they are an object of JSON. */
  readonly bodyOf?: (fields: Draft['body']) => string;
}

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
export interface Paging<In extends Part = Part> {
  /** Brand; never present. It says which parts of a request cursors go to. */
  readonly '~paging': In;
  /** Reads the rest of an endpoint's description, or says what is wrong with it. @internal */
  readonly describe: (description: object) => Either<string, Paged>;
}
