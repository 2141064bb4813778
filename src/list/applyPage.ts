import * as O from 'fp-ts/Option';
import { isAtEnd, isWalking, keyOf, type ListState, type PageEvent } from './ListState';
import { emptyTable, invalidIn, none, objectsIn, sizeOf, withNext } from './table/PageTable';
import { mergeRows, unexpected, unseen } from './table/rows';
import { type ListedPage, totalOf } from './WalkSource';

/** The same objects will come again. Rows that are known stay, by their key or until the walk has come to their index. */
export const expectAgain = <T>(state: ListState<T>): ListState<T> => {
  const { rules, table, known } = state;
  if (rules.window !== undefined) return rules.window.keepOld(state);
  return rules.key === undefined
    ? { ...state, table: emptyTable, pages: 0 }
    : { ...state, known: { ...known, invalid: invalidIn(table) } };
};

const addPage = <T>(given: ListState<T>, page: ListedPage, at: number): ListState<T> => {
  const isTransferred = page.isTransferred === true;
  const state = given.isTransferred && !isTransferred ? expectAgain(given) : given;
  const { rules, start: token, table } = state;
  return {
    ...state,
    table: rules.window?.addPage(table, token, page) ?? withNext(table, token),
    pages: state.pages + 1,
    at: token === undefined ? at : state.at,
    start: O.toUndefined(page.nextPageToken),
    isTransferred,
    said: {
      records: page.records.length,
      total: totalOf(page) ?? state.said.total,
      seek: page.seek,
    },
    isAmbiguous: page.seek !== undefined && rules.window === undefined && state.edits.length > 0,
  };
};

/** A page has come, with its rows. Those that are known by their key are dropped. */
export const applyPage = <T>(
  given: ListState<T>,
  { page, objects, invalid, at }: PageEvent<T>,
): ListState<T> => {
  const state = page === undefined ? given : addPage(given, page, at);
  const { rules, known, restarts } = state;
  // A walk that says nothing of its pages has one.
  const table = state.table.pages.length === 0 ? withNext(state.table) : state.table;
  const key = keyOf(rules);
  const fresh = key ? unseen(known.keys, objects, key) : { rows: objects, seen: known.keys };
  const refused = key ? unexpected(known.invalid, invalid) : { invalid, expected: known.invalid };
  const inVain = fresh.rows.length > 0 ? 0 : restarts.inVain;
  const placed = rules.window?.placeRows({ ...state, table }, fresh.rows);
  const { rows, restarts: after } = placed ?? {
    rows: fresh.rows,
    restarts: { ...restarts, inVain },
  };
  const filled = table.pages.slice(-1).map((last) => ({
    ...last,
    rows: last.rows?.concat(rows),
    count: last.count + rows.length,
    invalid: last.rows ? last.invalid.concat(refused.invalid) : none,
  }));
  const pages = [...table.pages.slice(0, -1), ...filled];
  const length = Math.max(table.length, sizeOf(table) + rows.length);
  const knownNow = { keys: fresh.seen, invalid: refused.expected };
  return { ...state, table: { ...table, pages, length }, known: knownNow, restarts: after };
};

/** What pages that came again say of those behind them: the walk continues there, unless a page of it is on its way. */
export const continueBehind = <T>(
  state: ListState<T>,
  { start, said, outcome }: ListState<T>,
  isLast = outcome.is === 'end',
): ListState<T> => {
  if (isWalking(state))
    return { ...state, said: { ...state.said, total: said.total }, outcome: { is: 'open' } };
  return {
    ...state,
    said,
    outcome: { is: isLast ? 'end' : 'open' },
    stage: 'none',
    isTransferred: false,
    start,
  };
};

/** The rows have come again, and are put in their places. What has come behind them meanwhile stays. */
export const applyReload = <T>(
  state: ListState<T>,
  came: ListState<T>,
  at: number,
): ListState<T> => {
  const { table, rules } = state;
  const sent = state.reload.sent ?? { objects: 0, invalid: 0 };
  const isWhole = came.outcome.is === 'end';
  const [objects, fresh, refused] = [objectsIn(table), objectsIn(came.table), invalidIn(table)];
  const behind = isWhole ? none : objects.slice(sent.objects);
  const { rows: merged, seen } = mergeRows(objects, fresh, behind, rules.key);
  const invalid = [...invalidIn(came.table), ...(isWhole ? none : refused.slice(sent.invalid))];
  const isSame =
    objects.length === merged.length && objects.every((object, index) => object === merged[index]);
  const pages = behind.length === 0 ? came.pages : state.pages;
  // What was removed before, and is there again, may come.
  const known = { ...state.known, keys: seen };
  const goal = rules.isOnePage ? -1 : state.goal;
  const shown = { ...state, reload: { ...state.reload, sent: undefined }, at, pages, known, goal };
  const said = { ...state.said, total: came.said.total };
  const outcome = { is: isAtEnd(state) ? ('end' as const) : ('open' as const) };
  const next = behind.length > 0 ? { ...shown, said, outcome } : continueBehind(shown, came);
  if (isSame && refused.length + invalid.length === 0) return next;
  const whole = { token: undefined, first: 0, count: merged.length, rows: merged, invalid };
  return { ...next, table: { ...table, pages: [whole], length: merged.length } };
};
