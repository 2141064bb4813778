import { flagRows, holderRows, nextRows, totalRows } from '../../model/conventions/ends';
import { namesIn, plainName, type Role, type Convention } from '../../model/conventions/Convention';
import { conventions } from '../../model/conventions/rows';

const escapedName = (name: string): string =>
  name.replace(/[\\^$.|?+()[\]{}/]/g, '\\$&').replace('*', '(\\w+)');

const expressionOf = (rows: ReadonlyArray<Convention>): RegExp => {
  const names = rows.flatMap(({ path }) => namesIn(path)).filter((name) => !name.includes(':x'));
  return new RegExp(`^(?:${names.map(escapedName).join('|')})$`);
};

/** The rows of a role, by their worth. */
const ranked = (role: Role, worths: ReadonlyArray<number>): ReadonlyArray<RegExp> =>
  worths.map((worth) =>
    expressionOf(
      conventions.filter((row) => row.role === role && row.worth === worth && row.to === undefined),
    ),
  );

const all = (role: Role): RegExp =>
  expressionOf(conventions.filter((row) => row.role === role && row.to === undefined));

export { plainName };
export const holderNames = expressionOf(holderRows);
export const moreNames = expressionOf(flagRows);
export const [otherMoreNames = /^$/] = ranked('more', [2]);
export const doneNames = all('done');
export const nextLinkNames = expressionOf(nextRows.filter(({ role }) => role === 'nextLink'));
export const [otherNextNames = /^$/] = ranked('nextLink', [2]);
export const nextCursorNames = expressionOf(nextRows.filter(({ role }) => role === 'nextCursor'));
export const totalNames = expressionOf(totalRows);
export const otherTotalNames = ranked('total', [2, 1]);
export const totalWords = all('totalWord');
export const otherNumberWords = all('otherWord');
export const cursorWords = all('cursorWord');
export const afterNames = all('cursor');
export const lastPageNames = ranked('lastPage', [3, 2, 1]);
export const pageNames = ranked('page', [3, 2]);
export const offsetNames = ranked('offset', [3, 2]);
export const sizeNames = all('size');
export const itemNames = all('items');
export const otherListNames = all('otherList');

/** A cursor in a response, and the parameters that take it; `$1` is what its name has in brackets here. */
export const cursorPairs: ReadonlyArray<readonly [from: RegExp, to: string]> = conventions.flatMap(
  (row) =>
    row.to === undefined || row.worth === 3
      ? []
      : [
          [
            expressionOf([row]),
            namesIn(row.to).map(plainName).join(' ').replace('*', '$1'),
          ] as const,
        ],
);
