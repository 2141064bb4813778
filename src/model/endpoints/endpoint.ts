import { type Option, fromNullable } from 'fp-ts/Option';
import type * as t from 'io-ts';
import { isTemplate, placeholders } from './path';
import { isReserved } from './walkOptionTypes';

/**
 * The revision of the paging conventions that an endpoint follows.
 *
 * @since 0.1.0
 */
export type Revision = '1.0' | '2.0';

/**
 * Everything that the conventions say about one paginated endpoint. `endpoint` makes one.
 *
 * @since 0.1.0
 */
export interface Endpoint<
  Path extends string = string,
  Fields extends t.Props = t.Props,
  PageSize extends boolean = boolean,
  Snapshot extends boolean = boolean,
> {
  readonly name: string;
  /** Sets the last-page rule: `null` ends a walk in 1.0 only (seed 9). */
  readonly revision: Revision;
  readonly method: 'GET' | 'POST';
  readonly path: Path;
  /** The request's own fields. */
  readonly fields: Fields;
  /** Whether the endpoint has the parameter pageSize. */
  readonly pageSize: PageSize;
  /** Whether the endpoint has the parameter snapshot. */
  readonly snapshot: Snapshot;
  /** The maximum of objects that the endpoint returns across pages, where there is one (seed 8). */
  readonly limit: Option<number>;
  /** Where the fields go. */
  readonly fieldsIn: 'query' | 'body';
  /** Where pageToken goes (seed 4.1). */
  readonly pageTokenIn: 'query' | 'body';
  /** Where pageSize goes: in revision 1.0 always the query string (seed 4.1). */
  readonly pageSizeIn: 'query' | 'body';
}

/**
 * The description that `endpoint` takes.
 *
 * @since 0.1.0
 */
export interface EndpointDescription<
  Path extends string,
  Fields extends t.Props,
  PageSize extends boolean,
  Snapshot extends boolean,
> {
  readonly name: string;
  readonly revision: Revision;
  readonly method: 'GET' | 'POST';
  /** A template; each `{name}` fills one whole segment and becomes a param of that name. */
  readonly path: Path;
  readonly fields?: Fields;
  readonly pageSize?: PageSize;
  readonly snapshot?: Snapshot;
  readonly limit?: number;
}

/** What a compiler shows to whoever asks for one: revision 2.0 describes no snapshot parameter (seed 9). */
interface RevisionTwoHasNoSnapshot {
  readonly 'revision 2.0 has no snapshot parameter': never;
}

/** @inline */
type SnapshotRule =
  { readonly revision: '1.0' } | { readonly revision: '2.0'; readonly snapshot?: false | RevisionTwoHasNoSnapshot };

/** The endpoint of a description that is known to be right, as ours are; a first walk need not check those. */
export const endpointOf = <
  const Path extends string,
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- no fields means no keys at all
  Fields extends t.Props = {},
  const PageSize extends boolean = false,
  const Snapshot extends boolean = false,
>({
  name,
  revision,
  method,
  path,
  fields = {} as Fields,
  pageSize = false as PageSize,
  snapshot = false as Snapshot,
  limit,
}: EndpointDescription<Path, Fields, PageSize, Snapshot>): Endpoint<Path, Fields, PageSize, Snapshot> => {
  const fieldsIn = method === 'GET' ? 'query' : 'body';
  return {
    name,
    revision,
    method,
    path,
    fields,
    pageSize,
    snapshot,
    limit: fromNullable(limit),
    fieldsIn,
    pageTokenIn: fieldsIn,
    pageSizeIn: revision === '1.0' ? 'query' : fieldsIn,
  };
};

/**
 * Describes a paginated endpoint, so that `client.pages` and `client.objects` can walk it with typed params.
 *
 * A path that is not a template, a name that is taken and a snapshot in revision 2.0 are mistakes in the program, not in
 * its data. They throw a `TypeError`.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, endpoint, rights } from 'pagewalk';
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
 * ```
 *
 * @since 0.1.0
 */
export const endpoint = <
  const Path extends `/${string}`,
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- no fields means no keys at all
  Fields extends t.Props = {},
  const PageSize extends boolean = false,
  const Snapshot extends boolean = false,
>(
  description: EndpointDescription<Path, Fields, PageSize, Snapshot> & SnapshotRule,
): Endpoint<Path, Fields, PageSize, Snapshot> => {
  const { name, path, fields, revision, snapshot } = description;
  const names = [...placeholders(path), ...Object.keys(fields ?? {})];
  const clash = names.find((param, index) => isReserved(param) || names.indexOf(param) !== index);
  const problem =
    clash !== undefined
      ? `the name ${clash} is taken`
      : !isTemplate(path)
        ? `the path ${path} is not a template`
        : revision === '2.0' && snapshot
          ? 'revision 2.0 has no snapshot parameter'
          : undefined;
  if (problem !== undefined) throw new TypeError(`endpoint ${name}: ${problem}`);
  return endpointOf(description);
};
