import type { FieldTypes } from './fieldType';
import type { Paging, Part, Revision, Slot, Source } from './Paging';

/** The parts of a request that there are: a GET has no body. */
type PartOf<Method> = Method extends 'GET' ? Exclude<Part, 'body'> : Part;

/** Where a param goes; with a revision, whether the endpoint has it. */
export type ParamSlot<Method> = Slot<PartOf<Method>> | boolean | undefined;

/** What `endpoint` is given: it has a scheme of `pagewalk/paging`, or follows a revision. @since 0.1.0 */
export interface EndpointDescription<
  Path extends string,
  Fields extends FieldTypes,
  Method extends 'GET' | 'POST',
  PageSize extends ParamSlot<Method>,
  Snapshot extends ParamSlot<Method>,
  Records extends 'whole' | 'properties' | Source,
> {
  readonly name: string;
  readonly method: Method;
  /** A template; each `{name}` fills a segment, or a part of one, and becomes a param of that name. */
  readonly path: Path;
  /** The request's own fields: io-ts codecs, or Standard Schemas without a transform. What may be undefined is optional. */
  readonly fields?: Fields;
  /**
   * The maximum of objects that the endpoint returns across pages. The client does not count: the service ends the walk, with
   * `RetrievalLimitExceeded`. The reference service enforces it, and `pagewalk check` compares it.
   */
  readonly limit?: number;
  /** How it is paged. */
  readonly paging?: Paging<PartOf<Method>>;
  /** The revision of the conventions that it follows, instead of a paging. */
  readonly revision?: Revision;
  /** Where the param pageSize goes, if the endpoint has one; with a revision true. */
  readonly pageSize?: PageSize;
  /** Where the param snapshot goes, if the endpoint has one; with revision 1.0 true. */
  readonly snapshot?: Snapshot;
  /** Where the records of a page are. Default `at('data')`. */
  readonly items?: Source;
  /**
   * Where a record has its properties: `properties`, or a source such as `at('attributes')`. Its other fields stay beside them.
   * Default `whole`: a record is its own properties.
   */
  readonly records?: Records;
  /** Where an answer of 2xx has errors. If something is there, the answer is not a page, and the walk ends with what it says. */
  readonly errors?: Source;
  /** How the body of a POST is written: as JSON, or as a form (`a=1&b=2`). Default `json`. */
  readonly bodyAs?: 'json' | 'form';
  /** Headers that go with every request. Credentials belong in the `auth` of the client. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Where the fields go. Default: into the query string of a GET, and into the body of a POST. */
  readonly fieldsIn?: Method extends 'GET' ? 'query' : 'query' | 'body';
}

/** What only a description with a paging says. */
type PagedOnly = 'paging' | 'items' | 'records' | 'errors' | 'bodyAs' | 'headers' | 'fieldsIn';

/** What a compiler shows to anyone who asks for one: revision 2.0 describes no snapshot parameter. */
interface RevisionTwoHasNoSnapshot {
  readonly 'revision 2.0 has no snapshot parameter': never;
}

type Conventional = Readonly<Partial<Record<PagedOnly, never>>> & { readonly pageSize?: boolean };

/** The two ways to say how an endpoint is paged, and what goes with each. */
export type HowPaged =
  | { readonly paging: Paging; readonly revision?: never; readonly pageSize?: Slot; readonly snapshot?: Slot }
  | (Conventional & { readonly revision: '1.0'; readonly snapshot?: boolean })
  | (Conventional & { readonly revision: '2.0'; readonly snapshot?: false | RevisionTwoHasNoSnapshot });
