import * as O from 'fp-ts/Option';
import { totalOf } from '../PagewalkFeature';
import { arrange, isShown } from '../table/looks';
import { mergeRows, sameValue, unexpected, unseen } from '../table/rows';
import { cutToTotal, emptyTable, invalidIn, none, oldRow, refilled, sizeOf, toOld, withNext } from '../table/PageTable';
import { type Collected, type ListEvent, type ListState, looksOf } from './ListState';

type Of<T, K> = Extract<ListEvent<T>, { readonly type: K }>;

/** The same objects will come again. Rows that are known stay, by their key or until the walk has come to their index. */
export const again = <T>(state: ListState<T>): ListState<T> => {
  const { rules, table } = state;
  if (rules.known === 'key') return { ...state, expected: invalidIn(table) };
  return rules.known === 'index'
    ? { ...state, table: toOld(table), unobtainable: none }
    : { ...state, table: emptyTable, pages: 0 };
};

export const arranged = <T>(state: ListState<T>): ListState<T> => {
  const { rules, table, isEnd } = state;
  if (rules.known !== 'index') return state;
  const next = arrange(table, looksOf(state), isEnd);
  return next === table ? state : { ...state, table: next };
};

/** A page has come. Its rows follow. */
export const withCame = <T>(given: ListState<T>, { page, at }: Of<T, 'page'>): ListState<T> => {
  const isTransferred = page.isTransferred === true;
  const state = given.isTransferred && !isTransferred ? again(given) : given;
  const { rules, start: token, table } = state;
  const [total, isIndexed] = [totalOf(page), rules.known === 'index'];
  const said = { total, records: page.records.length, isLast: page.isLast };
  const cut = isIndexed ? cutToTotal(table, sizeOf(table), said) : table;
  return {
    ...state,
    table: withNext(cut, token, isIndexed ? page : undefined),
    pages: state.pages + 1,
    at: token === undefined ? at : state.at,
    start: O.toUndefined(page.nextPageToken),
    isTransferred,
    total,
  };
};

/** Rows of the page that came last. Those that are known by their key are dropped. */
export const withRows = <T>(state: ListState<T>, given: Of<T, 'rows'>): ListState<T> => {
  const { rules, seen, expected, reached } = state;
  // A walk that says nothing of its pages has one.
  const table = state.table.pages.length === 0 ? withNext(state.table) : state.table;
  const size = sizeOf(table);
  const isKeyed = rules.known === 'key' && rules.key !== undefined;
  const fresh = isKeyed ? unseen(seen, given.objects, rules.key) : { rows: given.objects, seen };
  const refused = isKeyed ? unexpected(expected, given.invalid) : { invalid: given.invalid, expected };
  const before = fresh.rows.map((_, at) => oldRow(table, size + at));
  const isNew = fresh.rows.some(
    (_, at) => rules.known !== 'index' || size + at >= reached || (!before[at] && isShown(size + at, state)),
  );
  const rows = fresh.rows.map((row, at) => {
    const old = before[at];
    return old !== undefined && sameValue(old, row) ? old : row;
  });
  const filled = table.pages.slice(-1).map((last) => ({
    ...last,
    rows: last.rows?.concat(rows),
    count: last.count + rows.length,
    invalid: last.rows ? last.invalid.concat(refused.invalid) : none,
  }));
  return {
    ...state,
    table: { ...table, pages: [...table.pages.slice(0, -1), ...filled] },
    seen: fresh.seen,
    expected: refused.expected,
    reached: Math.max(reached, size + rows.length),
    inVain: isNew ? 0 : state.inVain,
  };
};

/** What a page that came again says of those behind it: the walk continues there, unless a page of it is on its way. */
const continued = <T>(state: ListState<T>, { isLast, start, total }: Collected<T>): ListState<T> => {
  const shown = { ...state, isFailed: false, error: undefined, total };
  if (state.stage === 'sent' || state.stage === 'due') return shown;
  return { ...shown, stage: 'none', walk: state.walk + 1, isTransferred: false, isEnd: isLast, start };
};

/** The rows have come again, and are put in their places. What has come behind them meanwhile stays. */
export const withReloaded = <T>(state: ListState<T>, came: Collected<T>, at: number): ListState<T> => {
  const { table, rules, reloading = { objects: 0, invalid: 0 } } = state;
  const [objects, refused] = [table.pages.flatMap((page) => page.rows ?? none), invalidIn(table)];
  const behind = came.isLast ? none : objects.slice(reloading.objects);
  const merged = mergeRows(objects, came.objects, behind, rules.key);
  const invalid = [...came.invalid, ...(came.isLast ? none : refused.slice(reloading.invalid))];
  const isSame = objects.length === merged.length && objects.every((object, index) => object === merged[index]);
  const pages = merged.length === came.objects.length ? came.pages : state.pages;
  const again = { ...state, reloading: undefined, at, pages };
  const next =
    behind.length > 0 ? { ...again, isFailed: false, error: undefined, total: came.total } : continued(again, came);
  if (isSame && refused.length + invalid.length === 0) return next;
  const whole = { token: undefined, first: 0, count: merged.length, rows: merged, invalid };
  const seen = rules.key ? unseen(none, merged, rules.key).seen : none;
  return { ...next, table: { ...table, pages: [whole] }, seen };
};

/** A page of a window has come again. If it has more or fewer rows than before, those behind it move. */
export const withRefilled = <T>(state: ListState<T>, page: number, came: Collected<T>): ListState<T> => {
  const { table, isEnd, error } = state;
  const before = table.pages[page];
  if (before === undefined) return state;
  const { objects, invalid, records, isLast, start } = came;
  const isMisnamed = table.naming !== undefined && table.naming.size !== records;
  const isFrontier = page === table.pages.length - 1 || isMisnamed;
  const behind = refilled(table, page, { rows: objects, invalid }, start, isLast || isMisnamed);
  const next = cutToTotal(behind, before.first, came, table.length);
  const isOver = isLast || (next !== behind && sizeOf(next) === next.length);
  const shown = {
    ...state,
    table: next,
    pages: state.pages + 1,
    unobtainable: state.unobtainable.filter((other) => other !== page),
    asking: state.asking.filter((other) => other !== page && other < next.pages.length),
  };
  // At a limit of the service the same request would end the same way.
  if ((isEnd && error !== undefined) || !(isOver || isFrontier)) return shown;
  const asking = shown.asking.filter((other) => other < page);
  return continued({ ...shown, asking }, { ...came, isLast: isOver });
};
