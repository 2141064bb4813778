import { isFields } from '../../model/json/Fields';
import type { ValueType } from '../../model/conventions/Convention';
import { link } from '../../paging';
import { type Evidence, type LinkList, seenAs, type Sign, signing, signsAround } from './Evidence';
import {
  findItems,
  isLinks,
  type Items,
  namedValues,
  type Path,
  pathText,
  bodyAt,
  valuesIn,
} from './items';

/** The first response of an API that is not described, and what the request for it had. */
export interface FirstAnswer {
  readonly url?: string | undefined;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly query?: ReadonlyMap<string, ReadonlyArray<string>>;
  readonly sent?: Readonly<Record<string, unknown>> | undefined;
  /** The parameters that such a request may have, where a document names them. */
  readonly takes?: ReadonlyArray<string>;
}

/** What a response with items shows. */
export interface FirstResponse extends FirstAnswer, Evidence {
  readonly items: Items;
  /** Where the envelope is: the first entry of a list, or the whole body. */
  readonly root: Path;
  /** Whether the envelope holds something with a name that must not be printed. */
  readonly isHiding: boolean;
}

const isIn = (value: unknown, kinds: string): boolean => kinds.includes(typeof value);

/** A count may come in digits, as some services write it; in a Content-Range behind what the page has. */
export const countOf = (value: unknown): number | undefined => {
  if (!isIn(value, 'number string')) return undefined;
  const [, digits] = /^(?:[a-z]* ?[\d*]+(?:-\d+)?\/)?(\d{1,15})$/.exec(String(value)) ?? [];
  return digits === undefined ? undefined : Number(digits);
};

export const isLinkText = (value: unknown): value is string =>
  typeof value === 'string' && /^(https?:\/\/|[/?])/.test(value);

/** What a value can be. On the last page what leads to the next one may be null. */
const typeTests: Readonly<Record<ValueType, (value: unknown) => boolean>> = {
  flag: (value) => typeof value === 'boolean',
  count: (value) => countOf(value) !== undefined,
  text: (value) => value === null || (isIn(value, 'string') && countOf(value) === undefined),
  address: isLinkText,
  value: (value) => value === null || isIn(value, 'string number bigint'),
  object: isFields,
  list: Array.isArray,
  any: () => true,
};

const linksIn = (value: unknown): LinkList | undefined => {
  if (!isLinks(value)) return undefined;
  const links = value as ReadonlyArray<Readonly<Record<string, unknown>>>;
  const [rel = '', href = ''] = ['rel relation', 'href url'].map((names) =>
    names.split(' ').find((name) => name in (links[0] ?? {})),
  );
  const hasNext = links.some((entry) => [entry[rel]].flat().includes('next'));
  return { rel, href, hasNext };
};

const signOf = signing<unknown>((value) => ({
  value,
  isThere: value !== null && value !== undefined && value !== '',
  isOf: (type) => typeTests[type](value),
  inner: () => namedValues(value),
  links: () => linksIn(value),
}));

const parameterSign = (path: Path, text: string, value?: unknown): Sign =>
  signOf({ place: 'parameter', path, text }, value);

const headerSign = (name: string, text: string, value: unknown): Sign =>
  signOf({ place: 'header', path: [name], text }, value);

/** What a request has, by its names. */
export const parametersOf = ({
  query,
  sent = {},
  takes = [],
}: Pick<FirstAnswer, 'query' | 'sent' | 'takes'>): ReadonlyArray<Sign> => [
  ...Array.from(query ?? [], ([name, [value]]) => parameterSign([name], name, value)),
  ...takes.map((name) => parameterSign([name], name)),
  ...Array.from(valuesIn(sent, [], 3), ({ path, value }) =>
    parameterSign(path, `body:${pathText(path)}`, value),
  ),
];

/** Where a request begins, if that is later than with the first page or item. */
export const beginsAt = (request: Pick<FirstAnswer, 'query' | 'sent'>): string | undefined => {
  const [found] = seenAs(parametersOf(request), ['page', 'offset']);
  const number = countOf(found?.value) ?? 0;
  return found && number > 1 ? `begins at ${found.row.role} ${number}` : undefined;
};

const signsIn = ({ body, headers }: FirstAnswer, root: Path, items: Path): ReadonlyArray<Sign> => {
  const envelope = signOf({ place: 'field', path: root, text: pathText(root) }, bodyAt(body, root));
  const next = link('next').read({ headers, body, status: 200, request: { url: '' } });
  return [
    ...signsAround(envelope, items),
    ...Object.entries(headers).map(([name, value]) => headerSign(name, `header:${name}`, value)),
    ...(typeof next === 'string' ? [headerSign('link:next', 'link:next', next)] : []),
  ];
};

/** Where a parameter goes that the request does not have: where there is a body into it. */
const slotIn = ({ sent, query }: FirstAnswer, name: string): string => {
  if (sent === undefined || name.includes(':') || query?.has(name) === true) return name;
  const isGraphQl = typeof sent.query === 'string' && sent.query.includes('{');
  return `body:${isGraphQl ? 'variables.' : ''}${name}`;
};

/** The service chose the names in the response: `mayShow` says whether such a name is fit to be printed. */
export const firstResponseOf = (
  answer: FirstAnswer,
  mayShow: (name: string) => boolean,
): FirstResponse | undefined => {
  const parameters = parametersOf(answer);
  const items = findItems(answer.body, countOf(seenAs(parameters, ['size'])[0]?.value));
  if (items === undefined) return undefined;
  const root = Array.isArray(answer.body) && items.path.length > 0 ? ['0'] : [];
  const signs = signsIn(answer, root, items.path);
  const shown = signs.filter(({ path }) => path.every(mayShow));
  return {
    ...answer,
    parameters,
    items,
    count: items.entries.length,
    itemHas: (name) => Object.hasOwn(Object(items.entries.at(-1)) as object, name),
    slotFor: (name) => slotIn(answer, name),
    root,
    signs: shown,
    isHiding: shown.length < signs.length,
  };
};
