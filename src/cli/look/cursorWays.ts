import { isFields } from '../../model/json/Fields';
import { called, isCursor, type RoleSign, seenAs, type Sign } from './Evidence';
import { bodyAt, namedValues, pathText } from './items';
import { nextParts } from './linkWays';
import { takersOf } from './matching';
import { type WayFinder, waysTo } from './PageWay';
import { countOf, type FirstResponse } from './response';
import { besideItems, flagOptions, hasWord } from './signals';

export const mediaWiki: WayFinder = ({ response }) => {
  const body = response?.body;
  const isNext = isFields(bodyAt(body, ['continue']));
  const isLast = isFields(bodyAt(body, ['query'])) && bodyAt(body, ['batchcomplete']) !== undefined;
  const what = isNext
    ? 'fields that continue it at continue'
    : 'a response of MediaWiki that nothing continues';
  const options = { cursor: ['continue'], to: ['query:*'], errors: 'error' };
  return isNext || isLast ? [{ scheme: 'cursor', what, options, isNext, isNamed: true }] : [];
};

/** The tables of Azure have a cursor of two parts. */
export const azureTables: WayFinder = ({ signs }) => {
  const parts = ['NextPartitionKey', 'NextRowKey'].flatMap((to) =>
    signs
      .filter(
        ({ name, place }) =>
          place === 'header' && RegExp(`^x-.*continuation-${to}$`, 'i').test(name),
      )
      .map(({ text }) => ({ text, to })),
  );
  const options = { cursor: parts.map(({ text }) => text), to: parts.map(({ to }) => to) };
  return parts.slice(0, 1).map(({ text }) => ({
    scheme: 'cursor',
    what: `a cursor at ${text}`,
    options,
    isNext: true,
    isNamed: true,
  }));
};

/** Cursors by their names, also in an object called next. */
export const cursors: WayFinder = (given) => {
  const { signs, parameters, lastPage, flag, offset, count = NaN } = given;
  const behind = (countOf(offset?.value) ?? NaN) + count;
  const named = seenAs(
    signs,
    ['nextCursor'],
    ({ value, row }) => row.type === 'any' || !isFields(value),
  );
  const parts = nextParts(given, 'cursorPart').flat();
  return [...parts.slice(0, 1), ...named].flatMap((sign: RoleSign) => {
    const { name, text, row, value } = sign;
    // A number beside that of the last page is the number of a page, and that of what came so far is an offset.
    if (sign.isOf('count') && (lastPage || countOf(value) === behind)) return [];
    const isAny = row.path.includes('next*');
    const names = takersOf(sign);
    const [sent] = names.flatMap((to) => called(parameters, to));
    // Services that are asked for a first cursor by a `*`, as Solr is, send one with every page.
    const isEndless = !flag && (row.isEndless ?? sent?.value === '*');
    return waysTo(
      given,
      names.length > 0 ? names : [name],
      {
        scheme: 'cursor',
        what: `a cursor at ${text}`,
        isNext: (isCursor(sign) || isFields(value)) && given.isMore !== false,
        isLong:
          hasWord(sign, 'streamWord') ||
          (isAny && sent === undefined && !/(token|cursor|marker|key)$/i.test(name)),
      },
      (to) => ({
        cursor: [text],
        to: [to],
        ...flagOptions(given),
        ...(isEndless && { untilEmpty: true }),
        ...(to.startsWith('body:variables.') && { errors: 'errors' }),
      }),
    );
  });
};

/** What stands beside the items and equals the last one, or a field that tells it from the first: a cursor. */
export const lastSeen = (response: FirstResponse): Sign | undefined => {
  const { entries } = response.items;
  const partsOf = (entry: unknown): ReadonlyArray<unknown> =>
    isFields(entry)
      ? namedValues(entry)
          .slice(0, 100)
          .map(([, value]) => value)
      : [entry];
  const [first, last] = [partsOf(entries[0]), partsOf(entries.at(-1))];
  const others = seenAs(response.signs, ['lastPage', 'page', 'offset', 'size', 'nextLink']);
  return besideItems(response).find((sign) => {
    const { name, value } = sign;
    const isWord = hasWord(sign, 'cursorWord');
    const isOther = others.some(({ text }) => text === sign.text) || hasWord(sign, 'totalWord');
    if (!isCursor(sign) || !last.includes(value) || name === '') return false;
    if (isOther && !(isWord && typeof value === 'string')) return false;
    return isWord || (typeof value === 'string' && entries.length > 1 && !first.includes(value));
  });
};

export const lastItem: WayFinder = (given) => {
  const found = given.response && lastSeen(given.response);
  if (found === undefined || !hasWord(found, 'cursorWord')) return [];
  const { name, text } = found;
  const to = name.replace(/^LastEvaluated/, 'ExclusiveStart').replace(/^last_?seq$/i, 'since');
  const [sent] = seenAs(given.parameters, ['cursor']);
  const takers = takersOf(found);
  const names = sent
    ? [sent.name]
    : takers.length > 0
      ? takers
      : [/^last$/i.test(to) ? 'last' : to];
  return waysTo(
    given,
    names,
    {
      scheme: 'cursor',
      what: `what the last item has, too, at ${text}`,
      isNext: given.isMore === true,
      isOfItem: true,
    },
    (slot) => ({ cursor: [text], to: [slot], ...(flagOptions(given) ?? { untilEmpty: true }) }),
    false,
  );
};

/** Items that have an id, beside whether there are more; or that are sorted as Elasticsearch does it. */
export const lastIds: WayFinder = (given) => {
  const { response, items, itemHas, flag, page, offset, lastPage } = given;
  if (response && pathText(items.path) === 'hits.hits' && itemHas('sort')) {
    const options = { lastId: 'sort', to: ['body:search_after'] };
    const what = 'hits of Elasticsearch that are sorted';
    return [{ scheme: 'lastId', what, options, isNext: false, isNamed: true }];
  }
  const isNumbered =
    (page ?? offset ?? (flag?.row.role === 'done' ? lastPage : undefined)) !== undefined;
  if (!flag || flag.row.isSparse || isNumbered || !itemHas('id')) return [];
  return waysTo(
    given,
    ['starting_after', 'after', 'after_id', 'since_id'],
    {
      scheme: 'lastId',
      what: 'items with an id, and whether there are more',
      isNext: given.isMore === true,
      isOfItem: true,
    },
    (slot) => ({ lastId: 'id', to: [slot], ...flagOptions(given) }),
  );
};
