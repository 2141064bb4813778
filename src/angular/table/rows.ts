import type { InvalidObject } from '../../model/errors/WalkError';
import { checkedKey, type Key } from '../../walk/recovery/seenBefore';

type Fields = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Whether one can see what is inside: arrays and plain objects. */
export const isPlain = (value: Fields): boolean =>
  Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

/**
 * Whether two values say the same, at any depth. Two objects that are neither plain nor dates count as
 * different. Pairs wait in a list instead of on the stack, which no depth exhausts.
 */
export const sameValue = (one: unknown, other: unknown): boolean => {
  const waiting: Array<readonly [unknown, unknown]> = [[one, other]];
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const [before, after] = pair;
    if (Object.is(before, after)) continue;
    if (before instanceof Date && after instanceof Date && before.getTime() === after.getTime()) continue;
    if (!isObject(before) || !isObject(after) || !isPlain(before) || !isPlain(after)) return false;
    const names = Object.keys(before);
    const isAlike = names.length === Object.keys(after).length && Array.isArray(before) === Array.isArray(after);
    if (!isAlike || !names.every((name) => Object.hasOwn(after, name))) return false;
    for (const name of names) waiting.push([before[name], after[name]]);
  }
  return true;
};

/**
 * The objects that have come again, in their order, and behind them those that were not among them. Those that say the same as
 * before are the objects that they were, so that nothing is rendered again for them.
 */
export const mergeRows = <T>(
  before: ReadonlyArray<T>,
  fresh: ReadonlyArray<T>,
  behind: ReadonlyArray<T>,
  key: ((object: T) => Key) | undefined,
): ReadonlyArray<T> => {
  if (key === undefined) return [...fresh, ...behind];
  const known = new Map(before.map((object) => [key(object), object]));
  const merged = fresh.map((object) => {
    const old = known.get(key(object));
    return old !== undefined && sameValue(old, object) ? old : object;
  });
  const keys = new Set(merged.map(key));
  return [...merged, ...behind.filter((object) => !keys.has(key(object)))];
};

/** Keys that have come. Each set is more than twice as large as the next one, so that adding a page copies few of them. */
export type Seen = ReadonlyArray<ReadonlySet<Key>>;

/** The objects whose keys have not come yet, and the keys that have come then. */
export const unseen = <T>(seen: Seen, objects: ReadonlyArray<T>, key: (object: T) => Key) => {
  let fresh = new Set<Key>();
  const rows = objects.filter((object) => {
    const own = checkedKey(key(object));
    if (fresh.has(own) || seen.some((keys) => keys.has(own))) return false;
    fresh.add(own);
    return true;
  });
  const sets = [...seen];
  for (let last = sets.at(-1); last !== undefined && last.size <= 2 * fresh.size; last = sets.at(-1)) {
    fresh = new Set([...last, ...fresh]);
    sets.pop();
  }
  return { rows, seen: fresh.size === 0 ? sets : [...sets, fresh] };
};

/**
 * What could not be read has no key. Of those that read alike, a walk that begins again may bring as many as there were: these
 * are `expected`, and not new.
 */
export const unexpected = (expected: ReadonlyArray<InvalidObject>, came: ReadonlyArray<InvalidObject>) => {
  const left = [...expected];
  const invalid = came.filter(({ record }) => {
    const at = left.findIndex((other) => sameValue(other.record, record));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return { invalid, expected: left };
};
