import {
  afterNames,
  cursorWords,
  lastPageNames,
  nextCursorNames,
  nextLinkNames,
  offsetNames,
  otherNextNames,
  pageNames,
  plainName,
  sizeNames,
  totalWords,
} from './names';
import {
  besideItems,
  type Finder,
  firstOf,
  type FirstResponse,
  inHeaders,
  isCount,
  isLinks,
  isObject,
  isThere,
  linkHeader,
  named,
  parameterOf,
  partOf,
  pathText,
  placed,
  sentAs,
  slotIn,
  valueAt,
  valuesIn,
  type Wanted,
  wordsIn,
} from './firstResponse';
import {
  isText,
  isScalar,
  isAddress,
  known,
  flagOf,
  lastPageOf,
  endOf,
  totalOf,
  isNumbered,
  pageNumber,
  offset,
  positional,
  type Recognised,
  type Recogniser,
} from './numbers';
import type { SchemeTexts } from '../options/tables';

const nextNames = [/^next$/, nextLinkNames, otherNextNames];

/** Links by names that nothing else has, which may be relative in any way: HAL, JSON:API, OData, Hydra. */
const linkPaths = [
  ...[
    '_links/next/href',
    'links/next/href',
    '@odata.nextLink',
    'odata.nextLink',
    'nextLink',
    'd/__next',
  ],
  ...['hydra:view/hydra:next', 'view/next'],
];

/** What is next, in an object: `next: { url }`. */
const inNext =
  (parts: ReadonlyArray<string>, isWanted: Wanted): Finder =>
  (answer) => {
    const found = named(nextNames, isObject)(answer);
    const { value = {} } = (found ?? {}) as { readonly value?: Readonly<Record<string, unknown>> };
    const part = parts.find((name) => isWanted(value[name]));
    return found && part !== undefined ? partOf(found, part, value[part]) : undefined;
  };

const nextLink = firstOf(
  placed(linkPaths, isText),
  named(nextNames, isAddress),
  inNext(['href', 'url', 'link', 'uri'], isAddress),
);

/** What something in a response means, at its place. Where it has a value, there is a next page. */
const means =
  (find: Finder, meaning: (text: string) => Omit<Recognised, 'isNext'>): Recogniser =>
  (answer) => {
    const found = find(answer);
    return found && { ...meaning(found.text), isNext: Boolean(found.value) };
  };

const isActivityPage: Wanted = (type) =>
  typeof type === 'string' && /^(Ordered)?CollectionPage$/.test(type);

/** On a single page the link to the next one is null, or left out: of the links of HAL, of a page of ActivityPub. */
const noLink = firstOf(
  named(nextNames, (value) => value === null),
  (answer) => known(placed(['_links/self'], isObject)(answer) !== undefined, '_links.next.href'),
  (answer) => known(isActivityPage(valueAt(answer, ['type'])), 'next'),
);

const lastOfWiki: Finder = (answer) =>
  known(isThere(placed(['query'], isObject)(answer) && placed(['batchcomplete'], isThere)(answer)));

const hasField = ({ items }: FirstResponse, name: string): boolean =>
  Object.hasOwn(Object(items?.last) as object, name);

/** What sorts a hit of Elasticsearch selects the next page. */
const sortedHits: Finder = (answer) =>
  known(pathText(answer.items?.path ?? []) === 'hits.hits' && hasField(answer, 'sort'));

const lastId: Recogniser = (answer) => {
  const flag = hasField(answer, 'id') && !isNumbered(answer) ? flagOf(answer) : undefined;
  if (flag?.options.more === undefined && isThere(endOf(answer))) return undefined;
  const to = slotIn(answer, 'starting_after');
  return (
    flag && {
      scheme: 'lastId',
      what: 'items with an id, and whether there are more',
      options: { lastId: 'id', to: [to], ...flag.options },
      guess: `--to ${to} is a guess: look up where the API wants the last id`,
      isNext: flag.isMore,
    }
  );
};

/** Lists of links, as FHIR and OGC services have them; the last page has one without a link to the next. */
const listOfLinks: Recogniser = (answer) => {
  const found = placed(['links', 'link', '_links'], isLinks)(answer);
  if (found === undefined) return undefined;
  const links = found.value as ReadonlyArray<Readonly<Record<string, unknown>>>;
  const rel = 'rel' in (links[0] ?? {}) ? 'rel' : 'relation';
  const href = 'href' in (links[0] ?? {}) ? 'href' : 'url';
  const isNext = links.some((entry) => [entry[rel]].flat().includes('next'));
  return {
    scheme: 'link',
    what: `a list of links at ${found.text}${isNext ? '' : ', none of them to a next page'}`,
    options: {
      link: `${found.text}[${rel}=next].${href}`,
      // FHIR reports errors as an OperationOutcome.
      ...(valueAt(answer, ['resourceType']) === 'Bundle' && { errors: 'issue' }),
    },
    isNext,
  };
};

/** GraphQL's connections: a cursor and whether there is more, beside the items. */
const connection: Recogniser = (answer) => {
  const outer = answer.items?.path.slice(0, -1) ?? [];
  const cursorAt = [...outer, 'pageInfo', 'endCursor'];
  const moreAt = [...outer, 'pageInfo', 'hasNextPage'];
  // A GET whose items are not in `data` is not GraphQL, although it says in the same way how it is paged.
  const isGraphQl = outer[0] === 'data' || answer.sent !== undefined;
  if (!isGraphQl || !isThere(valueAt(answer, cursorAt))) return undefined;
  return {
    scheme: 'cursor',
    what: `a GraphQL connection at ${pathText(outer)}`,
    options: {
      cursor: [pathText(cursorAt)],
      more: pathText(moreAt),
      to: ['body:variables.after'],
      errors: 'errors',
    },
    guess: '--to body:variables.after is a guess: it is where your query takes its cursor from',
    isNext: valueAt(answer, moreAt) === true,
  };
};

/** The tables of Azure have a cursor of two parts. */
const azureTable: Recogniser = (answer) => {
  const parts = ['NextPartitionKey', 'NextRowKey'].flatMap((to) => {
    const found = inHeaders(new RegExp(`^x-.*continuation-${to}$`, 'i'))(answer);
    return found === undefined ? [] : [{ from: found.text, to }];
  });
  const [first] = parts;
  const options = { cursor: parts.map(({ from }) => from), to: parts.map(({ to }) => to) };
  return first && { scheme: 'cursor', what: `a cursor at ${first.from}`, options, isNext: true };
};

/** The parameter for what is next, as the response writes its name: nextPageToken and pageToken, next_page_token and page_token. */
const withoutNext = (name: string): string =>
  name.replace(/^next[_-]?(.)/i, (_, letter: string) =>
    name.startsWith('n') ? letter.toLowerCase() : letter,
  );

/** Stands where a cursor is one only if the request has a parameter for it. */
const ifSent = /^$/;

/** Cursors by the names that APIs give them, where these APIs want them back, and the names with which that is known. */
const cursors: ReadonlyArray<
  readonly [find: Finder, to: (name: string) => string, isKnown?: RegExp]
> = [
  // Cosmos DB takes it back in the header that it came in. That of GitLab is empty on the last page.
  [inHeaders(/^x-.*continuation(-token)?$/), (name) => `header:${name}`, /./],
  [inHeaders(/^x-ms-continuationtoken$/), () => 'continuationToken', /./],
  [inHeaders(/^x-next-page$/), () => 'page', /./],
  [inHeaders(/^(x-)?next-cursor$/), () => 'cursor'],
  [inHeaders(/^(x-)?next-(page-)?token$/), () => 'page_token'],
  [named([/^nextpagetoken$/], isScalar), withoutNext, /^next(PageToken|_page_token)$/],
  [named([/^lastevaluatedkey$/], isThere), () => 'body:ExclusiveStartKey', /./],
  [named([/^continue$/], isScalar), (name) => name, /./],
  [named([/^bookmark$/], isScalar), () => 'body:bookmark', /./],
  [
    named([/^(next)?offset$/], (value) => isText(value) && value !== '' && !isCount(value)),
    withoutNext,
    /./,
  ],
  [inNext(['starting_after', 'after', 'page'], isScalar), (name) => name],
  [named([/^nextcursor$/], isScalar), () => 'cursor'],
  [named([/^nextmarker$/], isScalar), () => 'marker'],
  [named([nextCursorNames], isScalar), (name) => name],
  [
    named([/^(cursor|after|endcursor|next)$/], isScalar),
    (name) => (/^(after|endCursor)$/.test(name) ? 'after' : 'cursor'),
  ],
  [named([/^nextpage$/], isScalar), () => 'page'],
  [named([/^next.*(token|cursor|marker|key)$/], isScalar), withoutNext],
  // Whatever is next, if the request has a parameter for it.
  [
    (answer) => named([/^next./], (value) => isScalar(value) && value !== null)(answer),
    withoutNext,
    ifSent,
  ],
];

const cursor: Recogniser = (answer) => {
  const isPaged = lastPageOf(answer) !== undefined;
  for (const [find, toSlot, isKnown] of cursors) {
    const found = find(answer);
    // A number beside that of the last page is the number of a page.
    if (found === undefined || (isPaged && isCount(found.value))) continue;
    const slot = toSlot(found.name);
    const isSame = (name: string): boolean =>
      name === plainName(slot) || name === plainName(withoutNext(found.name));
    const given = slot === 'page' ? parameterOf(answer, pageNames) : sentAs(answer, isSame);
    if (given === undefined && isKnown === ifSent) continue;
    const to = given?.text ?? slotIn(answer, slot);
    const flag = flagOf(answer);
    return {
      scheme: 'cursor',
      what: `a cursor at ${found.text}`,
      options: {
        cursor: [found.text],
        to: [to],
        ...flag?.options,
        ...(to === 'body:bookmark' && { untilEmpty: true }),
      },
      guess:
        (isKnown?.test(found.name) && to === slot) || given
          ? undefined
          : `--to ${to} is a guess: look up where the API wants its cursor`,
      isNext: Boolean(found.value) && flag?.isMore !== false,
    };
  }
  return undefined;
};

const otherNames = [...lastPageNames, ...pageNames, ...offsetNames, sizeNames, nextLinkNames];

/** What stands beside the items and equals the last one, or a field that tells it from the first: a cursor. */
export const lastSeen: Finder = (answer) => {
  const entries = Object.values(
    Object(valueAt(answer, answer.items?.path ?? [])) as object,
  ) as ReadonlyArray<unknown>;
  const partsOf = (entry: unknown): ReadonlyArray<unknown> =>
    isObject(entry) ? Object.values(entry).slice(0, 100) : [entry];
  const [first, last] = [partsOf(entries[0]), partsOf(entries.at(-1))];
  return besideItems(answer).find(({ name, value }) => {
    const isValue = typeof value === 'number' || (typeof value === 'string' && value !== '');
    const words = wordsIn(name);
    const isCursor = words.some((word) => cursorWords.test(word));
    const isOther =
      otherNames.some((names) => names.test(plainName(name))) ||
      words.some((word) => totalWords.test(word));
    if (!isValue || !last.includes(value) || (isOther && !(isCursor && isText(value))))
      return false;
    return isCursor || (typeof value === 'string' && entries.length > 1 && !first.includes(value));
  });
};

/** Where such a cursor goes: to what the request has for it, or to the parameter whose name is nearest. */
const lastItem: Recogniser = (answer) => {
  const found = lastSeen(answer);
  if (found === undefined || !wordsIn(found.name).some((word) => cursorWords.test(word)))
    return undefined;
  const given = sentAs(answer, (name) => name === plainName(found.name) || afterNames.test(name));
  const name = found.name
    .replace(/^LastEvaluated/, 'ExclusiveStart')
    .replace(/^last_?seq$/i, 'since');
  const to = given?.text ?? slotIn(answer, /^last$/i.test(name) ? 'last' : name);
  const flag = flagOf(answer);
  return {
    scheme: 'cursor',
    what: `what the last item has, too, at ${found.text}`,
    options: { cursor: [found.text], to: [to], ...(flag?.options ?? { untilEmpty: true }) },
    guess: given
      ? undefined
      : `--to ${to} is a guess: look up where the API wants what is at ${found.text}`,
    isNext: flag?.isMore === true,
  };
};

/** What is about pages, though it does not say how to ask for one. */
const hint = firstOf(
  named([...pageNames, ...offsetNames], isCount),
  named([/^next/], (value) => isScalar(value) && Boolean(value)),
);

/** A list without pages: nothing suggests any, and it is the whole response or the only list in it. */
const onePage: Recogniser = (answer) => {
  const { body, items } = answer;
  // A list that is not the items holds them, and maybe other lists.
  const holder =
    Array.isArray(body) && items?.path.length !== 0
      ? Object.fromEntries(body.slice(0, 100).entries())
      : body;
  const lists = [...valuesIn(holder)].filter(({ value }) => Array.isArray(value));
  const isPaged = (name: string): boolean =>
    [...pageNames, ...offsetNames, sizeNames].some((one) => one.test(name));
  if (items?.isMap || answer.isHiding || lists.length > 1) return undefined;
  if ([flagOf, totalOf, lastSeen, hint].some((find) => isThere(find(answer)))) return undefined;
  return sentAs(answer, isPaged)
    ? undefined
    : {
        scheme: 'onePage',
        what: 'nothing that suggests pages',
        options: { onePage: true },
        guess: '--one-page is a guess: look up whether the API has pages',
      };
};

const ofMediaWiki: SchemeTexts = { cursor: ['continue'], to: ['query:*'], errors: 'error' };

/** What is looked for, in this order, and what it means: what leads to the next page first, then what only counts. */
const recognisers: ReadonlyArray<Recogniser> = [
  means(linkHeader, () => ({
    scheme: 'link',
    what: 'a Link header that leads to the next page',
    options: { link: true },
  })),
  means(nextLink, (text) => ({
    scheme: 'link',
    what: `a link to the next page at ${text}`,
    options: { link: text },
  })),
  listOfLinks,
  connection,
  means(placed(['continue'], isObject), () => ({
    scheme: 'cursor',
    what: 'fields that continue it at continue',
    options: ofMediaWiki,
  })),
  means(lastOfWiki, () => ({
    scheme: 'cursor',
    what: 'a response of MediaWiki that nothing continues',
    options: ofMediaWiki,
  })),
  means(noLink, (text) => ({
    scheme: 'link',
    what: 'no link to a next page: this seems to be the only one',
    options: { link: text },
    guess: `--link ${text} is a guess: no link is there now`,
  })),
  azureTable,
  cursor,
  means(sortedHits, () => ({
    scheme: 'lastId',
    what: 'hits of Elasticsearch that are sorted',
    options: { lastId: 'sort', to: ['body:search_after'] },
  })),
  lastItem,
  lastId,
  pageNumber,
  offset,
  means(positional, (text) => ({
    scheme: 'offset',
    what: 'as many items as one of the params asks for',
    options: { offset: text },
    guess: `--offset ${text} is a guess: it is the number beside that of the items`,
  })),
  onePage,
];

/** How a response is paged, by the first of these that fits. */
export const recognised = (answer: FirstResponse): Recognised | undefined =>
  recognisers.map((recogniser) => recogniser(answer)).find(isThere);
