import { at, link } from '../../paging';
import { counted } from '../terminal/text';
import { findItems, isLinks, isObject, type Items, type Path, pathText } from './findItems';

/** The first answer of an API that is not described, and the parameters that its address has. */
export interface FirstAnswer {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly query?: ReadonlyMap<string, ReadonlyArray<string>>;
}

/** How an API seems to be paged, and what to write for it. */
interface Recognised {
  readonly what: string;
  readonly options: ReadonlyArray<string>;
  /** What the answer does not show, so that it may be otherwise. */
  readonly guess?: string | undefined;
  /** Whether the answer names a next page. */
  readonly isNext?: boolean;
}

interface Looked extends FirstAnswer {
  readonly items: Items | undefined;
  /** Where the envelope is: the first entry of a list, or the whole body. */
  readonly root: Path;
}

type Recogniser = (answer: Looked) => Recognised | undefined;

const valueAt = ({ body, headers }: FirstAnswer, path: Path): unknown =>
  at(...path).read({ body, headers, status: 200, request: { url: '' } });

const isAddress = (value: unknown): boolean => typeof value === 'string' && /^(https?:\/\/|[/?])/.test(value);

/** A name that an answer has, in the spellings that APIs use. */
const spellings = (...words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const capitals = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return [words.join('_'), capitals.charAt(0).toLowerCase() + capitals.slice(1), capitals, words.join('-')];
};

/** Objects that answers put around what they say about pages. */
const around: ReadonlyArray<Path> = [
  [],
  ...['meta', 'pagination', 'paging', 'page', 'metadata', 'links', 'info', 'data', 'response_metadata'].map((name) => [
    name,
  ]),
  ['meta', 'pagination'],
  ['meta', 'page'],
];

type Wanted = (value: unknown) => boolean;

/** The first of some paths in the envelope at which there is what is wanted. */
const pathIn = (answer: Looked, paths: ReadonlyArray<Path>, isWanted: Wanted): Path | undefined =>
  paths.map((path) => [...answer.root, ...path]).find((path) => isWanted(valueAt(answer, path)));

const firstPath = (answer: Looked, names: ReadonlyArray<string>, isWanted: Wanted): Path | undefined =>
  pathIn(
    answer,
    around.flatMap((outer) => names.map((name) => [...outer, name])),
    isWanted,
  );

const isThere = (value: unknown): boolean => value !== undefined;
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
/** A count may come in digits, as some services write it. */
const isCount = (value: unknown): boolean =>
  Number.isSafeInteger(value) || (typeof value === 'string' && /^\d{1,15}$/.test(value));

const moreNames = [...spellings('has', 'more'), ...spellings('has', 'next'), ...spellings('has', 'next', 'page')];

const moreOption = (answer: Looked): ReadonlyArray<string> => {
  const more = firstPath(answer, moreNames, isBoolean);
  return more === undefined ? [] : ['--more', pathText(more)];
};

const linkHeader: Recogniser = ({ headers, body }) =>
  link('next').read({ headers, body, status: 200, request: { url: '' } }) === undefined
    ? undefined
    : { what: 'a Link header that leads to the next page', options: ['--link'], isNext: true };

/** Links by names that nothing else has, which may be relative in any way. */
const linkNames: ReadonlyArray<Path> = [
  ['_links', 'next', 'href'],
  ['links', 'next', 'href'],
  ['@odata.nextLink'],
  ['odata.nextLink'],
  ['nextLink'],
  ['d', '__next'],
];

const nextNames = ['next', 'next_url', 'next_page_url', 'nextUrl', 'nextPageUrl'];

const linkInBody: Recogniser = (answer) => {
  const path =
    pathIn(answer, linkNames, (value) => typeof value === 'string') ?? firstPath(answer, nextNames, isAddress);
  return (
    path && { what: `a link to the next page at ${pathText(path)}`, options: ['--link', pathText(path)], isNext: true }
  );
};

/** Lists of links, as FHIR and OGC services have them; the last page has one without a link to the next. */
const listOfLinks: Recogniser = (answer) => {
  const path = pathIn(answer, [['links'], ['link'], ['_links']], isLinks);
  if (path === undefined) return undefined;
  const links = valueAt(answer, path) as ReadonlyArray<Readonly<Record<string, unknown>>>;
  const rel = 'rel' in (links[0] ?? {}) ? 'rel' : 'relation';
  const href = 'href' in (links[0] ?? {}) ? 'href' : 'url';
  const isNext = links.some((entry) => [entry[rel]].flat().includes('next'));
  return {
    what: `a list of links at ${pathText(path)}${isNext ? '' : ', none of them to a next page'}`,
    options: ['--link', `${pathText(path)}[${rel}=next].${href}`],
    isNext,
  };
};

/** On a single page the link to the next one is null, or left out of the links. */
const noLink: Recogniser = (answer) => {
  const paths = ['next', 'nextLink', 'next_page_url'].flatMap((name) =>
    [[], ['links'], ['meta'], ['pagination']].map((outer) => [...outer, name]),
  );
  const path = pathIn(answer, paths, (value) => value === null);
  const hal = [...answer.root, '_links'];
  const isHal = isObject(valueAt(answer, [...hal, 'self']));
  const found = path ?? (isHal ? [...hal, 'next', 'href'] : undefined);
  return (
    found && {
      what: 'no link to a next page: this seems to be the only one',
      options: ['--link', pathText(found)],
      guess: `--link ${pathText(found)} is a guess: no link is there now`,
    }
  );
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
  const isWiki = isObject(valueAt(answer, ['query'])) && isThere(valueAt(answer, ['batchcomplete']));
  const isNext = isObject(valueAt(answer, ['continue']));
  if (!isNext && !isWiki) return undefined;
  return {
    what: isNext ? 'fields that continue it at continue' : 'an answer of MediaWiki that nothing continues',
    options: ['--cursor', 'continue', '--to', 'query:*', '--errors', 'error'],
    isNext,
  };
};

/** Cursors by the names that APIs give them, and where these APIs want them back. */
const cursors: ReadonlyArray<readonly [names: ReadonlyArray<string>, to: (name: string) => string, isKnown: boolean]> =
  [
    [['nextPageToken'], () => 'pageToken', true],
    [['next_page_token'], () => 'page_token', true],
    [['LastEvaluatedKey'], () => 'body:ExclusiveStartKey', true],
    [['continue'], (name) => name, true],
    [['bookmark'], () => 'body:bookmark', true],
    [spellings('next', 'cursor'), () => 'cursor', false],
    [spellings('next', 'token'), (name) => name, false],
    [spellings('continuation', 'token'), (name) => name, false],
    [['cursor', 'after', 'end_cursor', 'endCursor', 'next'], (name) => (name === 'after' ? 'after' : 'cursor'), false],
  ];

const cursor: Recogniser = (answer) => {
  for (const [names, to, isKnown] of cursors) {
    const path = firstPath(answer, names, isThere);
    if (path === undefined || isBoolean(valueAt(answer, path))) continue;
    // A number beside that of the last page is the number of a page.
    if (isCount(valueAt(answer, path)) && firstPath(answer, lastPageNames, isCount)) continue;
    const slot = to(path.at(-1) ?? '');
    const until = path.at(-1) === 'bookmark' ? ['--until-empty'] : [];
    return {
      what: `a cursor at ${pathText(path)}`,
      options: ['--cursor', pathText(path), '--to', slot, ...moreOption(answer), ...until],
      guess: isKnown ? undefined : `--to ${slot} is a guess: look up where the API wants its cursor`,
      isNext: Boolean(valueAt(answer, path)),
    };
  }
  return undefined;
};

/** Elasticsearch: what sorts a hit selects the next page. */
const searchAfter: Recogniser = ({ items }) =>
  pathText(items?.path ?? []) === 'hits.hits' && Object.hasOwn(Object(items?.last) as object, 'sort')
    ? { what: 'hits of Elasticsearch that are sorted', options: ['--last-id', 'sort', '--to', 'body:search_after'] }
    : undefined;

const lastId: Recogniser = (answer) => {
  const more = moreOption(answer);
  if (more.length === 0 || !Object.hasOwn(Object(answer.items?.last) as object, 'id')) return undefined;
  return {
    what: 'items with an id, and whether there are more',
    options: ['--last-id', 'id', '--to', 'starting_after', ...more],
    guess: '--to starting_after is a guess: look up where the API wants the last id',
  };
};

const totalNames = [
  'total',
  'count',
  ...spellings('total', 'count'),
  ...spellings('total', 'items'),
  ...spellings('total', 'elements'),
  ...spellings('total', 'results'),
];
const lastPageNames = [
  ...spellings('total', 'pages'),
  ...spellings('last', 'page'),
  ...spellings('page', 'count'),
  'pages',
  'last',
];
const lastPageHeaders = ['x-total-pages', 'x-pages', 'x-wp-totalpages'];
const pageNames = [
  'page',
  ...spellings('page', 'number'),
  ...spellings('current', 'page'),
  'page[number]',
  '_page',
  'p',
];
const offsetNames = ['offset', 'skip', 'start', '$skip', 'from', 'startIndex', 'start_index', '_start', 'page[offset]'];

/** A parameter that the address has, and the number that it begins with. */
const parameterOf = ({ query }: Looked, names: ReadonlyArray<string>): readonly [string, number] | undefined => {
  const name = names.find((one) => /^\d+$/.test(query?.get(one)?.[0] ?? ''));
  return name === undefined ? undefined : [name, Number(query?.get(name)?.[0])];
};

/** Where an answer has a number: in its envelope, or in a header. */
const numberAt = (answer: Looked, names: ReadonlyArray<string>, headers: ReadonlyArray<string>): string | undefined => {
  const path = firstPath(answer, names, isCount);
  const header = headers.find((name) => name in answer.headers);
  return path === undefined ? header && `header:${header}` : pathText(path);
};

/** The total, unless it is the number of items of this page: some services call the size of a page its total. */
const totalOf = (answer: Looked): { readonly options: ReadonlyArray<string>; readonly doubt?: string } | undefined => {
  const total = numberAt(answer, totalNames, ['x-total-count', 'x-total', 'x-wp-total']);
  if (total === undefined) return undefined;
  const path = firstPath(answer, totalNames, isCount);
  const said = path === undefined ? answer.headers[total.slice('header:'.length)] : valueAt(answer, path);
  if (Number(said) !== answer.items?.count) return { options: ['--total', total] };
  return {
    options: [],
    doubt: `${total} is the number of items in this answer, so it may not be that of all items: the walk continues to the first empty page`,
  };
};

/** What is said of a parameter that the answer does not name. */
const guessOf = (option: string, isKnown: boolean, ...doubts: ReadonlyArray<string | undefined>): string | undefined =>
  [isKnown ? undefined : `${option} is a guess: look up how the API calls it`, ...doubts]
    .filter((text) => text !== undefined)
    .join('; ') || undefined;

const pageNumber: Recogniser = (answer) => {
  const given = parameterOf(answer, pageNames);
  const [own] = pageNames.filter((name) => isCount(valueAt(answer, [...answer.root, name])));
  const isLastFlag = isBoolean(valueAt(answer, [...answer.root, 'last']));
  const last = isLastFlag ? pathText([...answer.root, 'last']) : numberAt(answer, lastPageNames, lastPageHeaders);
  const total = totalOf(answer);
  if (last === undefined && (total === undefined || (given === undefined && own === undefined))) return undefined;
  const name = given?.[0] ?? (own === undefined || /^current/i.test(own) ? 'page' : own);
  const first = given?.[1] ?? Number(valueAt(answer, [...answer.root, own ?? 'number']) ?? 1);
  const begins = first === 1 || !Number.isSafeInteger(first) ? [] : ['--first', String(first)];
  return {
    what: last === undefined ? 'the number of the page' : `the number of the last page at ${last}`,
    options: ['--page', name, ...begins, ...(last === undefined ? (total?.options ?? []) : ['--last', last])],
    guess: guessOf(`--page ${name}`, given !== undefined, last === undefined ? total?.doubt : undefined),
    isNext: first < Number(valueAt(answer, firstPath(answer, lastPageNames, isCount) ?? [''])),
  };
};

const offset: Recogniser = (answer) => {
  const given = parameterOf(answer, offsetNames);
  const total = totalOf(answer);
  if (total === undefined && given === undefined) return undefined;
  const own = offsetNames.find((name) => valueAt(answer, [...answer.root, name]) === 0) ?? 'offset';
  // Feathers calls it otherwise in the address.
  const isFeathers = own === 'skip' && isCount(valueAt(answer, ['limit'])) && answer.items?.path[0] === 'data';
  const [name, first] = given ?? [isFeathers ? '$skip' : own, 0];
  // From the middle on, the number of all items says nothing of how many are left.
  const end = first === 0 ? (total?.options ?? []) : ['--first', String(first)];
  return {
    what: total === undefined ? `the number of items to skip in the address` : 'the number of all items',
    options: ['--offset', name, ...end],
    guess: guessOf(`--offset ${name}`, given !== undefined, first === 0 ? total?.doubt : undefined),
  };
};

const recognisers: ReadonlyArray<Recogniser> = [
  linkHeader,
  linkInBody,
  listOfLinks,
  connection,
  continuation,
  noLink,
  cursor,
  searchAfter,
  lastId,
  pageNumber,
  offset,
];

/** What a shell would not leave as it is goes between quotes. */
const quoted = (word: string): string => (/^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

const lookedAt = (answer: FirstAnswer): Looked => {
  const { body } = answer;
  const [first] = Array.isArray(body) && body.length < 3 ? (body as ReadonlyArray<unknown>) : [];
  const inner = isObject(first) && Array.isArray(body) && body.length === 1 ? findItems(first) : undefined;
  // A list that holds nothing but an envelope.
  if (inner?.path.length && !inner.isMap) {
    const root = { ...answer, items: { ...inner, path: ['0', ...inner.path] }, root: ['0'] };
    if (foundIn(root)) return root;
  }
  const items = findItems(body);
  return { ...answer, items, root: items?.path[0] === '1' && Array.isArray(body) ? ['0'] : [] };
};

const foundIn = (looked: Looked): Recognised | undefined =>
  recognisers.map((recogniser) => recogniser(looked)).find((one) => one !== undefined);

/** Names that APIs give to lists and to what is around them: no secrets, also where a value in the address is the same. */
const listNames = /^(data|docs|edges|entry|features|hits|items|nodes|pages|query|records|results|rows|values?)$/;

/** What an answer shows: the options that would walk it, and the lines that say why. */
export interface Recognition {
  readonly options?: string;
  readonly lines: ReadonlyArray<string>;
  /** Where the answer names a next page, if it does. */
  readonly next?: string | undefined;
}

/** Only the path of the items has names that the service chose: `mayShow` says whether such a name is fit to be printed. */
export const recognise = (answer: FirstAnswer, mayShow: (name: string) => boolean): Recognition => {
  const looked = lookedAt(answer);
  const { items } = looked;
  if (items === undefined) return { lines: ['the first answer has no list of items: there is nothing to walk in it'] };
  const itemsLine = `the first answer has ${counted(items.count, 'item')}`;
  if (!items.path.every((name) => listNames.test(name) || mayShow(name))) {
    const why = 'a name in it is a value in the address, too, or cannot be printed';
    return { lines: [`${itemsLine} at a path that is not shown: ${why}. Look up how it is paged`] };
  }
  const path = pathText(items.path);
  const where = path === '.' ? 'as its whole body' : `at ${path}`;
  const found = foundIn(looked);
  if (found === undefined) {
    const advice = 'nothing in it says how to ask for the next page: look it up, and see pagewalk walk --help';
    return { lines: [`${itemsLine} ${where}`, advice] };
  }
  const { what, options, guess, isNext } = found;
  const isNumbered = options.some((option) => option === '--offset' || option === '--page');
  const ahead = isNumbered ? ['pages have numbers here: --ahead 8 would ask for eight of them at once'] : [];
  return {
    options: ['--items', items.isMap ? `${path}.*` : path, ...options].map(quoted).join(' '),
    lines: [`${itemsLine} ${where}, and ${what}`, ...(guess === undefined ? [] : [guess]), ...ahead],
    next: isNext ? `${what} (${options.map(quoted).join(' ')})` : undefined,
  };
};
