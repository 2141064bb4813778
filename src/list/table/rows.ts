import type { InvalidObject } from '../../model/errors/WalkError';
import { sameValue } from '../../model/sameValue';
import { checkedKey, type Key } from '../../walk/recovery/seenBefore';
import { type Block, none, type PageTable, withNext, withPages } from './PageTable';

/**
 * The objects that have come again, each once and in their order, and behind them those that were not among them. Those that say
 * the same as before are the objects that they were, so that nothing is rendered again for them.
 */
export const mergeRows = <T>(
  before: ReadonlyArray<T>,
  fresh: ReadonlyArray<T>,
  behind: ReadonlyArray<T>,
  key: ((object: T) => Key) | undefined,
) => {
  if (key === undefined) return { rows: [...fresh, ...behind], seen: none };
  const known = new Map(before.map((object) => [key(object), object]));
  const came = unseen(none, fresh, key);
  const merged = came.rows.map((object) => {
    const old = known.get(key(object));
    return old !== undefined && sameValue(old, object) ? old : object;
  });
  const { rows, seen } = unseen(came.seen, behind, key);
  return { rows: [...merged, ...rows], seen };
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

/** A change of a list that the service has not confirmed yet. */
export type Edit<T> =
  | { readonly type: 'patch'; readonly key: Key; readonly change: (object: T) => T }
  | { readonly type: 'insert'; readonly object: T }
  | { readonly type: 'remove'; readonly key: Key };

type KeyOf<T> = (object: T) => Key;

/** Blocks or pages after an edit. One that it leaves alone, or that is not in memory, is the same object. */
const edited = <T, B extends { readonly rows: ReadonlyArray<T> | undefined }>(
  blocks: ReadonlyArray<B>,
  edit: Edit<T>,
  key: KeyOf<T>,
): ReadonlyArray<B> => {
  const wanted = edit.type === 'insert' ? key(edit.object) : edit.key;
  const isMeant = (object: T): boolean => key(object) === wanted;
  const has = ({ rows }: B): boolean => rows?.some(isMeant) === true;
  if (edit.type === 'insert') {
    // One that the service has sent meanwhile is there already.
    if (blocks.some(has)) return blocks;
    return blocks.map((block, index) =>
      index === 0 ? { ...block, rows: [edit.object, ...(block.rows ?? none)] } : block,
    );
  }
  const change = (object: T): ReadonlyArray<T> => {
    if (!isMeant(object)) return [object];
    return edit.type === 'patch' ? [edit.change(object)] : [];
  };
  return blocks.map((block) =>
    has(block) ? { ...block, rows: block.rows?.flatMap(change) } : block,
  );
};

/** The blocks with these edits over what came, how many rows they have more, and the edits that throw: those change nothing. */
export const withEdits = <T>(
  came: ReadonlyArray<Block<T>>,
  edits: ReadonlyArray<Edit<T>>,
  key: KeyOf<T>,
) => {
  const broken: Array<{ readonly edit: Edit<T>; readonly thrown: unknown }> = [];
  let blocks = came.length > 0 ? came : [{ first: 0, rows: none, invalid: none }];
  for (const edit of edits)
    try {
      blocks = edited(blocks, edit, key);
    } catch (thrown) {
      broken.push({ edit, thrown });
    }
  let more = 0;
  const placed = blocks.map((block, index) => {
    const first = block.first + more;
    more += block.rows.length - (came[index]?.rows.length ?? 0);
    return first === block.first ? block : { ...block, first };
  });
  return { blocks: placed, more, broken };
};

/** The table in which an edit is a part of what came. */
export const confirmed = <T>(table: PageTable<T>, edit: Edit<T>, key: KeyOf<T>): PageTable<T> => {
  const { pages } = table.pages.length > 0 ? table : withNext(table);
  const counted = edited(pages, edit, key).map((page) => ({
    ...page,
    count: page.rows?.length ?? page.count,
  }));
  const next = withPages(table, counted);
  if (next.old.length === 0) return next;
  const { blocks, more } = withEdits(next.old, [edit], key);
  return { ...next, old: blocks, length: next.length + more };
};
