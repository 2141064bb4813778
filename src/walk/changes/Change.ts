import type { ObjectRecord } from '../../model/records/ObjectRecord';
import type { Key } from '../recovery/seenBefore';

/**
 * What tells one state of an object from another: a revision, a time of change, a digest. Versions are compared by `===`.
 *
 * @since 0.1.0
 */
export type Version = string | number;

/**
 * How an object differs from what was known about it, tagged by `_tag`.
 *
 * @since 0.1.0
 */
export type Change<A, K extends Key> =
  | { readonly _tag: 'Added'; readonly key: K; readonly version: Version; readonly record: ObjectRecord<A> }
  | { readonly _tag: 'Changed'; readonly key: K; readonly version: Version; readonly record: ObjectRecord<A> }
  | { readonly _tag: 'Removed'; readonly key: K };

/**
 * Options of `changesSince`.
 *
 * @since 0.1.0
 */
export interface ChangesSinceOptions<A, K extends Key> {
  /** What tells one object from another, in this walk and in the next. */
  readonly key: (record: ObjectRecord<A>) => K;
  /** What tells one state of an object from another. By default a number made of the whole record. */
  readonly version?: ((record: ObjectRecord<A>) => Version) | undefined;
}
