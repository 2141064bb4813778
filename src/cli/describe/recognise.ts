import {
  lastPageNames,
  moreNames,
  nextCursorNames,
  nextLinkNames,
  offsetNames,
  otherTotalNames,
  pageNames,
  plainName,
  totalNames,
} from '../../model/endpoints/pageNames';
import { counted, grouped, quoted } from '../terminal/text';
import { errorIn, type ErrorWords } from './errorWords';
import {
  beginsLater,
  type Finder,
  type FirstAnswer,
  firstOf,
  type Found,
  inHeaders,
  isCount,
  isLinks,
  isObject,
  isThere,
  linkHeader,
  type Looked,
  lookedAt,
  named,
  parameterOf,
  pathText,
  placed,
  slotIn,
  valueAt,
  type Wanted,
} from './looked';

const isAddress: Wanted = (value) => typeof value === 'string' && /^(https?:\/\/|[/?])/.test(value);
const isText: Wanted = (value) => typeof value === 'string';
const isBoolean: Wanted = (value) => typeof value === 'boolean';
const isScalar: Wanted = (value) => isThere(value) && !isBoolean(value) && !isObject(value);

const nextNames = [/^next$/, nextLinkNames, /^next(page)?href$/];

/** Links by names that nothing else has, which may be relative in any way: HAL, JSON:API, OData, Hydra. */
const linkPaths = [
  ...['_links/next/href', 'links/next/href', '@odata.nextLink', 'odata.nextLink', 'nextLink', 'd/__next'],
  ...['hydra:view/hydra:next', 'view/next'],
];

const nextLink = firstOf(placed(linkPaths, isText), named(nextNames, isAddress));
const moreOf = named([moreNames], isBoolean);
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

interface Recognised {
  readonly what: string;
  readonly options: ReadonlyArray<string>;
  /** What the response does not show, so that it may be otherwise. */
  readonly guess?: string | undefined;
  /** Whether the response names a next page. */
  readonly isNext?: boolean;
}

type Recogniser = (answer: Looked) => Recognised | undefined;

/** What something in a response means; a % stands for its place. Where it has a value, there is a next page. */
const means =
  (find: Finder, what: string, options: string, guess?: string): Recogniser =>
  (answer) => {
    const found = find(answer);
    if (found === undefined) return undefined;
    const filled = (text: string): string => text.replaceAll('%', () => found.text);
    const words = options.split(' ').map(filled);
    return { what: filled(what), options: words, guess: guess && filled(guess), isNext: Boolean(found.value) };
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
      what: 'items with an id, and whether there are more',
      options: ['--last-id', 'id', '--to', to, '--more', more.text],
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
    what: `a list of links at ${found.text}${isNext ? '' : ', none of them to a next page'}`,
    options: ['--link', `${found.text}[${rel}=next].${href}`],
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
    what: `a GraphQL connection at ${pathText(outer)}`,
    options: [
      ...['--cursor', pathText(cursorAt), '--more', pathText(moreAt)],
      ...['--to', 'body:variables.after', '--errors', 'errors'],
    ],
    guess: '--to body:variables.after is a guess: it is where your query takes its cursor from',
    isNext: valueAt(answer, moreAt) === true,
  };
};

/** The tables of Azure have a cursor of two parts. */
const azureTable: Recogniser = (answer) => {
  const parts = ['NextPartitionKey', 'NextRowKey'].flatMap((to) => {
    const found = inHeaders(new RegExp(`^x-.*continuation-${to}$`, 'i'))(answer);
    return found === undefined ? [] : ['--cursor', found.text, '--to', to];
  });
  return parts.length === 0 ? undefined : { what: `a cursor at ${parts[1] ?? ''}`, options: parts, isNext: true };
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
      what: `a cursor at ${found.text}`,
      options: [
        ...['--cursor', found.text, '--to', to],
        ...(more === undefined ? [] : ['--more', more.text]),
        ...(to === 'body:bookmark' ? ['--until-empty'] : []),
      ],
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
const totalOf = (answer: Looked) => {
  const found = totalIn(answer);
  if (found === undefined) return undefined;
  const { text, value } = found;
  const count = Number(String(value).split('/').at(-1));
  const doubt = `${text} is the number of items in this response, so it may not be that of all items: the walk continues to the first empty page`;
  return count === answer.items?.count
    ? { text, count, options: [], doubt }
    : { text, count, options: ['--total', text] };
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
  const end = lastPage === undefined ? total?.options : ['--last', lastPage.text];
  return {
    what: lastPage === undefined ? 'the number of the page' : `the number of the last page at ${lastPage.text}`,
    options: ['--page', slot, ...(first === 1 ? [] : ['--first', String(first)]), ...(end ?? [])],
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
    what: arcGis ? `whether there is more, as ArcGIS says it, at ${arcGis.text}` : counts,
    options: ['--offset', slot, ...(isFromOne ? ['--first', '1'] : []), ...(total?.options ?? [])],
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

const ofMediaWiki = '--cursor continue --to query:* --errors error';

/** What is looked for, in this order, and what it means: what leads to the next page first, then what only counts. */
const recognisers: ReadonlyArray<Recogniser> = [
  means(linkHeader, 'a Link header that leads to the next page', '--link'),
  means(nextLink, 'a link to the next page at %', '--link %'),
  listOfLinks,
  connection,
  means(placed(['continue'], isObject), 'fields that continue it at continue', ofMediaWiki),
  means(lastOfWiki, 'a response of MediaWiki that nothing continues', ofMediaWiki),
  means(
    noLink,
    'no link to a next page: this seems to be the only one',
    '--link %',
    '--link % is a guess: no link is there now',
  ),
  azureTable,
  cursor,
  means(sortedHits, 'hits of Elasticsearch that are sorted', '--last-id sort --to body:search_after'),
  lastId,
  pageNumber,
  offset,
  means(
    positional,
    'as many items as one of the params asks for',
    '--offset %',
    '--offset % is a guess: it is the number beside that of the items',
  ),
];

/** What says that there is more than this page, though it does not lead there. */
const remainderOf = (answer: Looked): string | undefined => {
  const more = moreOf(answer);
  if (more?.value === true) return `true at ${more.text}`;
  const total = totalOf(answer);
  return total !== undefined && !beginsLater(answer) && total.count > (answer.items?.count ?? Infinity)
    ? `a total of ${grouped(total.count)} at ${total.text}`
    : undefined;
};

/** What a response shows: what to print for it, and the lines that say why. */
export interface Recognition {
  /** The options that would walk it, or the address where its first page is. */
  readonly options?: string;
  readonly lines: ReadonlyArray<string>;
  /** What the response has that says that there is more than this page. */
  readonly next?: string | undefined;
  /** What the service says instead of items. */
  readonly error?: ErrorWords | undefined;
}

/** A response without items: a collection whose items are elsewhere, or an error. */
const withoutItems = ({ body, url }: FirstAnswer, mayShow: (name: string) => boolean): Recognition => {
  const { first } = Object(body) as Readonly<Record<string, unknown>>;
  const address = isObject(first) ? first.id : first;
  if (isAddress(address) && URL.canParse(String(address), url) && mayShow(String(address))) {
    return {
      options: quoted(new URL(String(address), url).href),
      lines: ['the first response is a collection whose items are on pages: look at its first page'],
    };
  }
  const error = errorIn(body);
  return { error, lines: error ? [] : ['the first response has no list of items: there is nothing to walk in it'] };
};

/** What items call the time of their last change, and what requests call the time to ask from. */
const changeNames = /^(last_?)?(updated|modified|changed)(_?(at|on|date|time))?$/i;
const sinceNames = /^((last_?)?(updated|modified|changed)_?)?(since|after)$/i;

/** How to ask only for what is new, where the items and the address look as if one could. */
const markGuess = ({ query, items }: Looked, mayShow: (name: string) => boolean): ReadonlyArray<string> => {
  const field = Object.keys(Object(items?.last) as object).find((name) => changeNames.test(name) && mayShow(name));
  const parameter = [...(query?.keys() ?? [])].find((name) => sinceNames.test(name) && mayShow(name));
  if (field === undefined || parameter === undefined) return [];
  const options = `--mark ${field}=${parameter} -o FILE --resume`;
  return [`a guess: ${options} would read only what is new in each later run, if the items are sorted by ${field}`];
};

/** Only the path of the items has names that the service chose: `mayShow` says whether such a name is fit to be printed. */
export const recognise = (answer: FirstAnswer, mayShow: (name: string) => boolean): Recognition => {
  const looked = lookedAt(answer);
  const { items } = looked;
  if (items === undefined) return withoutItems(answer, mayShow);
  const itemsLine = `the first response has ${counted(items.count, 'item')}`;
  if (!items.path.every(mayShow)) {
    const why = 'a name in it is a secret in the address, too, or cannot be printed';
    return { lines: [`${itemsLine} at a path that is not shown: ${why}. Look up how it is paged`] };
  }
  const path = pathText(items.path);
  const where = path === '.' ? 'as its whole body' : `at ${path}`;
  const rival = items.rival?.every(mayShow) ? pathText(items.rival) : undefined;
  const doubt =
    rival === undefined ? [] : [`--items ${path} is a guess: --items ${rival} may be the items just as well`];
  const found = recognisers.map((recogniser) => recogniser(looked)).find(isThere);
  const remainder = remainderOf(looked);
  if (found === undefined) {
    const advice = 'nothing in it says how to ask for the next page: look it up, and see pagewalk walk --help';
    return { lines: [`${itemsLine} ${where}`, ...doubt, advice], next: remainder };
  }
  const { what, options, guess, isNext } = found;
  const isNumbered = options.some((option) => option === '--offset' || option === '--page');
  const ahead = isNumbered ? ['pages have numbers here: --ahead 8 would ask for eight of them at once'] : [];
  return {
    options: ['--items', items.isMap ? `${path}.*` : path, ...options].map(quoted).join(' '),
    lines: [
      `${itemsLine} ${where}, and ${what}`,
      ...doubt,
      ...(guess === undefined ? [] : [guess]),
      ...ahead,
      ...markGuess(looked, mayShow),
    ],
    next: isNext ? `${what} (${options.map(quoted).join(' ')})` : remainder,
  };
};
