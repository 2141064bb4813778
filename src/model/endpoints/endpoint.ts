import { type Either, isLeft, left, right } from 'fp-ts/Either';
import { type Option, fromNullable } from 'fp-ts/Option';
import type * as t from 'io-ts';
import type { ParamWriters, Scheme, Slot } from './Paging';
import { byRevision, type Revision } from './revision';
import { fieldParams, fieldPartOf, fieldWriter } from './writePart';
import { problemOf, revisionProblem } from './descriptionProblem';
import { PageSize, Snapshot } from './walkOptionTypes';
import type { EndpointDescription, PagedDescription, PartOf, Records, SnapshotRule } from './EndpointDescription';

/**
 * Everything that a walk needs to know about one paginated endpoint. `endpoint` makes one.
 *
 * @since 0.1.0
 */
export interface Endpoint<
  Path extends string = string,
  Fields extends t.Props = t.Props,
  PageSize extends boolean = boolean,
  Snapshot extends boolean = boolean,
  Whole extends boolean = boolean,
> {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: Path;
  /** The request's own fields. */
  readonly fields: Fields;
  /** Whether the endpoint has the parameter pageSize. */
  readonly pageSize: PageSize;
  /** Whether the endpoint has the parameter snapshot. */
  readonly snapshot: Snapshot;
  /** The maximum of objects that the endpoint returns across pages, where there is one. */
  readonly limit: Option<number>;
  /** Whether a record is its own properties, and not an object that has them as `properties`. */
  readonly isWhole?: Whole;
  /** The headers that go with every request beside those of JSON, their names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Makes a record with `properties` of an item that has them elsewhere; undefined where an item has none.
   *
   * @internal
   */
  readonly recordOf?: (item: unknown) => unknown;
  /**
   * How pages are read and asked for.
   *
   * @internal
   */
  readonly scheme: Scheme;
  /**
   * The fields, pageSize and snapshot: what their params must be, and how they are written.
   *
   * @internal
   */
  readonly params: ParamWriters;
}

/**
 * An endpoint that follows one of the two revisions of the conventions.
 *
 * @since 0.2.0
 */
export interface RevisionEndpoint<
  Path extends string = string,
  Fields extends t.Props = t.Props,
  PageSize extends boolean = boolean,
  Snapshot extends boolean = boolean,
> extends Endpoint<Path, Fields, PageSize, Snapshot, false> {
  /** Sets the last-page rule: `null` ends a walk in 1.0 only. */
  readonly revision: Revision;
}

/** The description of an endpoint of either kind, as JavaScript sees it. */
type AnyRevision = EndpointDescription<string, t.Props, boolean, boolean>;
type AnyPaged = PagedDescription<string, t.Props, 'GET' | 'POST', Slot | undefined, Slot | undefined, Records>;

/** What an endpoint is beside what every description says. */
type Read = Omit<Endpoint, 'name' | 'method' | 'path' | 'fields' | 'limit'>;

const ofRevision = (description: AnyRevision): Either<string, Read> => {
  const { revision, method, fields = {}, pageSize = false, snapshot = false } = description;
  const problem = revisionProblem(description);
  if (problem !== undefined) return left(problem);
  const part = fieldPartOf(method);
  return right({
    revision,
    pageSize,
    snapshot,
    scheme: byRevision(revision, part),
    params: {
      ...fieldParams(fields, part),
      // In revision 1.0 always in the query string.
      ...(pageSize && { pageSize: [PageSize, fieldWriter(revision === '1.0' ? 'query' : part, 'pageSize')] }),
      ...(snapshot && { snapshot: [Snapshot, fieldWriter('query', 'snapshot')] }),
    },
  });
};

/** What `endpoint` makes of either kind of description. */
interface MakeEndpoint {
  <
    const Path extends `/${string}`,
    Fields extends t.Props = Record<never, never>,
    const PageSize extends boolean = false,
    const Snapshot extends boolean = false,
  >(
    description: EndpointDescription<Path, Fields, PageSize, Snapshot> & SnapshotRule,
  ): RevisionEndpoint<Path, Fields, PageSize, Snapshot>;
  <
    const Path extends `/${string}`,
    const Method extends 'GET' | 'POST',
    Fields extends t.Props = Record<never, never>,
    PageSize extends Slot<PartOf<Method>> | undefined = undefined,
    Snapshot extends Slot<PartOf<Method>> | undefined = undefined,
    const Kind extends Records = 'whole',
  >(
    description: PagedDescription<Path, Fields, Method, PageSize, Snapshot, Kind>,
  ): Endpoint<
    Path,
    Fields,
    PageSize extends Slot ? true : false,
    Snapshot extends Slot ? true : false,
    Kind extends 'whole' ? true : false
  >;
}

/**
 * Describes a paginated endpoint, so that `client.pages` and `client.objects` can walk it with typed params.
 *
 * With a `revision` it follows the conventions; with a `paging`, any other scheme. A description that contradicts itself is
 * a mistake in the program, not in its data. It throws a `TypeError`: a path that is not a template, a name that is taken,
 * a snapshot in revision 2.0, a cursor in the body of a GET.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, endpoint, rights } from 'pagewalk';
 * import { at, byLastItem, query } from 'pagewalk/paging';
 * import * as t from 'io-ts';
 *
 * const linkedObjects = endpoint({
 *   name: 'linkedObjects',
 *   revision: '1.0',
 *   method: 'GET',
 *   path: '/api/v1/ontologies/{ontologyRid}/objects/{objectType}/{key}/links/{linkType}',
 *   fields: { orderBy: t.union([t.string, t.undefined]) },
 *   pageSize: true,
 * });
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 * const reports$ = client
 *   .objects(linkedObjects, { ontologyRid: 'ri.o', objectType: 'employee', key: '7', linkType: 'reports', pageSize: 50 })
 *   .pipe(rights());
 *
 * const charges = endpoint({
 *   name: 'charges',
 *   method: 'GET',
 *   path: '/v1/charges',
 *   paging: byLastItem({ from: at('id'), to: query('starting_after'), more: at('has_more') }),
 *   pageSize: query('limit'),
 * });
 * const charges$ = client.objects(charges, { properties: t.type({ id: t.string, amount: t.number }), pageSize: 100 });
 * ```
 *
 * @since 0.1.0
 */
export const endpoint: MakeEndpoint = (description: AnyPaged | AnyRevision): never => {
  const { name, method, path, fields = {}, limit, paging } = description;
  const problem = problemOf(description);
  const read =
    problem === undefined ? (paging?.describe(description) ?? ofRevision(description as AnyRevision)) : left(problem);
  if (isLeft(read)) throw new TypeError(`endpoint ${name}: ${read.left}`);
  return { name, method, path, fields, limit: fromNullable(limit), ...read.right } as never;
};
