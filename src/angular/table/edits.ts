import type { Key } from '../../walk/recovery/seenBefore';
import { none, type PageTable, sizeOf, type TablePage, withPages } from './PageTable';

/** A change of a list that the service has not confirmed yet. */
export type Edit<T> =
  | { readonly type: 'patch'; readonly key: Key; readonly change: (object: T) => T }
  | { readonly type: 'insert'; readonly object: T }
  | { readonly type: 'remove'; readonly key: Key };

type KeyOf<T> = (object: T) => Key;

/** The objects of pages after an edit. A page that it leaves alone is the same array. */
export const after = <T>(
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

/** A table in which other rows are shown in the place of those that came. */
const showing = <T>(table: PageTable<T>, change: (page: TablePage<T>, index: number) => TablePage<T>): PageTable<T> => {
  const shown = withPages(table, table.pages.map(change));
  const more = sizeOf(shown) - sizeOf(table);
  if (more === 0) return shown;
  return {
    ...shown,
    old: table.old.map((block) => ({ ...block, first: block.first + more })),
    length: table.length + more,
  };
};

/** Where a row is inserted there must be a page. */
const withRoom = <T>(table: PageTable<T>, edits: ReadonlyArray<Edit<T>>): PageTable<T> => {
  if (table.pages.length > 0 || edits.every(({ type }) => type !== 'insert')) return table;
  return { ...table, pages: [{ token: undefined, first: 0, count: 0, came: none, rows: none, invalid: none }] };
};

/** The table with these edits over what came. An edit that throws changes nothing, and is left out. */
export const withEdits = <T>(given: PageTable<T>, edits: ReadonlyArray<Edit<T>>, key: KeyOf<T> | undefined) => {
  const table = withRoom(given, edits);
  const thrown: Array<unknown> = [];
  let lists: ReadonlyArray<ReadonlyArray<T>> = table.pages.map(({ came }) => came ?? none);
  const left = edits.filter((edit) => {
    try {
      if (key !== undefined) lists = after(lists, edit, key);
      return true;
    } catch (error) {
      thrown.push(error);
      return false;
    }
  });
  const shown = showing(table, (page, index) => {
    const rows = lists[index] ?? none;
    return page.came === undefined || rows === page.rows ? page : { ...page, rows, count: rows.length };
  });
  return { table: shown, edits: left, thrown };
};

/** The table in which an edit is a part of what came, and how many objects it has more. */
export const confirmed = <T>(given: PageTable<T>, edit: Edit<T>, key: KeyOf<T>) => {
  const table = withRoom(given, [edit]);
  const before = table.pages.map(({ came }) => came ?? none);
  const came = after(before, edit, key);
  const count = (pages: ReadonlyArray<ReadonlyArray<T>>): number => pages.reduce((sum, { length }) => sum + length, 0);
  const pages = table.pages.map((page, index) =>
    page.came === undefined ? page : { ...page, came: came[index] ?? none },
  );
  return { table: { ...table, pages }, more: count(came) - count(before) };
};
