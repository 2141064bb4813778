import { type Either, isLeft, left, right } from 'fp-ts/Either';
import { fnvOf } from '../../model/fnv';
import type { Page } from '../../model/endpoints/Page';
import type { InvalidObject, WalkError } from '../../model/errors/WalkError';
import { checkedKey, type Key } from '../recovery/seenBefore';
import {
  type Child,
  type EachPosition,
  type Parent,
  parentsEdge,
  progressAt,
  withTraits,
} from './EachPosition';

/** The parents of a page by their keys, and of each that cannot be read whether it holds a mark where it is. */
const readParents = <P>(
  data: Page<P>['data'],
  keyOf: (parent: P) => Key,
  onInvalid: ((error: InvalidObject) => unknown) | undefined,
): Either<
  InvalidObject,
  { readonly found: ReadonlyMap<Key, P>; readonly refused: ReadonlyArray<boolean> }
> => {
  const found = new Map<Key, P>();
  const refused: Array<boolean> = [];
  for (const object of data) {
    if (isLeft(object)) {
      if (!onInvalid) return object;
      refused.push(onInvalid(object.left) !== 'leave');
    } else {
      const key = checkedKey(keyOf(object.right));
      if (!found.has(key)) found.set(key, object.right);
    }
  }
  return right({ found, refused });
};

/** The next page of parents, and those not done: what is known of them counts only with the same keys in the same order. */
export const nextParents = <P>(
  position: EachPosition,
  { data, place }: Page<P>,
  keyOf: (parent: P) => Key,
  onInvalid: ((error: InvalidObject) => unknown) | undefined,
): Either<
  WalkError,
  { readonly position: EachPosition; readonly waiting: ReadonlyArray<Parent<P>> }
> => {
  const read = readParents(data, keyOf, onInvalid);
  if (isLeft(read)) {
    const { problems } = read.left;
    return left({ _tag: 'InvalidEnvelope', problems, progress: progressAt(position, 1) });
  }
  const { found, refused } = read.right;
  const { before = parentsEdge(place, false), after, tally } = position;
  const keys = fnvOf(JSON.stringify([...found.keys()].map((key) => [typeof key, String(key)])));
  const isKnown = after === undefined && keys === position.keys;
  const { startedCount, children } = isKnown
    ? position
    : { startedCount: 0, children: new Map<number, Child>() };
  const parents = [...found].map(([key, parent], index) => ({ index, key, parent }));
  // Those of a page that is asked for again are counted.
  const holding = isKnown ? [] : refused;
  return right({
    position: {
      ...position,
      before: after ?? before,
      after: place,
      keys,
      count: found.size,
      startedCount,
      children,
      tally: {
        ...withTraits(tally, place),
        skipped: tally.skipped + holding.length,
        held: tally.held + holding.filter(Boolean).length,
      },
    },
    waiting: parents.filter(({ index }) => index >= startedCount || children.has(index)),
  });
};
