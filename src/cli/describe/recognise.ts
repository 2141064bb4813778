import { at, link } from '../../paging';
import { counted } from '../terminal/text';
import { findItems, type Items, pathText } from './findItems';

/** The first answer of an API that is not described. */
export interface FirstAnswer {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** How an API seems to be paged, and what to write for it. */
interface Recognised {
  readonly what: string;
  readonly options: ReadonlyArray<string>;
  /** What the answer does not show, so that it may be another name. */
  readonly guess?: string;
}

interface Looked extends FirstAnswer {
  readonly items: Items | undefined;
}

type Recogniser = (answer: Looked) => Recognised | undefined;

type Path = ReadonlyArray<string>;

const valueAt = ({ body, headers }: FirstAnswer, path: Path): unknown =>
  at(...path).read({ body, headers, status: 200, request: { url: '' } });

const isThere = (answer: FirstAnswer, path: Path): boolean => valueAt(answer, path) !== undefined;

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
];

const firstThere = (answer: FirstAnswer, names: ReadonlyArray<string>): Path | undefined =>
  around.flatMap((outer) => names.map((name) => [...outer, name])).find((path) => isThere(answer, path));

const firstBoolean = (answer: FirstAnswer, names: ReadonlyArray<string>): Path | undefined =>
  around
    .flatMap((outer) => names.map((name) => [...outer, name]))
    .find((path) => typeof valueAt(answer, path) === 'boolean');

const firstNumber = (answer: FirstAnswer, names: ReadonlyArray<string>): Path | undefined =>
  around
    .flatMap((outer) => names.map((name) => [...outer, name]))
    .find((path) => Number.isSafeInteger(valueAt(answer, path)));

const moreNames = [...spellings('has', 'more'), ...spellings('has', 'next'), ...spellings('has', 'next', 'page')];

const moreOption = (answer: FirstAnswer): ReadonlyArray<string> => {
  const more = firstBoolean(answer, moreNames);
  return more === undefined ? [] : ['--more', pathText(more)];
};

const linkHeader: Recogniser = ({ headers, body }) =>
  link('next').read({ headers, body, status: 200, request: { url: '' } }) === undefined
    ? undefined
    : { what: 'a Link header that leads to the next page', options: ['--link'] };

const linkPaths: ReadonlyArray<Path> = [
  ['_links', 'next', 'href'],
  ['links', 'next', 'href'],
  ['@odata.nextLink'],
  ['odata.nextLink'],
  ['nextLink'],
  ...around.flatMap((outer) =>
    ['next', 'next_url', 'next_page_url', 'nextUrl', 'nextPageUrl'].map((name) => [...outer, name]),
  ),
];

const linkInBody: Recogniser = (answer) => {
  const path = linkPaths.find((candidate) => isAddress(valueAt(answer, candidate)));
  return path && { what: `a link to the next page at ${pathText(path)}`, options: ['--link', pathText(path)] };
};

/** GraphQL's connections: a cursor and whether there is more, beside the items. */
const connection: Recogniser = (answer) => {
  const outer = answer.items?.path.slice(0, -1) ?? [];
  const info = [...outer, 'pageInfo'];
  if (!isThere(answer, [...info, 'endCursor'])) return undefined;
  return {
    what: `a GraphQL connection at ${pathText(outer)}`,
    options: [
      '--cursor',
      pathText([...info, 'endCursor']),
      '--more',
      pathText([...info, 'hasNextPage']),
      '--to',
      'body:variables.after',
    ],
    guess: 'body:variables.after is a guess: it is where your query takes its cursor from',
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
    const path = firstThere(answer, names);
    if (path === undefined || typeof valueAt(answer, path) === 'boolean') continue;
    const slot = to(path.at(-1) ?? '');
    const until = path.at(-1) === 'bookmark' ? ['--until-empty'] : [];
    return {
      what: `a cursor at ${pathText(path)}`,
      options: ['--cursor', pathText(path), '--to', slot, ...moreOption(answer), ...until],
      ...(!isKnown && { guess: `--to ${slot} is a guess: look up where the API wants its cursor` }),
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

const lastPageNames = [
  ...spellings('total', 'pages'),
  ...spellings('last', 'page'),
  ...spellings('page', 'count'),
  'last',
];

const pageNumber: Recogniser = (answer) => {
  const path = firstNumber(answer, lastPageNames);
  const fromHeader = ['x-total-pages', 'x-pages'].find((name) => name in answer.headers);
  if (path === undefined && fromHeader === undefined) return undefined;
  const last = path === undefined ? `header:${fromHeader ?? ''}` : pathText(path);
  return {
    what: `the number of the last page at ${last}`,
    options: ['--page', 'page', '--last', last],
    guess: '--page page is a guess: look up where the API wants the number of the page',
  };
};

const totalNames = ['total', 'count', ...spellings('total', 'count'), ...spellings('total', 'items')];

const offset: Recogniser = (answer) => {
  const path = firstNumber(answer, totalNames);
  const isInHeader = 'x-total-count' in answer.headers;
  if (path === undefined && !isInHeader) return undefined;
  const total = path === undefined ? 'header:x-total-count' : pathText(path);
  return {
    what: `the number of all items at ${total}`,
    options: ['--offset', 'offset', '--total', total],
    guess: '--offset offset is a guess: look up where the API wants the number of items to skip',
  };
};

const recognisers: ReadonlyArray<Recogniser> = [
  linkHeader,
  linkInBody,
  connection,
  cursor,
  searchAfter,
  lastId,
  pageNumber,
  offset,
];

/** What a shell would not leave as it is goes between quotes. */
const quoted = (word: string): string => (/^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** The lines that say what an answer shows. `show` makes names that a service chose fit to be printed. */
export const recognise = (answer: FirstAnswer, show: (text: string) => string): ReadonlyArray<string> => {
  const items = findItems(answer.body);
  const looked = { ...answer, items };
  const found = recognisers.map((recogniser) => recogniser(looked)).find((one) => one !== undefined);
  const path = items === undefined ? undefined : pathText(items.path);
  const itemsLine =
    items === undefined || path === undefined
      ? 'the first answer has no array: there is nothing to walk in it'
      : `the first answer has ${counted(items.count, 'item')} ${path === '.' ? 'as its whole body' : `at ${show(path)}`}`;
  if (found === undefined || path === undefined) {
    return [
      itemsLine,
      ...(items === undefined
        ? []
        : ['nothing in it says how to ask for the next page: look it up, and see pagewalk walk --help']),
    ];
  }
  return [
    `${itemsLine}, and ${show(found.what)}`,
    `these options would walk it: ${show(['--items', path, ...found.options].map(quoted).join(' '))}`,
    ...(found.guess === undefined ? [] : [found.guess]),
  ];
};
