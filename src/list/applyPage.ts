import * as O from 'fp-ts/Option';
import { totalOf } from './WalkSource';
import { emptyTable, invalidIn, none, objectsIn, sizeOf, withNext } from './table/PageTable';
import { mergeRows, unexpected, unseen } from './table/rows';
import { isWalking, keyOf, type ListEvent, type ListState } from './ListState';

type Of<T, K> = Extract<ListEvent<T>, { readonly type: K }>;

/** The same objects will come again. Rows that are known stay, by their key or until the walk has come to their index. */
export const again = <T>(state: ListState<T>): ListState<T> => {
  const { rules, table } = state;
  if (rules.window !== undefined) return rules.window.again(state);
  return rules.key === undefined ? { ...state, table: emptyTable, pages: 0 } : { ...state, expected: invalidIn(table) };
};

/** A page has come. Its rows follow. */
export const withCame = <T>(given: ListState<T>, { page, at }: Of<T, 'page'>): ListState<T> => {
  const isTransferred = page.isTransferred === true;
  const state = given.isTransferred && !isTransferred ? again(given) : given;
  const { rules, start: token, table } = state;
  return {
    ...state,
    table: rules.window?.withPage(table, token, page) ?? withNext(table, token),
    pages: state.pages + 1,
    at: token === undefined ? at : state.at,
    start: O.toUndefined(page.nextPageToken),
    isTransferred,
    records: page.records.length,
    total: totalOf(page),
  };
};

/** Rows of the page that came last. Those that are known by their key are dropped. */
export const withRows = <T>(state: ListState<T>, given: Of<T, 'rows'>): ListState<T> => {
  const { rules, expected, reached } = state;
  // A walk that says nothing of its pages has one.
  const table = state.table.pages.length === 0 ? withNext(state.table) : state.table;
  const key = keyOf(rules);
  const { rows: fresh, seen } = key
    ? unseen(state.seen, given.objects, key)
    : { rows: given.objects, seen: state.seen };
  const refused = key ? unexpected(expected, given.invalid) : { invalid: given.invalid, expected };
  const inVain = fresh.length > 0 ? 0 : state.inVain;
  const { rows, ...change } = rules.window?.placed({ ...state, table }, fresh) ?? { rows: fresh, reached, inVain };
  const filled = table.pages.slice(-1).map((last) => ({
    ...last,
    rows: last.rows?.concat(rows),
    count: last.count + rows.length,
    invalid: last.rows ? last.invalid.concat(refused.invalid) : none,
  }));
  const pages = [...table.pages.slice(0, -1), ...filled];
  const length = Math.max(table.length, sizeOf(table) + rows.length);
  return { ...state, table: { ...table, pages, length }, seen, expected: refused.expected, ...change };
};

/** What pages that came again say of those behind them: the walk continues there, unless a page of it is on its way. */
export const continued = <T>(state: ListState<T>, { isEnd, start, total }: ListState<T>): ListState<T> => {
  const shown = { ...state, isFailed: false, error: undefined, total };
  if (isWalking(state)) return shown;
  return { ...shown, stage: 'none', walk: state.walk + 1, isTransferred: false, isEnd, start };
};

/** The rows have come again, and are put in their places. What has come behind them meanwhile stays. */
export const withReloaded = <T>(state: ListState<T>, came: ListState<T>, at: number): ListState<T> => {
  const { table, rules, reloading = { objects: 0, invalid: 0 } } = state;
  const [objects, fresh, refused] = [objectsIn(table), objectsIn(came.table), invalidIn(table)];
  const behind = came.isEnd ? none : objects.slice(reloading.objects);
  const merged = mergeRows(objects, fresh, behind, rules.key);
  const invalid = [...invalidIn(came.table), ...(came.isEnd ? none : refused.slice(reloading.invalid))];
  const isSame = objects.length === merged.length && objects.every((object, index) => object === merged[index]);
  const pages = merged.length === fresh.length ? came.pages : state.pages;
  const shown = { ...state, reloading: undefined, at, pages };
  const next =
    behind.length > 0 ? { ...shown, isFailed: false, error: undefined, total: came.total } : continued(shown, came);
  if (isSame && refused.length + invalid.length === 0) return next;
  const whole = { token: undefined, first: 0, count: merged.length, rows: merged, invalid };
  const seen = rules.key ? unseen(none, merged, rules.key).seen : none;
  return { ...next, table: { ...table, pages: [whole], length: merged.length }, seen };
};
