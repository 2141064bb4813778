import type { InvalidObject } from '../../model/errors/WalkError';
import { checkedKey, type Key } from '../../walk/recovery/seenBefore';
import { type Block, none, type PageTable, withNext, withPages } from './PageTable';

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

/** A change of a list that the service has not confirmed yet. */
export type Edit<T> =
  | { readonly type: 'patch'; readonly key: Key; readonly change: (object: T) => T }
  | { readonly type: 'insert'; readonly object: T }
  | { readonly type: 'remove'; readonly key: Key };

type KeyOf<T> = (object: T) => Key;

type Lists<T> = ReadonlyArray<ReadonlyArray<T>>;

/** The objects of pages after an edit. A page that it leaves alone is the same array. */
const after = <T>(pages: Lists<T>, edit: Edit<T>, key: KeyOf<T>): Lists<T> => {
  const wanted = edit.type === 'insert' ? key(edit.object) : edit.key;
  const isMeant = (object: T): boolean => key(object) === wanted;
  if (edit.type === 'insert') {
    const [first = none, ...others] = pages;
    // One that the service has sent meanwhile is there already.
    return pages.some((rows) => rows.some(isMeant)) ? pages : [[edit.object, ...first], ...others];
  }
  const edited = (object: T): ReadonlyArray<T> => {
    if (!isMeant(object)) return [object];
    return edit.type === 'patch' ? [edit.change(object)] : [];
  };
  return pages.map((rows) => (rows.some(isMeant) ? rows.flatMap(edited) : rows));
};

/** The blocks with these edits over what came, how many rows they have more, and the edits that throw: those change nothing. */
export const withEdits = <T>(blocks: ReadonlyArray<Block<T>>, edits: ReadonlyArray<Edit<T>>, key: KeyOf<T>) => {
  const broken: Array<{ readonly edit: Edit<T>; readonly thrown: unknown }> = [];
  let lists: Lists<T> = blocks.map(({ rows }) => rows);
  for (const edit of edits)
    try {
      lists = after(lists, edit, key);
    } catch (thrown) {
      broken.push({ edit, thrown });
    }
  let more = 0;
  const edited = lists.map((rows, index) => {
    const block = blocks[index] ?? { first: 0, rows: none, invalid: none };
    const first = block.first + more;
    more += rows.length - block.rows.length;
    return rows === block.rows && first === block.first ? block : { ...block, first, rows };
  });
  return { blocks: edited, more, broken };
};

/** The table in which an edit is a part of what came. */
export const confirmed = <T>(table: PageTable<T>, edit: Edit<T>, key: KeyOf<T>): PageTable<T> => {
  const pages = table.pages.length > 0 ? table.pages : withNext(table).pages;
  const before = pages.map(({ rows = none }) => rows);
  const lists = after(before, edit, key);
  const next = pages.map((page, index) => {
    const rows = lists[index] ?? none;
    return page.rows === undefined ? page : { ...page, rows, count: rows.length };
  });
  return withPages(table, next);
};
