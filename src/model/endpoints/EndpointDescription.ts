import { type Either, left, right } from 'fp-ts/Either';
import { jsonHeaders } from '../http';
import { unknownOption } from '../optionChecks';
import { fieldParams, fieldPartOf, type FieldTypes, fieldWriter } from './fields';
import type { Paged, Paging, Revision } from '../paging/scheme';
import type { SlotIn, Slot } from '../paging/draft';
import type { Source } from '../paging/sources';
import { isTemplate, placeholders } from './path';
import { revisionScheme } from './revision';
import type { Codec } from '../records/StandardSchema';
import { codecOption, isReserved, pageSizeParam, snapshotParam } from './walkOptionTypes';

/** The parts of a request that there are: a GET has no body. */
type PartOf<Method> = Method extends 'GET' ? Exclude<SlotIn, 'body'> : SlotIn;

/** The compiler prints these texts where a codec has the name that it has with other endpoints. @inline */
export type NoCodec = 'the objects of this endpoint have properties: write properties';
/** @inline */
export type NoProperties = 'the objects of this endpoint are its items themselves: write codec';

/** Whether objects are the items themselves, or what these have somewhere. */
export type IsWhole<Records, Convention> = Convention extends Revision
  ? false
  : Records extends 'properties'
    ? false
    : true;

/** Where a param goes; with a revision, whether the endpoint has it. */
export type ParamSlot<Method> = Slot<PartOf<Method>> | boolean | undefined;

/** Options of `endpoint`: the endpoint has a scheme of `pagewalk/paging`, or follows a revision. @since 0.1.0 */
export interface EndpointDescription<
  Path extends string,
  Fields extends FieldTypes,
  Method extends 'GET' | 'POST',
  PageSize extends ParamSlot<Method>,
  Snapshot extends ParamSlot<Method>,
  Records extends 'whole' | 'properties' | Source,
  Convention extends Revision | undefined,
  Item,
> {
  readonly name: string;
  readonly method: Method;
  /** A template; each `{name}` fills a segment, or a part of one, and becomes a param of that name. */
  readonly path: Path;
  /** The request's own fields: io-ts codecs, or Standard Schemas without a transform. What may be undefined is optional. */
  readonly fields?: Fields;
  /**
   * The maximum number of objects that the endpoint returns across pages. The client does not count: the service ends the
   * walk, with `RetrievalLimitExceeded`. The reference service enforces it, and `pagewalk check` compares it.
   */
  readonly limit?: number;
  /** How it is paged. */
  readonly paging?: Paging<PartOf<Method>>;
  /** The revision of the conventions that it follows, instead of a paging. */
  readonly revision?: Convention;
  /** Where the param pageSize goes, if the endpoint has one; with a revision true. */
  readonly pageSize?: PageSize;
  /** Where the param snapshot goes, if the endpoint has one; with revision 1.0 true. */
  readonly snapshot?: Snapshot;
  /** Where the records of a page are. Default `at('data')`. */
  readonly items?: Source;
  /**
   * What an object is: `'whole'`, the item itself; a source such as `at('node')`, what the item has there; `'properties'`, an
   * item that follows the conventions and has `properties`. Default `'whole'`.
   */
  readonly records?: Records;
  /** The codec or schema of the objects, so that no walk has to name it. A walk may give another one. */
  readonly codec?: IsWhole<Records, Convention> extends true ? Codec<Item> : NoCodec;
  /** With a revision or `records: 'properties'`: the codec or schema of an object's `properties`. */
  readonly properties?: IsWhole<Records, Convention> extends true ? NoProperties : Codec<Item>;
  /** Where a 2xx response reports errors. If something is there, the response is not a page, and the walk ends with what it says. */
  readonly errors?: Source;
  /**
   * Whether the end of a walk is checked, if it ends because a page names no next one: `byCursor`, `byLink` and `onePage`. If that
   * response says elsewhere that there is more, the walk ends with `MoreElsewhere`. Default true; false is for a service that
   * means something else by it. Without the check the `end` event says neither `short` nor `partial` nor `cut`.
   */
  readonly checkEnd?: boolean;
  /** Whether lists inside the objects are looked at, so that the `end` event says which are `cut`. Default true. */
  readonly checkLists?: boolean;
  /**
   * Where a page has the service's token that asks for what has changed (`from`), and where that goes in the request (`to`), which
   * may be the slot of the cursor. Without `to` it is a link. Then pages have `delta`, and a walk can begin from it.
   */
  readonly delta?: { readonly from: Source; readonly to?: Slot<PartOf<Method>> | undefined };
  /** How the body of a POST is written: as JSON, or as a form (`a=1&b=2`). Default `json`. */
  readonly bodyAs?: 'json' | 'form';
  /** Headers that go with every request. Credentials belong in the `auth` of the client. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Where the fields go. Default: into the query string of a GET, and into the body of a POST. */
  readonly fieldsIn?: Method extends 'GET' ? 'query' : 'query' | 'body';
}

/** What only a description with a paging says. */
const pagedOnly = [
  'items',
  'records',
  'errors',
  'checkEnd',
  'checkLists',
  'delta',
  'headers',
  'fieldsIn',
  'bodyAs',
] as const;

/** What a compiler shows to anyone who asks for one: revision 2.0 describes no snapshot parameter. */
interface RevisionTwoHasNoSnapshot {
  readonly 'revision 2.0 has no snapshot parameter': never;
}

type Conventional = Readonly<Partial<Record<'paging' | (typeof pagedOnly)[number], never>>> & {
  readonly pageSize?: boolean;
};

/** The two ways to say how an endpoint is paged, and what goes with each. */
export type HowPaged =
  | {
      readonly paging: Paging;
      readonly revision?: never;
      readonly pageSize?: Slot;
      readonly snapshot?: Slot;
    }
  | (Conventional & { readonly revision: '1.0'; readonly snapshot?: boolean })
  | (Conventional & {
      readonly revision: '2.0';
      readonly snapshot?: false | RevisionTwoHasNoSnapshot;
    });

/** A description as JavaScript lets it be written. Its params are slots with a paging, true or false with a revision. */
export type AnyDescription<Param extends ParamSlot<'POST'> = ParamSlot<'POST'>> =
  EndpointDescription<
    string,
    FieldTypes,
    'GET' | 'POST',
    Param,
    Param,
    'whole' | 'properties' | Source,
    Revision | undefined,
    unknown
  >;

const knownOptions: ReadonlyArray<string> = [
  ...[
    'name',
    'method',
    'path',
    'fields',
    'limit',
    'pageSize',
    'snapshot',
    'revision',
    'paging',
    'codec',
    'properties',
  ],
  ...pagedOnly,
];

export const repeated = (names: ReadonlyArray<string>): string | undefined =>
  names.find((name, index) => names.indexOf(name) !== index);

/** What contradicts itself in the description of any endpoint; undefined: nothing. */
export const problemOf = (given: AnyDescription): string | undefined => {
  const { method, path, fields = {}, revision, paging } = given;
  const names = [...placeholders(path), ...Object.keys(fields)];
  const isTaken = (name: string): boolean =>
    isReserved(name) || (name === 'delta' && given.delta !== undefined);
  const clash = names.find(isTaken) ?? repeated(names);
  if (clash !== undefined) return `the name ${clash} is taken`;
  if (!isTemplate(path)) return `the path ${path} is not a template`;
  if (!(method in jsonHeaders)) return 'the method must be GET or POST';
  const unknown = unknownOption(given, knownOptions);
  if (unknown !== undefined) return `there is no option ${unknown}`;
  if (paging === undefined) return undefined;
  if (revision !== undefined) return 'say paging or a revision, not both';
  return typeof (Object(paging) as Partial<Paging>).describe === 'function'
    ? undefined
    : "paging must be a scheme, such as byLink(link('next'))";
};

/** What is wrong with the codec of a description; undefined: nothing. */
export const codecProblem = (
  { codec, properties }: AnyDescription,
  isWhole = false,
): string | undefined => {
  if (codec !== undefined && !isWhole)
    return 'the objects have properties: write properties, not codec';
  if (properties !== undefined && isWhole)
    return 'the objects are the items: write codec, not properties';
  const problem = codecOption.problemOf?.(codec ?? properties, {});
  return problem && `${isWhole ? 'codec' : 'properties'} ${problem}`;
};

/** What a description of a revision must not say; undefined: it says nothing of that. */
const revisionProblem = (description: AnyDescription): string | undefined => {
  const { revision, pageSize, snapshot } = description;
  if (revision !== '1.0' && revision !== '2.0') return "say paging, or the revision '1.0' or '2.0'";
  const foreign = pagedOnly.find((name) => description[name] !== undefined);
  if (foreign !== undefined) return `${foreign} goes with paging, not with a revision`;
  const slot = Object.entries({ pageSize, snapshot }).find(
    ([, given]) => typeof given === 'object',
  );
  if (slot !== undefined) return `${slot[0]} is true or false with a revision`;
  return revision === '2.0' && snapshot ? 'revision 2.0 has no snapshot parameter' : undefined;
};

/** Reads the description of an endpoint that follows a revision, as a paging reads any other. */
export const describeRevision = (description: AnyDescription): Either<string, Paged> => {
  const problem = revisionProblem(description);
  if (problem !== undefined) return left(problem);
  const { revision = '1.0', method, fields = {} } = description;
  const [pageSize, snapshot] = [description.pageSize === true, description.snapshot === true];
  const part = fieldPartOf(method);
  const sizePart = revision === '1.0' ? 'query' : part;
  return right({
    revision,
    pageSize,
    snapshot,
    scheme: revisionScheme(revision, part),
    params: {
      properties: codecOption,
      ...fieldParams(fields, part),
      ...(pageSize && { pageSize: { ...pageSizeParam, write: fieldWriter(sizePart, 'pageSize') } }),
      ...(snapshot && { snapshot: { ...snapshotParam, write: fieldWriter('query', 'snapshot') } }),
    },
  });
};
