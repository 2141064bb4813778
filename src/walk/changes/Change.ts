import { type Either, isLeft, right } from 'fp-ts/Either';
import { concat, defer, EMPTY, filter, from, map, type Observable } from 'rxjs';
import { recordVersion } from '../../model/records/recordVersion';
import { checked, checkedKey, type Key } from '../recovery/seenBefore';
import { versionStore } from './versionStore';

/** What tells one state of an object from another: a revision, a time, a digest. Compared by `===`. @since 0.1.0 */
export type Version = string | number;

/** How an object differs from what was known about it, tagged by `_tag`. @since 0.1.0 */
export type Change<A, K extends Key> =
  | { readonly _tag: 'Added'; readonly key: K; readonly version: Version; readonly record: A }
  | { readonly _tag: 'Changed'; readonly key: K; readonly version: Version; readonly record: A }
  | { readonly _tag: 'Removed'; readonly key: K };

/** Options of `changesSince`. @since 0.1.0 */
export interface ChangesSinceOptions<A, K extends Key> {
  /** What tells one object from another, in this walk and in the next. */
  readonly key: (record: A) => K;
  /** What tells one state of an object from another. By default a number made of the whole record: see `changesSince`. */
  readonly version?: ((record: A) => Version) | undefined;
}

const checkedVersion = (version: Version): Version => checked('version', 'string', version);

/** Keeps what is known, and says how one walk after the other differs from it. */
export const changeTracker = <A, K extends Key>({
  key: keyOf,
  version: versionOf = recordVersion,
}: ChangesSinceOptions<A, K>) => {
  const known = versionStore<K, Version>();

  const changeOf = (record: A): Change<A, K> | undefined => {
    const key = checkedKey(keyOf(record));
    const version = checkedVersion(versionOf(record));
    const before = known.put(key, version);
    if (before === version) return undefined;
    return { _tag: before === undefined ? 'Added' : 'Changed', key, version, record };
  };

  return {
    remember: (key: K, version: Version, isNew: boolean): void => {
      known.put(checkedKey(key), checkedVersion(version), isNew);
    },
    changesIn: <E>(walk: Observable<Either<E, A>>): Observable<Either<E, Change<A, K>>> =>
      defer(() => {
        // What a broken walk did not bring may be there all the same, and so may an object that cannot be read (law 23).
        let isComplete = true;
        known.begin();

        const step = (result: Either<E, A>): Either<E, Change<A, K>> | undefined => {
          if (isLeft(result)) {
            isComplete = false;
            return result;
          }
          const change = changeOf(result.right);
          return change && right(change);
        };
        const removals = (): Observable<Either<never, Change<A, K>>> =>
          isComplete
            ? from(known.sweep()).pipe(map((key) => right({ _tag: 'Removed', key })))
            : EMPTY;

        return concat(walk.pipe(map(step), filter(Boolean)), defer(removals));
      }),
  };
};
