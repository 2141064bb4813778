import { messageIn } from '../../model/errors/messageIn';
import { link } from '../../paging';
import { counted, grouped } from '../terminal/text';
import {
  type FirstAnswer,
  type Found,
  inHeaders,
  isCount,
  isLinks,
  isObject,
  isThere,
  type Looked,
  lookedAt,
  named,
  parameterOf,
  pathText,
  placed,
  valueAt,
  type Wanted,
} from './looked';
import { markGuess } from './markGuess';

/** How an API seems to be paged, and what to write for it. */
interface Recognised {
  readonly what: string;
  readonly options: ReadonlyArray<string>;
  /** What the response does not show, so that it may be otherwise. */
  readonly guess?: string | undefined;
  /** Whether the response names a next page. */
  readonly isNext?: boolean;
}

type Recogniser = (answer: Looked) => Recognised | undefined;

const isAddress: Wanted = (value) => typeof value === 'string' && /^(https?:\/\/|[/?])/.test(value);
const isText: Wanted = (value) => typeof value === 'string';
const isBoolean: Wanted = (value) => typeof value === 'boolean';
const isScalar: Wanted = (value) => isThere(value) && !isBoolean(value) && !isObject(value);

// What APIs call these, in all their spellings; of two in the same place the first one counts.
const moreNames = [/^(has[_-]?(more|next|next[_-]?page)|more|is_?truncated)$/i];
const nextNames = [/^next$/, /^next[_-]?(page[_-]?)?(url|link|href)$/i, /^next[_-]?page$/i];
const lastPageNames = [/^(total[_-]?pages|last[_-]?page|page[_-]?count|num[_-]?pages)$/i, /^pages$/, /^last$/];
const totalNames = [
  /^total$/,
  /^(hydra:)?total[_-]?(count|items|elements|results|size|records)$/i,
  /^(recordsTotal|numFound|@?odata\.count|numberMatched|nbHits)$/,
  /^count$/,
];
const pageNames = [/^page$/, /^(page[_-]?(number|no|index)|current[_-]?page|page\[number\]|_page|p)$/i];
const offsetNames = [
  /^offset$/,
  /^(skip|start|\$skip|from|start[_-]?index|_start|startAt|resultOffset|page\[offset\]|filter\[(skip|offset)\])$/i,
];

const moreOf = (answer: Looked): Found | undefined => named(answer, moreNames, isBoolean);

/** A cursor, and where it goes in the next request: known, or by what others call it. */
const toCursor = (answer: Looked, { text, value }: Found, to: string, isKnown: boolean): Recognised => {
  const more = moreOf(answer);
  const rest = [
    ...(more === undefined ? [] : ['--more', more.text]),
    ...(to === 'body:bookmark' ? ['--until-empty'] : []),
  ];
  return {
    what: `a cursor at ${text}`,
    options: ['--cursor', text, '--to', to, ...rest],
    guess: isKnown ? undefined : `--to ${to} is a guess: look up where the API wants its cursor`,
    isNext: Boolean(value) && more?.value !== false,
  };
};

const linkHeader: Recogniser = ({ headers, body }) =>
  typeof link('next').read({ headers, body, status: 200, request: { url: '' } }) !== 'string'
    ? undefined
    : { what: 'a Link header that leads to the next page', options: ['--link'], isNext: true };

/** Links by names that nothing else has, which may be relative in any way: HAL, JSON:API, OData, Hydra. */
const linkPaths = [
  ...['_links/next/href', 'links/next/href', '@odata.nextLink', 'odata.nextLink', 'nextLink', 'd/__next'],
  ...['hydra:view/hydra:next', 'view/next'],
];

const linkInBody: Recogniser = (answer) => {
  const found = placed(answer, linkPaths, isText) ?? named(answer, nextNames, isAddress);
  return found && { what: `a link to the next page at ${found.text}`, options: ['--link', found.text], isNext: true };
};

/** Lists of links, as FHIR and OGC services have them; the last page has one without a link to the next. */
const listOfLinks: Recogniser = (answer) => {
  const found = placed(answer, ['links', 'link', '_links'], isLinks);
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

/** On a single page the link to the next one is null, or left out: of the links of HAL, of a page of ActivityPub. */
const noLink: Recogniser = (answer) => {
  const isHal = placed(answer, ['_links/self'], isObject) !== undefined;
  const isCollection = /^(Ordered)?CollectionPage$/.test(String(valueAt(answer, ['type'])));
  const text =
    named(answer, nextNames, (value) => value === null)?.text ??
    (isHal ? '_links.next.href' : isCollection ? 'next' : undefined);
  if (text === undefined) return undefined;
  return {
    what: 'no link to a next page: this seems to be the only one',
    options: ['--link', text],
    guess: `--link ${text} is a guess: no link is there now`,
  };
};

/** GraphQL's connections: a cursor and whether there is more, beside the items. */
const connection: Recogniser = (answer) => {
  const outer = answer.items?.path.slice(0, -1) ?? [];
  const info = [...outer, 'pageInfo'];
  if (!isThere(valueAt(answer, [...info, 'endCursor']))) return undefined;
  const options = ['--cursor', pathText([...info, 'endCursor']), '--more', pathText([...info, 'hasNextPage'])];
  return {
    what: `a GraphQL connection at ${pathText(outer)}`,
    options: [...options, '--to', 'body:variables.after', '--errors', 'errors'],
    guess: '--to body:variables.after is a guess: it is where your query takes its cursor from',
    isNext: valueAt(answer, [...info, 'hasNextPage']) === true,
  };
};

/** MediaWiki: each field of an object is a parameter of the next request. */
const continuation: Recogniser = (answer) => {
  const isWiki = placed(answer, ['query'], isObject) && placed(answer, ['batchcomplete'], isThere);
  const isNext = placed(answer, ['continue'], isObject) !== undefined;
  if (!isNext && !isWiki) return undefined;
  return {
    what: isNext ? 'fields that continue it at continue' : 'a response of MediaWiki that nothing continues',
    options: ['--cursor', 'continue', '--to', 'query:*', '--errors', 'error'],
    isNext,
  };
};

/** The tables of Azure have a cursor of two parts. */
const azureTable: Recogniser = (answer) => {
  const parts = ['NextPartitionKey', 'NextRowKey'].flatMap((to) => {
    const found = inHeaders(answer, new RegExp(`^x-.*continuation-${to}$`, 'i'));
    return found === undefined ? [] : ['--cursor', found.text, '--to', to];
  });
  return parts.length === 0 ? undefined : { what: `a cursor at ${parts[1] ?? ''}`, options: parts, isNext: true };
};

/** Cursors by the names that APIs give them, in headers or fields, and where these APIs want them back. */
const cursors: ReadonlyArray<readonly [names: RegExp, to: (name: string) => string, known?: 'known' | 'header']> = [
  // Cosmos DB takes it back in the header that it came in. That of GitLab is empty on the last page.
  [/^x-.*continuation(-token)?$/, (name) => `header:${name}`, 'header'],
  [/^x-next-page$/, () => 'page', 'header'],
  [/^(x-)?next-cursor$/, () => 'cursor', 'header'],
  [/^(x-)?next-(page-)?token$/, () => 'page_token', 'header'],
  [/^nextPageToken$/, () => 'pageToken', 'known'],
  [/^next_page_token$/, () => 'page_token', 'known'],
  [/^LastEvaluatedKey$/, () => 'body:ExclusiveStartKey', 'known'],
  [/^continue$/, (name) => name, 'known'],
  [/^bookmark$/, () => 'body:bookmark', 'known'],
  [/^next[_-]?cursor$/i, () => 'cursor'],
  [/^(next|continuation)[_-]?token$/i, (name) => name],
  [/^(cursor|after|end_?cursor|next)$/i, (name) => (name === 'after' ? 'after' : 'cursor')],
  [/^next[_-]?page$/i, () => 'page'],
];

const cursor: Recogniser = (answer) => {
  const lastPage = named(answer, lastPageNames, isCount);
  for (const [names, to, known] of cursors) {
    const isWanted = names.test('LastEvaluatedKey') ? isThere : isScalar;
    const found = known === 'header' ? inHeaders(answer, names) : named(answer, [names], isWanted);
    // A number beside that of the last page is the number of a page.
    if (found === undefined || (isCount(found.value) && lastPage !== undefined)) continue;
    const slot = to(found.name);
    const given = slot === 'page' ? parameterOf(answer, pageNames) : undefined;
    const isKnown = known === 'known' || given !== undefined || /^x-(.*continuation.*|next-page)$/.test(found.name);
    return toCursor(answer, found, given?.text ?? slot, isKnown);
  }
  return undefined;
};

/** Elasticsearch: what sorts a hit selects the next page. */
const searchAfter: Recogniser = ({ items }) =>
  pathText(items?.path ?? []) === 'hits.hits' && Object.hasOwn(Object(items?.last) as object, 'sort')
    ? { what: 'hits of Elasticsearch that are sorted', options: ['--last-id', 'sort', '--to', 'body:search_after'] }
    : undefined;

const lastId: Recogniser = (answer) => {
  const more = moreOf(answer);
  if (more === undefined || !Object.hasOwn(Object(answer.items?.last) as object, 'id')) return undefined;
  return {
    what: 'items with an id, and whether there are more',
    options: ['--last-id', 'id', '--to', 'starting_after', '--more', more.text],
    guess: '--to starting_after is a guess: look up where the API wants the last id',
    isNext: more.value === true,
  };
};

/** The total, in a field or a header: the last number of a Content-Range. */
const totalIn = (answer: Looked): (Found & { readonly count: number }) | undefined => {
  const found =
    named(answer, totalNames, isCount) ??
    inHeaders(answer, /^x-(wp-)?total(-count)?$/, isCount) ??
    inHeaders(answer, /^content-range$/, (value) => /\/\d+$/.test(String(value)));
  return found && { ...found, count: Number(String(found.value).split('/').at(-1)) };
};

/** The total, unless it is the number of items of this page: some services call the size of a page its total. */
const totalOf = (answer: Looked): { readonly options: ReadonlyArray<string>; readonly doubt?: string } | undefined => {
  const total = totalIn(answer);
  if (total === undefined) return undefined;
  if (total.count !== answer.items?.count) return { options: ['--total', total.text] };
  return {
    options: [],
    doubt: `${total.text} is the number of items in this response, so it may not be that of all items: the walk continues to the first empty page`,
  };
};

/** What is said of a parameter that the response does not name. */
const guessOf = (option: string, isKnown: boolean, doubt: string | undefined): string | undefined =>
  [...(isKnown ? [] : [`${option} is a guess: look up how the API calls it`]), doubt].filter(isThere).join('; ') ||
  undefined;

const pageNumber: Recogniser = (answer) => {
  const given = parameterOf(answer, pageNames);
  const own = named(answer, pageNames, isCount, 1);
  const lastPage =
    placed(answer, ['last'], isBoolean) ??
    named(answer, lastPageNames, isCount) ??
    inHeaders(answer, /^x-(total-pages|pages|wp-totalpages)$/, isCount);
  const total = totalOf(answer);
  if (lastPage === undefined && given === undefined && (total === undefined || own === undefined)) return undefined;
  const slot = given?.text ?? (own === undefined || /^current/i.test(own.name) ? 'page' : own.name);
  const first = given?.value ?? Number(own?.value ?? placed(answer, ['number'], isCount)?.value ?? 1);
  const begins = first === 1 ? [] : ['--first', String(first)];
  return {
    what: lastPage === undefined ? 'the number of the page' : `the number of the last page at ${lastPage.text}`,
    options: [
      '--page',
      slot,
      ...begins,
      ...(lastPage === undefined ? (total?.options ?? []) : ['--last', lastPage.text]),
    ],
    guess: guessOf(`--page ${slot}`, given !== undefined, lastPage === undefined ? total?.doubt : undefined),
    isNext: isCount(lastPage?.value) && first < Number(lastPage?.value),
  };
};

const offset: Recogniser = (answer) => {
  const given = parameterOf(answer, offsetNames);
  const total = totalOf(answer);
  // ArcGIS says whether there is more, and leaves it out of the last page.
  const arcGis =
    named(answer, [/^exceededTransferLimit$/], isBoolean) ??
    placed(answer, ['properties/exceededTransferLimit'], isBoolean);
  if (total === undefined && given === undefined && arcGis === undefined) return undefined;
  const own = named(answer, offsetNames, isCount, 1);
  // SCIM and OpenSearch count from 1.
  const isFromOne =
    /^start_?index$/i.test(given?.name ?? own?.name ?? '') &&
    (given ?? own)?.value !== 0 &&
    named(answer, [/totalResults$/], isCount) !== undefined;
  // Feathers calls it otherwise in the address.
  const isFeathers = own?.name === 'skip' && placed(answer, ['limit'], isCount) && answer.items?.path[0] === 'data';
  const ownName = own?.value === 0 || isFromOne ? own?.name : undefined;
  const slot = given?.text ?? (isFeathers ? '$skip' : (ownName ?? (arcGis ? 'resultOffset' : 'offset')));
  const counts = total === undefined ? 'the number of items to skip in the address' : 'the number of all items';
  return {
    what: arcGis ? `whether there is more, as ArcGIS says it, at ${arcGis.text}` : counts,
    options: ['--offset', slot, ...(isFromOne ? ['--first', '1'] : []), ...(total?.options ?? [])],
    guess: guessOf(`--offset ${slot}`, given !== undefined || isFromOne || arcGis !== undefined, total?.doubt),
    isNext: arcGis?.value === true,
  };
};

/** JSON-RPC: a number among the params that equals the number of items is the size, the one beside it the offset. */
const positional: Recogniser = ({ sent, items }) => {
  const params = Array.isArray(sent?.params) ? (sent.params as ReadonlyArray<unknown>) : [];
  const size = params.lastIndexOf(items?.count);
  const at = [size - 1, size + 1].find((index) => size >= 0 && isCount(params[index]));
  if (at === undefined) return undefined;
  const slot = `body:params.${at}`;
  return {
    what: 'as many items as one of the params asks for',
    options: ['--offset', slot],
    guess: `--offset ${slot} is a guess: it is the number beside that of the items`,
  };
};

/** What is looked for, in this order: what leads to the next page first, then what only counts. */
const recognisers: ReadonlyArray<Recogniser> = [
  ...[linkHeader, linkInBody, listOfLinks, connection, continuation, noLink],
  ...[azureTable, cursor, searchAfter, lastId, pageNumber, offset, positional],
];

/** What says that there is more than this page, though it does not lead there. */
const remainderOf = (answer: Looked): string | undefined => {
  const more = moreOf(answer);
  if (more?.value === true) return `true at ${more.text}`;
  const total = totalIn(answer);
  const isFromMiddle = (parameterOf(answer, [...offsetNames, ...pageNames])?.value ?? 0) > 1;
  return total !== undefined && !isFromMiddle && total.count > (answer.items?.count ?? Infinity)
    ? `a total of ${grouped(total.count)} at ${total.text}`
    : undefined;
};

/** What a shell would not leave as it is goes between quotes. */
const quoted = (word: string): string => (/^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** What a response without items says of an error, and where. */
export interface ErrorWords {
  readonly path: string;
  readonly words: string;
}

export const errorIn = (body: unknown): ErrorWords | undefined => {
  const fields = Object(body) as Readonly<Record<string, unknown>>;
  const path = ['error', 'errors', 'fault', 'message', 'description', 'title'].find((name) => Boolean(fields[name]));
  const others = ['description', 'fault', 'fault.faultstring', 'error.description', 'error.details', 'errors.0'];
  return path === undefined ? undefined : { path, words: messageIn(body, ...others) ?? '' };
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
const withoutItems = ({ body }: FirstAnswer, mayShow: (name: string) => boolean): Recognition => {
  const { first } = Object(body) as Readonly<Record<string, unknown>>;
  const address = isObject(first) ? first.id : first;
  if (isAddress(address) && mayShow(String(address))) {
    return {
      options: quoted(String(address)),
      lines: ['the first response is a collection whose items are on pages: look at its first page'],
    };
  }
  const error = errorIn(body);
  return { error, lines: error ? [] : ['the first response has no list of items: there is nothing to walk in it'] };
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
      ...markGuess(answer, items.last, mayShow),
    ],
    next: isNext ? `${what} (${options.map(quoted).join(' ')})` : remainder,
  };
};
