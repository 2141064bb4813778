import { type Either, isLeft, right } from 'fp-ts/Either';
import { concat, defer, filter, map, type Observable } from 'rxjs';
import type { ObjectRecord } from '../model/ObjectRecord';
import { recordVersion } from '../model/recordVersion';
import type { WalkError } from '../model/WalkError';
import type { Change, ChangesSinceOptions, Version } from './Change';
import { checked, checkedKey, type Key } from './seenBefore';

/** What is known of an object, and in which turn it came last. */
interface Entry {
  version: Version;
  turn: number;
}

/** Knows the version of every object, and tells how one walk after the other differs from it. */
export interface ChangeTeller<A, K extends Key> {
  /** Takes down the version of an object, and gives the one that was known of it. */
  readonly know: (key: K, version: Version) => Version | undefined;
  /** Tells how a walk differs from what is known, and takes down what it tells. */
  readonly tell: (walk: Observable<Either<WalkError, ObjectRecord<A>>>) => Observable<Either<WalkError, Change<A, K>>>;
}

const versionTypes = ['string', 'number'];

export const changeTeller = <A, K extends Key>(options: ChangesSinceOptions<A, K>): ChangeTeller<A, K> => {
  const entries = new Map<K, Entry>();
  let turn = 0;

  const know = (key: K, version: Version): Version | undefined => {
    const entry = entries.get(checkedKey(key));
    const before = entry?.version;
    checked('version', versionTypes, version);
    if (entry) {
      entry.version = version;
      entry.turn = turn;
    } else entries.set(key, { version, turn });
    return before;
  };

  return {
    know,
    tell: (walk) =>
      defer(() => {
        let isWhole = true;
        turn += 1;

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

        const removalOf = ([key, entry]: readonly [K, Entry]): Either<never, Change<A, K>> | undefined => {
          // What a broken walk did not bring may be there all the same, and so may an object that cannot be read (law 23).
          if (entry.turn === turn || !isWhole) return undefined;
          entries.delete(key);
          return right({ _tag: 'Removed', key });
        };

        return concat(walk.pipe(map(changeOf)), defer(() => entries).pipe(map(removalOf))).pipe(
          filter((change) => change !== undefined),
        );
      }),
  };
};
