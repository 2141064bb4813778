import { isNextWanted, type Looks, pagesShown, pagesWanted } from '../table/looks';
import { none } from '../table/PageTable';
import { type Desired, type ListState, objectsIn, rowsIn } from './ListState';

/** Requests for pages that were dropped, or never walked, that are under way together where their scheme can name them. */
const maxAtOnce = 4;

export const looksOf = <T>({ ranges, rules, edits }: ListState<T>): Looks => ({
  // As many rows may have been removed before what is shown.
  ranges: edits.length === 0 ? ranges : ranges.map(({ start, end }) => ({ start, end: end + edits.length })),
  max: rules.max,
  rowsAhead: rules.rowsAhead ?? 0,
});

/** Whether anything may be asked for at all. */
export const mayAsk = <T>({ isReleased, isPaused, isOpen, isDestroyed, isOutOfTime }: ListState<T>): boolean =>
  isOpen && !(isReleased || isPaused || isDestroyed || isOutOfTime);

/** Pages of a window that are wanted and not in memory, as far as they may be asked for beside those that are under way. */
export const missing = <T>(state: ListState<T>): ReadonlyArray<number> => {
  const { rules, table, asking, unobtainable } = state;
  if (rules.known !== 'index') return none;
  const shown = pagesShown(table, looksOf(state));
  const isMissing = (page: number): boolean =>
    table.pages[page]?.rows === undefined &&
    !asking.includes(page) &&
    (shown.has(page) || !unobtainable.includes(page));
  const room = (table.naming?.follow === undefined ? 1 : maxAtOnce) - asking.length;
  return [...pagesWanted(table, looksOf(state))].filter(isMissing).slice(0, Math.max(0, room));
};

const isMoreWanted = <T>(state: ListState<T>): boolean => {
  const { rules, goal, table, isTransferred } = state;
  if (rules.server === 'nothing') return false;
  if (rules.rowsAhead === undefined) return rowsIn(state) <= goal;
  const objects = objectsIn(state);
  if (rules.server === 'page') return objects === 0;
  // Rows after those that came with the HTML cost the first page again: wait until half of them were seen.
  const rowsAhead = isTransferred ? Math.min(rules.rowsAhead, Math.floor(objects / 2)) : rules.rowsAhead;
  return isNextWanted(table, objects, { ...looksOf(state), rowsAhead });
};

/** Whether the walk should ask for its next page. */
export const isNextPageWanted = <T>(state: ListState<T>): boolean =>
  mayAsk(state) &&
  !state.isFailed &&
  !state.isEnd &&
  !state.isPassing &&
  state.asking.length === 0 &&
  missing(state).length === 0 &&
  isMoreWanted(state);

/** What should run now. What runs and is not among it is aborted. */
export const desired = <T>(state: ListState<T>): ReadonlyArray<Desired> => {
  const { walk, stage, start, reloading, asking, edition, table, isPassing } = state;
  const all: Array<Desired> = asking.map((page) => {
    return { id: `page ${page} ${edition}`, what: 'page', page, pageToken: table.pages[page]?.token };
  });
  if (stage !== 'none') all.push({ id: `walk ${walk}`, what: 'walk', pageToken: start });
  if (reloading) {
    all.push({ id: `rows ${edition}`, what: 'rows', size: reloading.objects + reloading.invalid });
  }
  if (isPassing) all.push({ id: 'pause', what: 'pause' });
  return all;
};
