import { isLeft, left } from 'fp-ts/Either';
import { type Option, fromNullable } from 'fp-ts/Option';
import type { Decoder } from 'io-ts';
import {
  type AnyDescription,
  codecProblem,
  describeRevision,
  type EndpointDescription,
  type HowPaged,
  type IsWhole,
  type ParamSlot,
  problemOf,
} from './EndpointDescription';
import type { FieldTypes } from './fields';
import type { Reader, UnknownProperties } from '../records/ObjectRecord';
import type { Codec, StandardSchemaV1 } from '../records/StandardSchema';
import type { Onlooker, Params, Revision, Scheme } from '../paging/scheme';
import type { Slot } from '../paging/draft';
import type { Source } from '../paging/sources';

/** Everything that a walk needs to know about one paginated endpoint. `endpoint` makes one. @since 0.1.0 */
export interface Endpoint<
  Path extends string = string,
  Fields extends FieldTypes = FieldTypes,
  PageSize extends boolean = boolean,
  Snapshot extends boolean = boolean,
  Whole extends boolean = boolean,
  Item = unknown,
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
  /** The maximum number of objects that the endpoint returns across pages, if it has one. */
  readonly limit: Option<number>;
  /** The revision of the conventions that it follows, if it does: `null` ends a walk in 1.0 only. */
  readonly revision?: Revision;
  /** Whether an object is the item itself. Otherwise it has `properties`, as the conventions say. */
  readonly isWhole?: Whole;
  /** The codec or schema of its objects, or of their properties, unless a walk gives another one. */
  readonly codec?: Decoder<unknown, Item> | StandardSchemaV1<unknown, Item>;
  /** The headers that go with every request beside those of JSON, their names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How records are read by a codec, if they have no `properties`. @internal */
  readonly readerOf?: (codec?: Codec<unknown>) => Reader<unknown>;
  /** How pages are read and asked for. @internal */
  readonly scheme: Scheme;
  /** Sees the responses of a walk. @internal */
  readonly onlooker?: Onlooker;
  /** The fields, pageSize and snapshot: what their params must be, and how they are written. @internal */
  readonly params: Params;
}

/**
 * Describes a paginated endpoint, so that `client.pages` and `client.objects` can walk it with typed params.
 *
 * With a `revision` it follows the conventions; with a `paging`, any other scheme. A description that contradicts itself
 * throws a `TypeError`: a path that is not a template, a name that is taken, a cursor in the body of a GET.
 *
 * @example
 * ```ts
 * import { createClient, endpoint, fetchTransport, rights } from 'pagewalk';
 * import { at, byLink, link, query } from 'pagewalk/paging';
 * import * as t from 'io-ts';
 * import { take } from 'rxjs';
 *
 * const issues = endpoint({
 *   name: 'issues',
 *   method: 'GET',
 *   path: '/repos/{owner}/{repo}/issues',
 *   items: at(),
 *   paging: byLink(link('next')),
 *   pageSize: query('per_page'),
 *   codec: t.type({ id: t.number, title: t.string }),
 * });
 * const client = createClient({ transport: fetchTransport({ baseURL: 'http://127.0.0.1:8080' }) });
 *
 * client
 *   .objects(issues, { owner: 'acme', repo: 'site', pageSize: 50 })
 *   .pipe(rights(), take(1))
 *   .subscribe((issue) => console.log(issue.id, issue.title));
 * // Logs:
 * // 1 Speed up the menu
 * ```
 *
 * @see byCursor
 * @since 0.1.0
 */
export const endpoint = <
  const Path extends `/${string}`,
  const Method extends 'GET' | 'POST',
  Fields extends FieldTypes = Record<never, never>,
  const PageSize extends ParamSlot<Method> = undefined,
  const Snapshot extends ParamSlot<Method> = undefined,
  const Records extends 'whole' | 'properties' | Source = 'whole',
  const Convention extends Revision | undefined = undefined,
  Item = UnknownProperties,
>(
  description: EndpointDescription<
    Path,
    Fields,
    Method,
    PageSize,
    Snapshot,
    Records,
    Convention,
    Item
  > &
    HowPaged,
): Endpoint<
  Path,
  Fields,
  PageSize extends Slot | true ? true : false,
  Snapshot extends Slot | true ? true : false,
  IsWhole<Records, Convention>,
  Item
> => {
  const given = description as AnyDescription;
  const { name, method, path, fields = {}, limit, paging } = given;
  const problem = problemOf(given);
  const read =
    problem === undefined ? (paging?.describe(given) ?? describeRevision(given)) : left(problem);
  const wrong = isLeft(read) ? read.left : codecProblem(given, read.right.isWhole);
  if (isLeft(read) || wrong) throw new TypeError(`endpoint ${name}: ${wrong}`);
  const codec = given.codec ?? given.properties;
  return { name, method, path, fields, limit: fromNullable(limit), codec, ...read.right } as never;
};
