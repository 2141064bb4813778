import type * as t from 'io-ts';
import type { DeltaToken } from '../model/DeltaToken';
import type { Endpoint } from '../model/endpoints/endpoint';
import type { PathNames } from '../model/endpoints/path';
import type { NoCodec, NoProperties } from '../model/endpoints/EndpointDescription';
import type { ObjectRecord, UnknownProperties } from '../model/records/ObjectRecord';
import type { Codec, StandardSchemaV1 } from '../model/records/StandardSchema';
import type { Query } from '../model/endpoints/searchObjects';
import type { WalkOptions } from './walks/WalkOptions';

/** What an endpoint says that its objects are, or their properties: what its codec gives. @since 1.0.0 */
export type ItemOf<E extends Endpoint> =
  E extends Endpoint<string, Endpoint['fields'], boolean, boolean, boolean, infer Item>
    ? Item
    : never;

/** An object of an endpoint, where a codec gives `A`: that itself, or with the conventions its `properties`. @since 1.0.0 */
export type ObjectOf<E extends Endpoint, A = ItemOf<E>> = E['isWhole'] extends false | undefined
  ? ObjectRecord<A>
  : A;

/** A type that no value has. Where the compiler refuses a number, it prints this text, which says why. @inline */
type NoPageSize =
  'this endpoint takes no pageSize: the service decides how many objects a page has';
/** The same, for snapshots. @inline */
type NoSnapshot = 'this endpoint takes no snapshot';

/** The part of the params that types the objects of the conventions. */
interface PropertiesOption<A> {
  /** The codec or schema of an object's `properties`; without it they are a record of unknown values. */
  readonly properties?: Codec<A> | undefined;
  readonly codec?: NoCodec;
}

/** The same for any endpoint: the codec has the name of what it reads. */
interface CodecOption<E extends Endpoint, A> {
  /** The codec or schema of the objects; without it that of the endpoint, or they are records of unknown values. */
  readonly codec?: E['isWhole'] extends false | undefined ? NoCodec : Codec<A> | undefined;
  /** With the conventions: the codec or schema of an object's `properties`. */
  readonly properties?: E['isWhole'] extends true | undefined ? NoProperties : Codec<A> | undefined;
}

/** Params of `client.list`. @since 0.1.0 */
export interface ListParams<A = UnknownProperties> extends PropertiesOption<A>, WalkOptions {
  readonly ontologyRid: string;
  readonly objectType: string;
  /** How many objects a page should have; a suggestion that the service may cut or exceed. */
  readonly pageSize?: number | undefined;
  /** Page through the data as it was when the walk began; otherwise changes can double or hide objects. */
  readonly snapshot?: boolean | undefined;
}

/** Params of `client.search`. @since 0.1.0 */
export interface SearchParams<A = UnknownProperties> extends PropertiesOption<A>, WalkOptions {
  readonly apiFamily: string;
  readonly objectType: string;
  /** Default `{ type: 'empty' }`: no conditions. */
  readonly query?: Query | undefined;
  readonly pageSize?: NoPageSize;
  readonly snapshot?: NoSnapshot;
}

/** The same, for a field whose schema makes something else of it: what is sent has to be known. @inline */
type NoTransform = 'the schema of a field takes what is sent, and has no transform and no default';

/** What a field takes. */
type FieldOf<F> =
  F extends Pick<t.Mixed, '_A'>
    ? F['_A']
    : F extends StandardSchemaV1<infer Input, infer Output>
      ? [Input, Output] extends [Output, Input]
        ? Input
        : NoTransform
      : never;

type OptionalNames<Fields> = {
  [Name in keyof Fields]: undefined extends FieldOf<Fields[Name]> ? Name : never;
}[keyof Fields];

type FieldParams<Fields> = {
  readonly [Name in Exclude<keyof Fields, OptionalNames<Fields>>]: FieldOf<Fields[Name]>;
} & {
  readonly [Name in OptionalNames<Fields>]?: FieldOf<Fields[Name]>;
};

/** Reserved only where no field has the name. */
type DeltaOption<E extends Endpoint> = 'delta' extends keyof E['fields'] | PathNames<E['path']>
  ? unknown
  : {
      /** Asks for what has changed, by the service's own token. Only for endpoints with `delta`. */
      readonly delta?: DeltaToken | undefined;
    };

/** Params of any endpoint: its path parameters, its fields, and pageSize and snapshot where it has them. @since 0.1.0 */
export type EndpointParams<E extends Endpoint, A = ItemOf<E>> = CodecOption<E, A> &
  WalkOptions &
  FieldParams<E['fields']> &
  Readonly<Record<PathNames<E['path']>, string | number | bigint>> & {
    readonly pageSize?: E['pageSize'] extends true ? number | undefined : NoPageSize;
    readonly snapshot?: E['snapshot'] extends true ? boolean | undefined : NoSnapshot;
  } & DeltaOption<E>;
