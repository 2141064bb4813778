import type { Key } from '../../walk/recovery/seenBefore';
import { type Block, none, type PageTable, withNext, withPages } from './PageTable';

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
