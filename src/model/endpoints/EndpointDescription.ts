import type * as t from 'io-ts';
import type { Paging, Part, Slot, Source } from './Paging';
import type { Revision } from './revision';

/** What every description says. @inline */
interface Described<Path extends string, Fields extends t.Props> {
  readonly name: string;
  /** A template; each `{name}` fills a segment, or a part of one, and becomes a param of that name. */
  readonly path: Path;
  /** The request's own fields. One that may be undefined is optional. */
  readonly fields?: Fields;
  /**
   * The maximum of objects that the endpoint returns across pages, where there is one. The client does not count: the service
   * ends the walk, with `RetrievalLimitExceeded`. The reference service enforces it, and `pagewalk check` compares it.
   */
  readonly limit?: number;
}

/**
 * The description of an endpoint that follows one of the two revisions.
 *
 * @since 0.1.0
 */
export interface EndpointDescription<
  Path extends string,
  Fields extends t.Props,
  PageSize extends boolean,
  Snapshot extends boolean,
> extends Described<Path, Fields> {
  readonly revision: Revision;
  readonly method: 'GET' | 'POST';
  readonly pageSize?: PageSize;
  readonly snapshot?: Snapshot;
  readonly paging?: never;
}

/** What a compiler shows to anyone who asks for one: revision 2.0 describes no snapshot parameter. */
interface RevisionTwoHasNoSnapshot {
  readonly 'revision 2.0 has no snapshot parameter': never;
}

/** @inline */
export type SnapshotRule =
  { readonly revision: '1.0' } | { readonly revision: '2.0'; readonly snapshot?: false | RevisionTwoHasNoSnapshot };

/**
 * What a record of a page is: its own properties, or an object that has them as `properties`, or at a source.
 *
 * @since 0.2.0
 */
export type Records = 'whole' | 'properties' | Source;

/** The parts of a request that there are: a GET has no body. */
export type PartOf<Method> = Method extends 'GET' ? Exclude<Part, 'body'> : Part;

/**
 * The description of an endpoint with a scheme of `pagewalk/paging`.
 *
 * @since 0.2.0
 */
export interface PagedDescription<
  Path extends string,
  Fields extends t.Props,
  Method extends 'GET' | 'POST',
  PageSize extends Slot | undefined,
  Snapshot extends Slot | undefined,
  Kind extends Records,
> extends Described<Path, Fields> {
  readonly revision?: never;
  readonly method: Method;
  readonly paging: Paging<PartOf<Method>>;
  /** Where the records of a page are. Default `at('data')`. */
  readonly items?: Source;
  /**
   * Where a record has its properties: `properties`, or a source such as `at('attributes')`. Its other fields stay beside them.
   * Default `whole`: a record is its own properties.
   */
  readonly records?: Kind;
  /** Where an answer of 2xx has errors. If something is there, the answer is not a page, and the walk ends with what it says. */
  readonly errors?: Source;
  /** How the body of a POST is written: as JSON, or as a form (`a=1&b=2`). Default `json`. */
  readonly bodyAs?: 'json' | 'form';
  /** Where the param pageSize goes, if the endpoint has one. */
  readonly pageSize?: PageSize;
  /** Where the param snapshot goes, if the endpoint has one. */
  readonly snapshot?: Snapshot;
  /** Headers that go with every request. Credentials belong into the `auth` of the client. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Where the fields go. Default: into the query string of a GET, and into the body of a POST. */
  readonly fieldsIn?: Method extends 'GET' ? 'query' : 'query' | 'body';
}
