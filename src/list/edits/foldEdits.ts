import type { Key } from '../../walk/recovery/seenBefore';
import type { ListState, Walk } from '../ListState';
import {
  allRows,
  noEntries,
  type PageTable,
  sizeOf,
  withNext,
  withPages,
} from '../table/PageTable';
import { unseen } from '../table/rows';
import { continueBehindRows } from '../walk';
import { type Edit, keyOfEdit, type Keys } from './Edit';
import { confirm, type EditLog, keysOf, rowsMore, settle } from './EditLog';
import { putOver } from './putOver';

/** Blocks with edits over them, each where it is then, and how many rows they have more. */
export const placedOver = <T, B extends { first: number; rows: ReadonlyArray<T> }>(
  blocks: ReadonlyArray<B>,
  edits: ReadonlyArray<Edit<T>>,
  keys: Keys<T>,
) => {
  let more = 0;
  const placed = putOver(blocks, edits, keys).map((block, index) => {
    const first = block.first + more;
    more += block.rows.length - (blocks[index]?.rows.length ?? 0);
    return first === block.first ? block : { ...block, first };
  });
  return { blocks: placed, more };
};

/** The table in which an edit is a part of what came. */
const foldInto = <T>(table: PageTable<T>, edit: Edit<T>, keys: Keys<T>): PageTable<T> => {
  const { pages } = table.pages.length > 0 ? table : withNext(table);
  const edited = putOver(pages, [edit], keys);
  if (edited.every((page, index) => page === pages[index]) && table.old.length === 0) return table;
  const counted = edited.map((page) => ({ ...page, count: page.rows?.length ?? page.count }));
  const next = withPages(table, counted);
  const { blocks, more } = placedOver(next.old, [edit], keys);
  const { naming } = next;
  const moved = sizeOf(next) - sizeOf(table);
  return {
    ...next,
    old: blocks,
    length: next.length + more,
    naming: naming && { ...naming, total: naming.total + moved },
  };
};

/** An edit becomes a part of what a walk has brought. */
const foldWalk = <T>(walk: Walk<T>, edit: Edit<T>, keys: Keys<T>): Walk<T> => {
  const { said, known } = walk;
  const key = keyOfEdit(edit, keys);
  const table = foldInto(walk.table, edit, keys);
  const isNew = edit.type === 'insert' && sizeOf(table) > sizeOf(walk.table);
  const inserted = new Set<Key>(walk.inserted);
  if (isNew) inserted.add(key);
  if (edit.type === 'remove') inserted.delete(key);
  // The page that has brought an inserted row has counted it.
  const isCounted = edit.type === 'insert' && !isNew && edit.isElsewhere !== true;
  const more = isCounted ? 0 : rowsMore([edit]);
  const total = said.total === undefined ? undefined : Math.max(0, said.total + more);
  // A row that has another key now will come under that one. A window knows no keys.
  const renamed = edit.type === 'patch' && known.keys.length > 0 ? allRows(table) : noEntries;
  const named = isNew ? [edit.object] : renamed;
  return {
    ...walk,
    table,
    inserted,
    said: { ...said, total },
    known: { ...known, keys: unseen(known.keys, named, keys.of).seen },
  };
};

/** An edit becomes a part of all that has come. What comes again gets what was inserted meanwhile when all of it is there. */
const foldEdit = <T>(state: ListState<T>, edit: Edit<T>, keys: Keys<T>): ListState<T> => {
  const { reload, window } = state;
  const fold = (walk: Walk<T>): Walk<T> => foldWalk(walk, edit, keys);
  const walk = fold(state.walk);
  const again = reload.walk && fold(reload.walk);
  const goal = state.goal + Math.max(0, sizeOf(walk.table) - sizeOf(state.walk.table));
  if (edit.type === 'insert') {
    const said = again && { ...reload.walk, said: again.said };
    return { ...state, walk, goal, reload: { ...reload, walk: said } };
  }
  const asking = window.asking.map((one) => ({ ...one, walk: fold(one.walk) }));
  return {
    ...state,
    walk,
    goal,
    reload: { ...reload, walk: again },
    window: { ...window, asking },
  };
};

/** Where the service counts, what is asked for next has moved. */
const moveStarts = <T>(state: ListState<T>): ListState<T> => {
  const walk = continueBehindRows(state.walk, state);
  const again = state.reload.walk && continueBehindRows(state.reload.walk, state);
  return { ...state, walk, reload: { ...state.reload, walk: again } };
};

/** Edits that are confirmed, and for which nothing waits, become a part of the rows. */
export const foldEdits = <T>(
  given: ListState<T>,
  log: EditLog<T>,
  isReloadDue = false,
): ListState<T> => {
  const { rules } = given;
  if (rules.key === undefined) return { ...given, log };
  const keys = keysOf(log, rules.key);
  const settled = settle(log, keys);
  const start: ListState<T> = { ...given, log: settled.log };
  const state = settled.edits.reduce<ListState<T>>(
    (next, edit) => foldEdit(next, edit, keys),
    start,
  );
  const isMoved = settled.edits.some(({ type }) => type !== 'patch');
  const { walk, ...moved } = isMoved
    ? (rules.window?.outdate(state, given.walk.table) ?? moveStarts(state))
    : state;
  // Where nobody looks, a walk does not begin again.
  const isLeft = moved.isReleased && walk.generation !== given.walk.generation;
  return {
    ...moved,
    walk: isLeft ? { ...walk, stage: 'none' } : walk,
    reload: isReloadDue ? { ...moved.reload, isDue: true } : moved.reload,
  };
};

/** The service has accepted an edit. */
export const commitEdit = <T>(
  state: ListState<T>,
  edit: Edit<T>,
  row: T | undefined,
): ListState<T> => {
  const { log, rules } = state;
  const entry = log.entries.find((other) => other.edit === edit && !other.isConfirmed);
  if (entry === undefined || rules.key === undefined) return state;
  const hasCome = (key: Key): boolean => state.walk.known.keys.some((keys) => keys.has(key));
  return foldEdits(state, confirm(log, edit, row, rules.key, hasCome), entry.isAmbiguous);
};
