import { azureTables, cursors, lastIds, lastItem, lastSeen, mediaWiki } from './cursorWays';
import { isCursor, seenAs } from './Evidence';
import { valuesIn } from './items';
import { listsOfLinks, nextLinks, noLinks } from './linkWays';
import { offsets, pages, positional } from './numberWays';
import type { Evidenced, PageWay, WayFinder } from './PageWay';
import { countOf } from './response';

/** A list without pages: nothing suggests any, and it is the whole response or the only list in it. */
const asOnePage: WayFinder = ({ response, flag, total, page, offset, lastPage }) => {
  if (response === undefined) return [];
  const { body, items, signs, parameters, isHiding } = response;
  const holder =
    Array.isArray(body) && items.path.length > 0
      ? Object.fromEntries(body.slice(0, 100).entries())
      : body;
  const lists = [...valuesIn(holder)].filter(({ value }) => Array.isArray(value));
  const hints = [
    ...seenAs(parameters, ['page', 'offset', 'size', 'cursor']),
    ...seenAs(signs, ['nextLink', 'nextCursor'], isCursor),
    lastSeen(response),
    flag,
    total,
    page,
    offset,
    lastPage,
  ];
  const isOne =
    !items.isMap &&
    !isHiding &&
    lists.length < 2 &&
    hints.every((hint) => hint === undefined) &&
    // A number in the request that is that of the items is a size, whatever it is called; a 1 may be anything.
    (items.entries.length < 2 ||
      parameters.every(({ value }) => countOf(value) !== items.entries.length));
  return isOne
    ? [
        {
          scheme: 'onePage',
          what: 'nothing that suggests pages',
          options: { onePage: true },
          guess: '--one-page is a guess: look up whether the API has pages',
          isNext: false,
          isNamed: true,
        },
      ]
    : [];
};

/** Whether a request has asked for this many items, and got them: then there may be more. */
const isFullPage = ({ parameters, count }: Evidenced): boolean =>
  count !== undefined &&
  seenAs(parameters, ['size'], ({ value }) => countOf(value) === count).length > 0;

/** What is looked for, in this order: what leads to the next page first, then what only counts. */
const finders: ReadonlyArray<WayFinder> = [
  nextLinks,
  listsOfLinks,
  mediaWiki,
  noLinks,
  azureTables,
  cursors,
  lastItem,
  lastIds,
  pages,
  offsets,
  positional,
  asOnePage,
];

/** How a response may be paged, the likeliest way first. What leads nowhere from here is not it where there is more. */
export const waysOf = (given: Evidenced): ReadonlyArray<PageWay> => {
  const mayBeMore = given.isMore === true || isFullPage(given);
  const ways = finders
    .flatMap((finder) => finder(given))
    .filter(
      ({ isNext, scheme, isLong }) =>
        (isNext || given.isMore !== true || !['link', 'cursor'].includes(scheme)) &&
        (isLong !== true || scheme === 'cursor' || mayBeMore),
    );
  return [...ways.filter(({ isLong }) => !isLong), ...ways.filter(({ isLong }) => isLong)];
};
