import {
  lastPageNames,
  moreNames,
  nextCursorNames,
  nextLinkNames,
  offsetNames,
  otherNextNames,
  otherTotalNames,
  pageNames,
  plainName,
  totalNames,
} from '../../model/endpoints/pageNames';
import {
  type Finder,
  firstOf,
  type Found,
  inHeaders,
  isCount,
  isLinks,
  isObject,
  isThere,
  linkHeader,
  type Looked,
  named,
  parameterOf,
  pathText,
  placed,
  slotIn,
  valueAt,
  type Wanted,
} from './looked';
import type { SchemeName, SchemeTexts } from './SchemeFlags';

export const isAddress: Wanted = (value) => typeof value === 'string' && /^(https?:\/\/|[/?])/.test(value);
const isText: Wanted = (value) => typeof value === 'string';
const isBoolean: Wanted = (value) => typeof value === 'boolean';
const isScalar: Wanted = (value) => isThere(value) && !isBoolean(value) && !isObject(value);

const nextNames = [/^next$/, nextLinkNames, otherNextNames];

/** Links by names that nothing else has, which may be relative in any way: HAL, JSON:API, OData, Hydra. */
const linkPaths = [
  ...['_links/next/href', 'links/next/href', '@odata.nextLink', 'odata.nextLink', 'nextLink', 'd/__next'],
  ...['hydra:view/hydra:next', 'view/next'],
];

const nextLink = firstOf(placed(linkPaths, isText), named(nextNames, isAddress));
export const moreOf = named([moreNames], isBoolean);
const lastPageOf = named(lastPageNames, isCount);
const endOf = firstOf(
  placed(['last'], isBoolean),
  lastPageOf,
  inHeaders(/^x-(total-pages|pages|wp-totalpages)$/, isCount),
);
/** The total, in a field or a header: the last number of a Content-Range. */
const totalIn = firstOf(
  named([totalNames, ...otherTotalNames], isCount),
  inHeaders(/^x-(wp-)?total(-count)?$/, isCount),
  inHeaders(/^content-range$/, (value) => /\/\d+$/.test(String(value))),
);
/** ArcGIS says whether there is more, and leaves it out of the last page. */
const arcGisIn = firstOf(
  named([/^exceededtransferlimit$/], isBoolean),
  placed(['properties/exceededTransferLimit'], isBoolean),
);

/** What something in a response means. */
export interface Recognised {
  /** By the name of its option. */
  readonly scheme: SchemeName;
  readonly what: string;
  readonly options: SchemeTexts;
  /** What the response does not show, so that it may be otherwise. */
  readonly guess?: string | undefined;
  /** Whether the response names a next page. */
  readonly isNext?: boolean;
}

type Recogniser = (answer: Looked) => Recognised | undefined;

/** What something in a response means, at its place. Where it has a value, there is a next page. */
const means =
  (find: Finder, meaning: (text: string) => Omit<Recognised, 'isNext'>): Recogniser =>
  (answer) => {
    const found = find(answer);
    return found && { ...meaning(found.text), isNext: Boolean(found.value) };
  };

/** Something without a value, at a place that is known. */
const known = (isSo: boolean, text = ''): Found | undefined =>
  isSo ? { name: '', text, value: undefined } : undefined;

const isActivityPage: Wanted = (type) => typeof type === 'string' && /^(Ordered)?CollectionPage$/.test(type);

/** On a single page the link to the next one is null, or left out: of the links of HAL, of a page of ActivityPub. */
const noLink = firstOf(
  named(nextNames, (value) => value === null),
  (answer) => known(placed(['_links/self'], isObject)(answer) !== undefined, '_links.next.href'),
  (answer) => known(isActivityPage(valueAt(answer, ['type'])), 'next'),
);

const lastOfWiki: Finder = (answer) =>
  known(isThere(placed(['query'], isObject)(answer) && placed(['batchcomplete'], isThere)(answer)));

const hasField = ({ items }: Looked, name: string): boolean => Object.hasOwn(Object(items?.last) as object, name);

/** What sorts a hit of Elasticsearch selects the next page. */
const sortedHits: Finder = (answer) =>
  known(pathText(answer.items?.path ?? []) === 'hits.hits' && hasField(answer, 'sort'));

const lastId: Recogniser = (answer) => {
  const more = hasField(answer, 'id') ? moreOf(answer) : undefined;
  const to = slotIn(answer, 'starting_after');
  return (
    more && {
      scheme: 'lastId',
      what: 'items with an id, and whether there are more',
      options: { lastId: 'id', to: [to], more: more.text },
      guess: `--to ${to} is a guess: look up where the API wants the last id`,
      isNext: Boolean(more.value),
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
    options: { link: `${found.text}[${rel}=next].${href}` },
    isNext,
  };
};

/** GraphQL's connections: a cursor and whether there is more, beside the items. */
const connection: Recogniser = (answer) => {
  const outer = answer.items?.path.slice(0, -1) ?? [];
  const cursorAt = [...outer, 'pageInfo', 'endCursor'];
  const moreAt = [...outer, 'pageInfo', 'hasNextPage'];
  if (!isThere(valueAt(answer, cursorAt))) return undefined;
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

/** The parameter for a token, as the response writes its name: nextPageToken and pageToken, next_page_token and page_token. */
const pageTokenFor = (name: string): string =>
  name.replace(/^next[_-]?(p)/i, (_, letter: string) => (name.startsWith('n') ? 'p' : letter));

/** Cursors by the names that APIs give them, where these APIs want them back, and the names with which that is known. */
const cursors: ReadonlyArray<readonly [find: Finder, to: (name: string) => string, isKnown?: RegExp]> = [
  // Cosmos DB takes it back in the header that it came in. That of GitLab is empty on the last page.
  [inHeaders(/^x-.*continuation(-token)?$/), (name) => `header:${name}`, /./],
  [inHeaders(/^x-next-page$/), () => 'page', /./],
  [inHeaders(/^(x-)?next-cursor$/), () => 'cursor'],
  [inHeaders(/^(x-)?next-(page-)?token$/), () => 'page_token'],
  [named([/^nextpagetoken$/], isScalar), pageTokenFor, /^next(PageToken|_page_token)$/],
  [named([/^lastevaluatedkey$/], isThere), () => 'body:ExclusiveStartKey', /./],
  [named([/^continue$/], isScalar), (name) => name, /./],
  [named([/^bookmark$/], isScalar), () => 'body:bookmark', /./],
  [named([/^nextcursor$/], isScalar), () => 'cursor'],
  [named([/^nextmarker$/], isScalar), () => 'marker'],
  [named([nextCursorNames], isScalar), (name) => name],
  [named([/^(cursor|after|endcursor|next)$/], isScalar), (name) => (name === 'after' ? 'after' : 'cursor')],
  [named([/^nextpage$/], isScalar), () => 'page'],
];

const cursor: Recogniser = (answer) => {
  const isPaged = lastPageOf(answer) !== undefined;
  for (const [find, toSlot, isKnown] of cursors) {
    const found = find(answer);
    // A number beside that of the last page is the number of a page.
    if (found === undefined || (isPaged && isCount(found.value))) continue;
    const slot = toSlot(found.name);
    const given = slot === 'page' ? parameterOf(answer, pageNames) : undefined;
    const to = given?.text ?? slotIn(answer, slot);
    const more = moreOf(answer);
    return {
      scheme: 'cursor',
      what: `a cursor at ${found.text}`,
      options: {
        cursor: [found.text],
        to: [to],
        ...(more && { more: more.text }),
        ...(to === 'body:bookmark' && { untilEmpty: true }),
      },
      guess:
        (isKnown?.test(found.name) && to === slot) || given
          ? undefined
          : `--to ${to} is a guess: look up where the API wants its cursor`,
      isNext: Boolean(found.value) && more?.value !== false,
    };
  }
  return undefined;
};

/** The total, unless it is the number of items of this page: some services call the size of a page its total. */
export const totalOf = (answer: Looked) => {
  const found = totalIn(answer);
  if (found === undefined) return undefined;
  const { text, value } = found;
  const count = Number(String(value).split('/').at(-1));
  const doubt = `${text} is the number of items in this response, so it may not be that of all items: the walk continues to the first empty page`;
  return count === answer.items?.count
    ? { text, count, options: {}, doubt }
    : { text, count, options: { total: text } };
};

/** What is said of a parameter that the response does not name, and of a total. */
const guessOf = (option: string, isKnown: boolean, doubt: string | undefined): string | undefined =>
  [isKnown ? undefined : `${option} is a guess: look up what the API calls it`, doubt].filter(isThere).join('; ') ||
  undefined;

const pageNumber: Recogniser = (answer) => {
  const given = parameterOf(answer, pageNames);
  const own = named(pageNames, isCount, 1)(answer);
  const lastPage = endOf(answer);
  const total = totalOf(answer);
  if (lastPage === undefined && given === undefined && (total === undefined || own === undefined)) return undefined;
  const slot = given?.text ?? slotIn(answer, own === undefined || /^current/i.test(own.name) ? 'page' : own.name);
  const first = given?.value ?? Number(own?.value ?? placed(['number'], isCount)(answer)?.value ?? 1);
  const end = lastPage === undefined ? total?.options : { last: lastPage.text };
  return {
    scheme: 'page',
    what: lastPage === undefined ? 'the number of the page' : `the number of the last page at ${lastPage.text}`,
    options: { page: slot, ...(first !== 1 && { first: String(first) }), ...end },
    guess: guessOf(`--page ${slot}`, given !== undefined, lastPage === undefined ? total?.doubt : undefined),
    isNext: isCount(lastPage?.value) && first < Number(lastPage?.value),
  };
};

const offset: Recogniser = (answer) => {
  const given = parameterOf(answer, offsetNames);
  const total = totalOf(answer);
  const arcGis = arcGisIn(answer);
  if (total === undefined && given === undefined && arcGis === undefined) return undefined;
  const own = named(offsetNames, isCount, 1)(answer);
  const said = given ?? own;
  // SCIM and OpenSearch count from 1.
  const isFromOne =
    plainName(said?.name ?? '') === 'startindex' &&
    said?.value !== 0 &&
    named([/totalresults$/], isCount)(answer) !== undefined;
  // Feathers calls it otherwise in the address.
  const isFeathers = own?.name === 'skip' && placed(['limit'], isCount)(answer) && answer.items?.path[0] === 'data';
  const ownName = own?.value === 0 || isFromOne ? own?.name : undefined;
  const name = isFeathers ? '$skip' : (ownName ?? (arcGis ? 'resultOffset' : 'offset'));
  const slot = given?.text ?? slotIn(answer, name);
  const counts = total === undefined ? 'the number of items to skip in the address' : 'the number of all items';
  return {
    scheme: 'offset',
    what: arcGis ? `whether there is more, as ArcGIS says it, at ${arcGis.text}` : counts,
    options: { offset: slot, ...(isFromOne && { first: '1' }), ...total?.options },
    guess: guessOf(`--offset ${slot}`, isFromOne || isThere(given ?? arcGis), total?.doubt),
    isNext: arcGis?.value === true,
  };
};

/** JSON-RPC: a number among the params that equals the number of items is the size, the one beside it the offset. */
const positional: Finder = ({ sent, items }) => {
  const params = Array.isArray(sent?.params) ? (sent.params as ReadonlyArray<unknown>) : [];
  const size = params.lastIndexOf(items?.count);
  const at = [size - 1, size + 1].find((index) => size >= 0 && isCount(params[index]));
  return known(at !== undefined, `body:params.${at}`);
};

const ofMediaWiki: SchemeTexts = { cursor: ['continue'], to: ['query:*'], errors: 'error' };

/** What is looked for, in this order, and what it means: what leads to the next page first, then what only counts. */
const recognisers: ReadonlyArray<Recogniser> = [
  means(linkHeader, () => ({
    scheme: 'link',
    what: 'a Link header that leads to the next page',
    options: { link: true },
  })),
  means(nextLink, (text) => ({ scheme: 'link', what: `a link to the next page at ${text}`, options: { link: text } })),
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
  lastId,
  pageNumber,
  offset,
  means(positional, (text) => ({
    scheme: 'offset',
    what: 'as many items as one of the params asks for',
    options: { offset: text },
    guess: `--offset ${text} is a guess: it is the number beside that of the items`,
  })),
];

/** How a response is paged, by the first of these that fits. */
export const recognised = (answer: Looked): Recognised | undefined =>
  recognisers.map((recogniser) => recogniser(answer)).find(isThere);
