import * as O from 'fp-ts/Option';
import type { Key } from '../walk/recovery/seenBefore';
import { keysOf, lateFor, rowsMore } from './edits/EditLog';
import { putOver } from './edits/putOver';
import {
  countedIn,
  rowKeyOf,
  type ListState,
  type PageEvent,
  type PlacedRows,
  type Walk,
} from './ListState';
import { invalidIn, noEntries, type PageTable, sizeOf, withNext } from './table/PageTable';
import { unexpected, unseen } from './table/rows';
import { type ListedPage, totalOf } from './WalkSource';

type Around<T> = Pick<ListState<T>, 'rules' | 'log'>;

/** The request of a page leaves now. */
export const send = <T>(walk: Walk<T>, { log }: Pick<ListState<T>, 'log'>): Walk<T> => ({
  ...walk,
  stage: 'sent',
  left: log.clock,
});

/**
 * Where the service counts, the walk continues behind the rows that are left: others have come to the place of those that went. A
 * page on its way is asked for again.
 */
export const continueBehindRows = <T>(walk: Walk<T>, { log }: Around<T>): Walk<T> => {
  const { start, said, table, generation } = walk;
  const first = O.fromNullable(table.pages[0]?.token);
  const next = start && said.seek?.(first, countedIn(walk), said.records);
  return next === undefined || O.isNone(next)
    ? walk
    : { ...walk, start: next.value, generation: generation + 1, left: log.clock };
};

/** What a page says, beside its rows. */
const withWalkedPage = <T>(
  walk: Walk<T>,
  page: ListedPage,
  at: number,
  { log }: Around<T>,
): Walk<T> => {
  const total = totalOf(page);
  const more = rowsMore(lateFor(log, walk.left));
  return {
    ...walk,
    pages: walk.pages + 1,
    at: walk.start === undefined ? at : walk.at,
    start: O.toUndefined(page.nextPageToken),
    isTransferred: page.isTransferred === true,
    said: {
      records: page.records.length,
      total: total === undefined ? walk.said.total : Math.max(0, total + more),
      seek: page.seek,
    },
  };
};

/** Rows that were inserted, and that a page has brought, are those of the service from now on. */
const withBrought = <T>(
  walk: Walk<T>,
  objects: ReadonlyArray<T>,
  of: (object: T) => Key,
): Walk<T> => {
  const { inserted, table } = walk;
  const brought = new Map(
    inserted.size === 0
      ? []
      : objects.map((object) => [of(object), object] as const).filter(([key]) => inserted.has(key)),
  );
  if (brought.size === 0) return walk;
  const pages = table.pages.map((page) =>
    page.rows?.some((row) => brought.has(of(row)))
      ? { ...page, rows: page.rows.map((row) => brought.get(of(row)) ?? row) }
      : page,
  );
  const left = new Set([...inserted].filter((key) => !brought.has(key)));
  return { ...walk, table: { ...table, pages }, inserted: left };
};

const filled = <T>(
  table: PageTable<T>,
  rows: ReadonlyArray<T>,
  invalid: PageEvent<T>['invalid'],
): PageTable<T> => {
  const last = table.pages.slice(-1).map((page) => ({
    ...page,
    rows: page.rows?.concat(rows),
    count: page.count + rows.length,
    invalid: page.rows ? page.invalid.concat(invalid) : noEntries,
  }));
  const length = Math.max(table.length, sizeOf(table) + rows.length);
  return { ...table, pages: [...table.pages.slice(0, -1), ...last], length };
};

/** Where the rows of a page go: `place` of a window, or behind those that are there. */
export type PlacePage<T> = (
  walk: Walk<T>,
  rows: ReadonlyArray<T>,
  page: ListedPage | undefined,
) => PlacedRows<T>;

const behindAll = <T>(
  { start, table, restarts }: Walk<T>,
  rows: ReadonlyArray<T>,
  page: ListedPage | undefined,
): PlacedRows<T> => {
  const inVain = rows.length > 0 ? 0 : restarts.inVain;
  return {
    rows,
    table: page ? withNext(table, start) : table,
    restarts: { ...restarts, inVain },
  };
};

/**
 * A page has come, with its rows. They get the edits that were confirmed since its request left. Those that are known by their key are
 * dropped.
 */
export const addPage = <T>(
  given: Walk<T>,
  { page, objects, invalid, at }: PageEvent<T>,
  around: Around<T>,
  place: PlacePage<T> = behindAll,
): Walk<T> => {
  const { rules, log } = around;
  const keys = rules.key && keysOf(log, rules.key);
  const edits = lateFor(log, given.left).filter(({ type }) => type !== 'insert');
  const [{ rows: came } = { rows: objects }] = keys
    ? putOver([{ rows: objects }], edits, keys)
    : [];
  const walk = keys ? withBrought(given, came, keys.of) : given;
  const key = rowKeyOf(rules) && keys?.of;
  const fresh = key ? unseen(walk.known.keys, came, key) : { rows: came, seen: noEntries };
  const refused = key
    ? unexpected(walk.known.invalid, invalid)
    : { invalid, expected: walk.known.invalid };
  const { rows, table, restarts } = place(walk, fresh.rows, page);
  // A walk that says nothing of its pages has one.
  const begun = table.pages.length === 0 ? withNext(table) : table;
  const next = {
    ...(page === undefined ? walk : withWalkedPage(walk, page, at, around)),
    table: filled(begun, rows, refused.invalid),
    known: { keys: fresh.seen, invalid: refused.expected },
    restarts,
  };
  const isShorter = came.length < objects.length && rules.window === undefined;
  return isShorter ? continueBehindRows(next, around) : next;
};

/** What could not be read will come again. */
export const expectingInvalid = <T>(walk: Walk<T>): Walk<T> => ({
  ...walk,
  known: { ...walk.known, invalid: invalidIn(walk.table) },
});
