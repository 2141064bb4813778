import { type Either, isLeft, right } from 'fp-ts/Either';
import { concat, defer, filter, from, map, type Observable } from 'rxjs';
import type { ObjectRecord } from '../model/ObjectRecord';
import { recordVersion } from '../model/recordVersion';
import type { WalkError } from '../model/WalkError';
import type { Change, ChangesSinceOptions, Version } from './Change';
import { checked, checkedKey, type Key } from './seenBefore';

/** Knows the version of every object, and tells how one walk after the other differs from it. */
export interface ChangeTeller<A, K extends Key> {
  /** Takes down the version of an object, and gives the one that was known of it. */
  readonly know: (key: K, version: Version) => Version | undefined;
  /** Tells how a walk differs from what is known, and takes down what it tells. */
  readonly tell: (walk: Observable<Either<WalkError, ObjectRecord<A>>>) => Observable<Either<WalkError, Change<A, K>>>;
}

/**
 * Each object has a row in three lists, which take half the memory of an object for each. Most walks bring most objects in
 * the order in which they were known: the next row is looked at first, because to find one of a million takes longer than
 * all the rest.
 */
export const changeTeller = <A, K extends Key>(options: ChangesSinceOptions<A, K>): ChangeTeller<A, K> => {
  const rows = new Map<K, number>();
  const keys: Array<K | undefined> = [];
  const versions: Array<Version> = [];
  const turns: Array<number> = [];
  const free: Array<number> = [];
  let next = 0;
  let turn = 0;

  const know = (key: K, version: Version): Version | undefined => {
    checked('version', 'string number', version);
    const known = keys[next] === checkedKey(key) ? next : rows.get(key);
    const row = known ?? free.pop() ?? keys.length;
    let before: Version | undefined;
    if (known === undefined) rows.set(key, row);
    else before = versions[row];
    keys[row] = key;
    // One that equals it may be kept already by whoever keeps what is known.
    if (before !== version) versions[row] = version;
    turns[row] = turn;
    next = row + 1;
    return before;
  };

  return {
    know,
    tell: (walk) =>
      defer(() => {
        let isWhole = true;
        turn += 1;
        next = 0;

        const changeOf = (result: Either<WalkError, ObjectRecord<A>>): Either<WalkError, Change<A, K>> | undefined => {
          if (isLeft(result)) {
            isWhole = false;
            return result;
          }
          const record = result.right;
          const key = options.key(record);
          const version = (options.version ?? recordVersion)(record);
          const before = know(key, version);
          return before === version
            ? undefined
            : right({ _tag: before === undefined ? 'Added' : 'Changed', key, version, record });
        };

        const removalOf = (key: K | undefined, row: number): Either<never, Change<A, K>> | undefined => {
          // What a broken walk did not bring may be there all the same, and so may an object that cannot be read (law 23).
          if (key === undefined || turns[row] === turn || !isWhole) return undefined;
          rows.delete(key);
          keys[row] = undefined;
          free.push(row);
          return right({ _tag: 'Removed', key });
        };

        return concat(walk.pipe(map(changeOf)), from(keys).pipe(map(removalOf))).pipe(
          filter((change) => change !== undefined),
        );
      }),
  };
};
