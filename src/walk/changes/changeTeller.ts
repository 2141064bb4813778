import { type Either, isLeft, right } from 'fp-ts/Either';
import { concat, defer, filter, from, map, type Observable } from 'rxjs';
import type { ObjectRecord } from '../../model/records/ObjectRecord';
import { recordVersion } from '../../model/records/recordVersion';
import type { WalkError } from '../../model/errors/WalkError';
import type { Change, ChangesSinceOptions, Version } from './Change';
import { checked, checkedKey, type Key } from '../recovery/seenBefore';

/** Knows the version of every object, and tells how one walk after the other differs from it. */
export interface ChangeTeller<A, K extends Key> {
  /** Takes down the version of an object, and gives the one that was known of it, unless it is said to be new. */
  readonly know: (key: K, version: Version, isNew?: boolean) => Version | undefined;
  /** Tells how a walk differs from what is known, and takes down what it tells. */
  readonly tell: (walk: Observable<Either<WalkError, ObjectRecord<A>>>) => Observable<Either<WalkError, Change<A, K>>>;
}

/**
 * Each object has a row in three lists, which take half the memory of an object for each. Most walks bring most objects in
 * the order in which they were known: the next row is looked at first, and the rows get an index when one is out of order,
 * because to make it takes longer than all the rest.
 */
export const changeTeller = <A, K extends Key>(options: ChangesSinceOptions<A, K>): ChangeTeller<A, K> => {
  const keys: Array<K | undefined> = [];
  const versions: Array<Version> = [];
  const turns: Array<number> = [];
  const free: Array<number> = [];
  let rows: Map<K | undefined, number> | undefined;
  let next = 0;
  let turn = 0;

  const know = (key: K, version: Version, isNew?: boolean): Version | undefined => {
    checked('version', 'string', version);
    let row: number | undefined = next;
    if (keys[row] !== checkedKey(key)) {
      if (!isNew) rows ??= keys.reduce((index, known, at) => index.set(known, at), new Map<K | undefined, number>());
      row = rows?.get(key) ?? free.pop() ?? keys.length;
    }
    const before = keys[row] === key ? versions[row] : undefined;
    if (before === undefined) rows?.set(key, row);
    keys[row] = key;
    versions[row] = version;
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
          rows?.delete(key);
          keys[row] = undefined;
          free.push(row);
          return right({ _tag: 'Removed', key });
        };

        return concat(walk.pipe(map(changeOf)), from(keys).pipe(map(removalOf))).pipe(filter(Boolean));
      }),
  };
};
