import type { Desired, ListState } from './ListState';

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
