import type { Key } from '../../walk/recovery/seenBefore';
import { type Block, none, type PageTable, withNext, withPages } from './PageTable';

/** A change of a list that the service has not confirmed yet. */
export type Edit<T> =
  | { readonly type: 'patch'; readonly key: Key; readonly change: (object: T) => T }
  | { readonly type: 'insert'; readonly object: T }
  | { readonly type: 'remove'; readonly key: Key };

type KeyOf<T> = (object: T) => Key;

/** The objects of pages after an edit. A page that it leaves alone is the same array. */
const after = <T>(
  pages: ReadonlyArray<ReadonlyArray<T>>,
  edit: Edit<T>,
  key: KeyOf<T>,
): ReadonlyArray<ReadonlyArray<T>> => {
  const wanted = edit.type === 'insert' ? key(edit.object) : edit.key;
  const isMeant = (object: T): boolean => key(object) === wanted;
  const edited = (change: (rows: ReadonlyArray<T>) => ReadonlyArray<T>) =>
    pages.map((rows) => (rows.some(isMeant) ? change(rows) : rows));
  switch (edit.type) {
    case 'patch':
      return edited((rows) => rows.map((object) => (isMeant(object) ? edit.change(object) : object)));
    case 'remove':
      return edited((rows) => rows.filter((object) => !isMeant(object)));
    case 'insert': {
      // One that the service has sent meanwhile is there already.
      if (pages.some((rows) => rows.some(isMeant))) return pages;
      const [first = none, ...others] = pages;
      return [[edit.object, ...first], ...others];
    }
  }
};

/** The blocks with these edits over what came, how many rows they have more, and the edits that throw: those change nothing. */
export const withEdits = <T>(blocks: ReadonlyArray<Block<T>>, edits: ReadonlyArray<Edit<T>>, key: KeyOf<T>) => {
  const broken: Array<{ readonly edit: Edit<T>; readonly thrown: unknown }> = [];
  let lists: ReadonlyArray<ReadonlyArray<T>> = blocks.map(({ rows }) => rows);
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
  const pages = table.pages.length > 0 ? table.pages : withNext(table, undefined, undefined).pages;
  const lists = after(
    pages.map(({ rows }) => rows ?? none),
    edit,
    key,
  );
  const next = pages.map((page, index) => {
    const rows = lists[index] ?? none;
    return page.rows === undefined ? page : { ...page, rows, count: rows.length };
  });
  return withPages(table, next);
};
