import type { InvalidObject } from '../../model/errors/WalkError';
import { sameValue } from '../../model/json/sameValue';
import { checkedKey, type Key } from '../../walk/recovery/seenBefore';

/** Objects that have come again. Those that say the same as before are the objects that they were: nothing is rendered again for them. */
export const sameRows = <T>(
  before: ReadonlyArray<T>,
  fresh: ReadonlyArray<T>,
  key: ((object: T) => Key) | undefined,
): ReadonlyArray<T> => {
  if (key === undefined) return fresh;
  const known = new Map(before.map((object) => [key(object), object]));
  return fresh.map((object) => {
    const old = known.get(key(object));
    return old !== undefined && sameValue(old, object) ? old : object;
  });
};

/** Keys that have come. Each set is more than twice as large as the next one, so that adding a page copies few of them. */
export type SeenKeys = ReadonlyArray<ReadonlySet<Key>>;

/** The objects whose keys have not come yet, and the keys that have come then. */
export const unseen = <T>(seen: SeenKeys, objects: ReadonlyArray<T>, key: (object: T) => Key) => {
  let fresh = new Set<Key>();
  const rows = objects.filter((object) => {
    const own = checkedKey(key(object));
    if (fresh.has(own) || seen.some((keys) => keys.has(own))) return false;
    fresh.add(own);
    return true;
  });
  const sets = [...seen];
  for (
    let last = sets.at(-1);
    last !== undefined && last.size <= 2 * fresh.size;
    last = sets.at(-1)
  ) {
    fresh = new Set([...last, ...fresh]);
    sets.pop();
  }
  return { rows, seen: fresh.size === 0 ? sets : [...sets, fresh] };
};

/**
 * What could not be read has no key. Of those that read alike, a walk that begins again may bring as many as there were: these
 * are `expected`, and not new.
 */
export const unexpected = (
  expected: ReadonlyArray<InvalidObject>,
  came: ReadonlyArray<InvalidObject>,
) => {
  const left = [...expected];
  const invalid = came.filter(({ record }) => {
    const at = left.findIndex((other) => sameValue(other.record, record));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return { invalid, expected: left };
};
