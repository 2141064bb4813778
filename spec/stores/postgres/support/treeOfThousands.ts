import type { PagesAt } from '../../../walk/each/support/tree';

/** The children of a parent: one to three pages of two, and one in fifty is gone. */
const childrenOf = (path: string): ReadonlyArray<ReadonlyArray<string>> | number => {
  const id = Number(path.slice(3));
  if (id % 50 === 49) return 404;
  return Array.from({ length: 1 + (id % 3) }, (_, page) => [`${id}.${page}.0`, `${id}.${page}.1`]);
};

/** A tree with this many parents, a hundred to a page. */
export const pagesOfTree = (parents: number): PagesAt => {
  const pages = Array.from({ length: parents / 100 }, (_, page) =>
    Array.from({ length: 100 }, (__, index) => `${page * 100 + index}`),
  );
  return (path) => (path === '/p' ? pages : childrenOf(path));
};

/** The ids of all children of that tree. */
export const childrenOfTree = (parents: number): ReadonlyArray<string> =>
  Array.from({ length: parents }, (_, id) => childrenOf(`/p/${id}`)).flatMap((pages) =>
    typeof pages === 'number' ? [] : pages.flat(),
  );
