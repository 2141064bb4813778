import { plainName, type Role } from '../../model/conventions/Convention';
import type { SchemeName, SchemeTexts } from '../options/tables';
import { called, type Evidence, isCursor, type RoleSign, seenAs, type Sign } from './Evidence';
import { namedValues, pathText, bodyAt, valuesIn } from './items';
import { isFields } from '../../model/json/Fields';
import { takersOf } from './matching';
import { countOf, type FirstResponse } from './response';
import { besideItems, flagOptions, hasWord, type Signals } from './signals';

/** A way to the next page that a response may mean. */
export interface PageWay {
  /** By the name of its option. */
  readonly scheme: SchemeName;
  readonly what: string;
  readonly options: SchemeTexts;
  /** What neither the response nor the request shows, so that it may be otherwise. */
  readonly guess?: string | undefined;
  /** Whether it leads to a next page from here. */
  readonly isNext: boolean;
  /** Whether the response or the request has the very name of the parameter, or none is sent. */
  readonly isNamed: boolean;
  /** Nothing says so: it is worth a try, and is not printed otherwise. */
  readonly isLong?: boolean;
  /** It sends what an item has, which may do something where it is not expected. */
  readonly isOfItem?: true;
  /** A page without a cursor is its end, and only the last page shows whether it has none. */
  readonly isEndUnseen?: boolean;
}

/** The likeliest way that something speaks for. */
export const likeliestOf = <Way extends PageWay>(ways: ReadonlyArray<Way>): Way | undefined =>
  ways.find(({ isLong }) => isLong !== true);

/** What is known of some pages and of their end, and the response that shows it, if there is one. */
export interface Evidenced extends Evidence, Signals {
  readonly response?: FirstResponse;
}

type Finder = (given: Evidenced) => ReadonlyArray<PageWay>;

type WayKind = Pick<PageWay, 'scheme' | 'what' | 'isNext' | 'isOfItem' | 'isLong' | 'isEndUnseen'>;

/** Names of what is a link, which may be relative in any way. */
const linkWords = /link|ur[il]|href|path|view|__next/i;

/** The ways to send something: as what the request has for it, or by each of some names. One name alone is certain. */
const waysTo = (
  { parameters, signs, slotFor }: Evidenced,
  names: ReadonlyArray<string>,
  kind: WayKind,
  optionsFor: (slot: string) => SchemeTexts,
  isKnown = names.length === 1,
): ReadonlyArray<PageWay> => {
  const [sent] = names.flatMap((name) => called(parameters, name));
  const option = ['page', 'offset'].includes(kind.scheme) ? kind.scheme : 'to';
  const made = (slot: string, isNamed: boolean, isCertain: boolean): PageWay => ({
    ...kind,
    options: optionsFor(slot),
    isNamed,
    guess: isCertain ? undefined : `--${option} ${slot} is a guess: look up what the API calls it`,
  });
  if (sent) return [made(sent.text, true, true)];
  return slotFor === undefined
    ? []
    : names.map((name) => made(slotFor(name), called(signs, name).length > 0, isKnown));
};

const linkWay = (text: string, what: string, isNext: boolean): PageWay => ({
  scheme: 'link',
  what,
  options: { link: text === 'link:next' || text },
  guess: isNext ? undefined : `--link ${text} is a guess: no link is there now`,
  isNext,
  isNamed: true,
});

/** What is called next, whatever it is. */
const nextSigns = ({ signs }: Evidence, isWanted: (sign: Sign) => boolean) =>
  seenAs(signs, ['nextLink'], isWanted, () => true);

/** What is called next, where it is an object, and what in it has this role. */
const nextParts = (given: Evidence, role: Role): ReadonlyArray<ReadonlyArray<RoleSign>> =>
  nextSigns(given, ({ isThere, isOf }) => isThere && isOf('object')).map((next) =>
    seenAs(next.parts(), [role], isCursor),
  );

const nextLinks: Finder = (given) => {
  const isLink = (sign: Sign): boolean =>
    sign.isThere &&
    (sign.isOf('address') || (sign.isOf('text') && linkWords.test(sign.path.join(' '))));
  const header = called(given.signs, 'link:next').map(() =>
    linkWay('link:next', 'a Link header that leads to the next page', true),
  );
  return [
    ...header,
    ...[...nextSigns(given, isLink), ...nextParts(given, 'linkPart').flat().filter(isLink)].map(
      ({ text }) => linkWay(text, `a link to the next page at ${text}`, true),
    ),
  ];
};

/** Lists of links, as FHIR and OGC services have them; the last page has one without a link to the next. */
const listsOfLinks: Finder = ({ signs, response }) =>
  signs.flatMap(({ name, text, links }) => {
    const found = /^_?links?$/.test(name) ? links() : undefined;
    if (found === undefined) return [];
    const link = `${text}[${found.rel}=next].${found.href}`;
    // FHIR reports errors as an OperationOutcome.
    const isFhir = bodyAt(response?.body, ['resourceType']) === 'Bundle';
    return [
      {
        ...linkWay(link, '', true),
        what: `a list of links at ${text}${found.hasNext ? '' : ', none of them to a next page'}`,
        isNext: found.hasNext,
        ...(isFhir && { options: { link, errors: 'issue' } }),
      },
    ];
  });

/** On a single page the link to the next one is null, or left out: of the links of HAL, of a page of ActivityPub. */
const noLinks: Finder = (given) => {
  const body = given.response?.body;
  const isHal = isFields(bodyAt(body, ['_links', 'self']));
  const isActivity = /^(Ordered)?CollectionPage$/.test(
    JSON.stringify(bodyAt(body, ['type']) ?? '').slice(1, -1),
  );
  return [
    ...nextSigns(given, ({ value }) => value === null).map(({ text }) => text),
    ...(isHal ? ['_links.next.href'] : []),
    ...(isActivity ? ['next'] : []),
  ].map((text) => linkWay(text, 'no link to a next page: this seems to be the only one', false));
};

const mediaWiki: Finder = ({ response }) => {
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
const azureTables: Finder = ({ signs }) => {
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
const cursors: Finder = (given) => {
  const { signs, parameters, lastPage, flag } = given;
  const named = seenAs(
    signs,
    ['nextCursor'],
    ({ value, row }) => row.type === 'any' || !isFields(value),
  );
  const parts = nextParts(given, 'cursorPart').flat();
  return [...parts.slice(0, 1), ...named].flatMap((sign: RoleSign) => {
    const { name, text, row, value } = sign;
    // A number beside that of the last page is the number of a page.
    if (lastPage && sign.isOf('count')) return [];
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
        isEndUnseen: !flag && !isEndless && !parts.includes(sign),
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

const lastItem: Finder = (given) => {
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
const lastIds: Finder = (given) => {
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

const totalDoubt = ({ count, total, flag, lastPage }: Evidenced): string | undefined => {
  const isOfPage = count !== undefined && countOf(total?.value) === count;
  return total && isOfPage && !flag && !lastPage
    ? `${total.text} is the number of items in this response, so it may not be that of all items: the walk continues to the first empty page`
    : undefined;
};

/** The options that read the end of numbered pages. */
const endOptions = (given: Evidenced): SchemeTexts => {
  const { total, count } = given;
  const isKnown = total && (count === undefined || countOf(total.value) !== count);
  return flagOptions(given) ?? (isKnown ? { total: total.text } : {});
};

const withDoubt =
  (doubt: string | undefined) =>
  (way: PageWay): PageWay => ({
    ...way,
    guess: [way.guess, doubt].filter((text) => text !== undefined).join('; ') || undefined,
  });

/** The names that the number of a page or an item may go by: that of the request, or as the response repeats it. */
const numberNames = (
  { signs }: Evidenced,
  number: RoleSign | undefined,
  others: ReadonlyArray<string>,
): ReadonlyArray<string> => {
  if (number === undefined) return others;
  const beside = signs.map(({ name }) => plainName(name));
  const names = number.place === 'parameter' ? [] : takersOf(number, beside);
  return names.length > 0 ? names : [number.name];
};

const isNextSaid = ({ isMore, flag, lastPage }: Evidenced): boolean =>
  isMore === true && (flag ?? lastPage) !== undefined;

/** Whether something repeats what was asked for, or would be: the first page, or the items before it. */
const isEcho = (number: RoleSign | undefined): boolean =>
  number !== undefined && (number.place === 'parameter' || (countOf(number.value) ?? 9) < 2);

export const pages: Finder = (given) => {
  const { lastPage, page, total, flag, slotFor } = given;
  // A document says what a parameter may be.
  if (slotFor === undefined && page?.place !== 'parameter') return [];
  const isPlain = page !== undefined && isEcho(page) && page.row.worth === 3;
  const isCounted = page !== undefined && (total ?? flag) !== undefined;
  const isSaid = lastPage !== undefined || isPlain || page?.place === 'parameter' || isCounted;
  const names = numberNames(given, page, ['page', 'p']);
  const first = countOf(page?.value) ?? 1;
  const what = lastPage
    ? `the number of the last page at ${lastPage.text}`
    : 'the number of the page';
  return waysTo(
    given,
    names,
    { scheme: 'page', what, isNext: isNextSaid(given), isLong: !isSaid },
    (slot) => ({
      page: slot,
      ...(first !== 1 && { first: String(first) }),
      // Of pages that are counted from 0 the last one has the number before that.
      ...(lastPage && first > 0 ? { last: lastPage.text } : endOptions(given)),
    }),
    names.length === 1 && isEcho(page),
  ).map(withDoubt(totalDoubt(given)));
};

/** What may take an offset that nothing names: what goes with the total or the size, or what is usual. */
const offsetNames = ({ total, parameters }: Evidenced): ReadonlyArray<string> => {
  const others = [...(total ? [total] : []), ...seenAs(parameters, ['size'])];
  const names = others.flatMap((sign) => takersOf(sign));
  return [...new Set([...names, 'offset', 'skip', 'start'])];
};

export const offsets: Finder = (given) => {
  const { offset, total, flag, slotFor } = given;
  if (slotFor === undefined && offset?.place !== 'parameter') return [];
  const isSparse = flag?.row.isSparse === true;
  const isSaid =
    total !== undefined ||
    offset?.place === 'parameter' ||
    isSparse ||
    (isEcho(offset) && (flag !== undefined || offset?.row.worth === 3));
  const taken = isEcho(offset) ? offset : undefined;
  const names = numberNames(given, taken, isSparse ? takersOf(flag) : offsetNames(given));
  // SCIM and OpenSearch count from 1.
  const isOfScim =
    /^startindex$/i.test(offset?.name ?? '') && /totalresults$/i.test(total?.text ?? '');
  const number = countOf(offset?.value);
  const isFromOne =
    number !== 0 &&
    (isOfScim || (number === 1 && (slotFor === undefined || offset?.place === 'field')));
  const skipped = `the number of items to skip${offset?.place === 'parameter' ? ' in the address' : ''}`;
  const counts = total ? 'the number of all items' : skipped;
  return waysTo(
    given,
    names,
    {
      scheme: 'offset',
      what: isSparse ? `whether there is more, as ArcGIS says it, at ${flag.text}` : counts,
      isNext: isNextSaid(given),
      isLong: !isSaid,
    },
    (slot) => ({ offset: slot, ...(isFromOne && { first: '1' }), ...endOptions(given) }),
    names.length === 1 && (taken !== undefined || isSparse),
  ).map(withDoubt(totalDoubt(given)));
};

/** JSON-RPC: a number among the params that equals the number of items is the size, the one beside it the offset. */
const positional: Finder = ({ response, count }) => {
  const given = response?.sent?.params;
  const params = Array.isArray(given) ? (given as ReadonlyArray<unknown>) : [];
  const size = params.lastIndexOf(count);
  const at = [size - 1, size + 1].find(
    (index) => size >= 0 && countOf(params[index]) !== undefined,
  );
  if (at === undefined) return [];
  const slot = `body:params.${at}`;
  return [
    {
      scheme: 'offset',
      what: 'as many items as one of the params asks for',
      options: { offset: slot },
      guess: `--offset ${slot} is a guess: it is the number beside that of the items`,
      isNext: false,
      isNamed: false,
    },
  ];
};

/** A list without pages: nothing suggests any, and it is the whole response or the only list in it. */
const asOnePage: Finder = ({ response, flag, total, page, offset, lastPage }) => {
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
    !items.isMap && !isHiding && lists.length < 2 && hints.every((hint) => hint === undefined);
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
const finders: ReadonlyArray<Finder> = [
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
