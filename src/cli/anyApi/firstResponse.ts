import {
  holderNames,
  itemNames,
  offsetNames,
  otherListNames,
  pageNames,
  plainName,
  sizeNames,
} from './names';
import { at, link } from '../../paging';
import { grouped } from '../terminal/text';

export type Path = ReadonlyArray<string>;

export interface Items {
  readonly path: Path;
  readonly count: number;
  readonly last: unknown;
  /** Whether they are the values of an object. */
  readonly isMap?: boolean;
  /** Another list that may be the items just as well. */
  readonly rival?: Path;
}

/** How deep, and at how many values, to look: a response may be of any size. */
const maxDepth = 4;
const maxValues = 1_000;
/** How many entries of a list of different things. */
const maxEntries = 20;

/** A path as the options take it. */
export const pathText = (path: Path): string => {
  if (path.length === 0) return '.';
  return path.every((name) => /^[^./[\]*]+$/.test(name) && !/^(header|link|query|body):/.test(name))
    ? path.join('.')
    : `/${path.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
};

export const whereText = (path: Path): string =>
  path.length === 0 ? 'as its whole body' : `at ${pathText(path)}`;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Candidate {
  readonly path: Path;
  readonly value: unknown;
}

/** Links of a page are never its items: a list of objects that relate somewhere, whatever they are called. */
export const isLinks = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every(
    (entry) =>
      isObject(entry) &&
      ('rel' in entry || 'relation' in entry) &&
      ('href' in entry || 'url' in entry),
  );

/** What tells an item from others. */
const isNamed = (entry: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(entry).some((name) =>
    /^@?_?(id|uid|uuid|key|gid|name|title|url|href|resource|node)$|(Id|ID|_id)$/.test(name),
  );

/** Objects by their ids: as numbers, or several that have two fields in common and no lists. */
const isMap = ({ path, value }: Candidate): boolean => {
  if (!isObject(value)) return false;
  const names = Object.keys(value).slice(0, maxValues);
  const items = names.map((name) => value[name]).filter(isObject);
  const [first] = items;
  if (first === undefined || items.length < names.length || path.length === 0) return false;
  if (names.every((name) => /^-?\d+$/.test(name))) return true;
  const common = Object.keys(first).filter((name) => items.every((item) => name in item));
  return (
    items.length > 2 &&
    common.length > 1 &&
    !items.some((item) => Object.values(item).some(Array.isArray))
  );
};

/** How much a list looks like the items: by its name, its length, its entries, and how near to the top it is. */
const scoreOf = ({ path, value }: Candidate, size: number | undefined): number => {
  const entries = Object.values(value as object).slice(0, maxValues) as ReadonlyArray<unknown>;
  const objects = entries.filter(isObject);
  const [first] = objects;
  const isAlike =
    first !== undefined &&
    objects.every((entry) => Object.keys(first).some((name) => Object.hasOwn(entry, name)));
  const points = [
    [objects.length > 0, 4],
    [itemNames.test(plainName(path.at(-1) ?? 'items')), 3],
    [size !== undefined && entries.length === size, 3],
    [isAlike && objects.length === entries.length, 1],
    [first !== undefined && isNamed(first), 1],
    [Array.isArray(value), 1],
  ] as const;
  return points.reduce((sum, [isSo, worth]) => sum + (isSo ? worth : 0), -2 * path.length);
};

const itemsOf = ({ path, value }: Candidate): Items => {
  const items = Object.values(value as object) as ReadonlyArray<unknown>;
  return {
    path,
    count: items.length,
    last: items.at(-1),
    ...(!Array.isArray(value) && { isMap: true }),
  };
};

/** Everything in the objects of a body, the nearest to the top first. */
export function* valuesIn(body: unknown, root: Path = [], depth = maxDepth): Generator<Candidate> {
  let level: ReadonlyArray<Candidate> = [{ path: root, value: body }];
  for (let at = 0; at <= depth && level.length > 0; at += 1) {
    yield* level;
    level = level
      .filter(({ value }) => isObject(value))
      .flatMap(({ path, value }) =>
        Object.entries(value as object)
          .slice(0, maxValues)
          .map(([name, inner]) => ({ path: [...path, name], value: inner as unknown })),
      )
      .slice(0, maxValues);
  }
}

/** The one entry of a list that is an envelope and no item: it holds a list of objects, and nothing tells it from others. */
const envelopeIn = (body: unknown): unknown => {
  const [only] = Array.isArray(body) && body.length === 1 ? (body as ReadonlyArray<unknown>) : [];
  if (!isObject(only) || isNamed(only)) return undefined;
  return [...valuesIn(only, [], 2)].some(
    ({ value }) => Array.isArray(value) && value.some(isObject),
  )
    ? only
    : undefined;
};

const kindOf = (entry: unknown): string => {
  if (Array.isArray(entry)) return `a list of ${entry.length}`;
  return isObject(entry) ? 'an object' : 'a single value';
};

/** Whether no two objects have a field in common. */
const areStrangers = (entries: ReadonlyArray<unknown>): boolean => {
  const names = entries
    .map((entry) => Object.keys(entry as object))
    .filter(({ length }) => length > 0);
  return names.length > 1 && new Set(names.flat()).size === names.flat().length;
};

/** Whether a list has entries of different shapes: objects among others or without a common field, rows that differ in their cells. */
const isMixed = ({ path, value }: Candidate): boolean => {
  const entries: ReadonlyArray<unknown> = (value as ReadonlyArray<unknown>)
    .slice(0, maxValues)
    .filter((entry) => entry !== null);
  const [first] = entries;
  if (!entries.every((entry) => kindOf(entry) === kindOf(first))) return true;
  if (isObject(first)) return path.length === 0 && areStrangers(entries);
  const isCell = (cell: unknown, index: number): boolean => {
    const other = (first as ReadonlyArray<unknown>)[index];
    return cell === null || other === null || typeof cell === typeof other;
  };
  return (
    Array.isArray(first) && !entries.every((row) => (row as ReadonlyArray<unknown>).every(isCell))
  );
};

/** A list that is no list of items, because its entries have different shapes. */
export const mixedIn = (body: unknown, mayShow: (name: string) => boolean): string | undefined => {
  const found = [...valuesIn(body)].find(
    (one) => Array.isArray(one.value) && one.path.every(mayShow) && isMixed(one),
  );
  if (found === undefined) return undefined;
  const entries = found.value as ReadonlyArray<unknown>;
  const kinds = entries.slice(0, 3).map(kindOf).join(', then ') + (entries.length > 3 ? ' …' : '');
  return `${grouped(entries.length)} entries of different shapes ${whereText(found.path)} (${kinds})`;
};

/** The list that looks most like the items of a page; `size` is how many the address asks for. */
const findItems = (body: unknown, size: number | undefined): Items | undefined => {
  const envelope = envelopeIn(body);
  const list =
    Array.isArray(body) && envelope === undefined ? (body as ReadonlyArray<unknown>) : undefined;
  if (list && !isMixed({ path: [], value: list })) return itemsOf({ path: [], value: list });
  // Single values beside other things are a row, unless these are an envelope.
  const isInRows = list !== undefined && !(list.length === 2 && isObject(list[0]));
  const mayBeItems = (one: Candidate): boolean =>
    Array.isArray(one.value)
      ? !isLinks(one.value) &&
        !isMixed(one) &&
        !(isInRows && !one.value.some((entry) => Object(entry) === entry))
      : isMap(one);
  const searched = list
    ? Object.fromEntries(list.slice(0, maxEntries).entries())
    : (envelope ?? body);
  const candidates = [...valuesIn(searched, envelope === undefined ? [] : ['0'])]
    .filter(
      (one) => !one.path.some((name) => otherListNames.test(plainName(name))) && mayBeItems(one),
    )
    .map((one) => ({ ...one, score: scoreOf(one, size) }))
    .sort((one, other) => other.score - one.score);
  const [best, second] = candidates;
  if (best === undefined) return undefined;
  const isClose =
    second !== undefined &&
    best.score - second.score < 2 &&
    (second.value as Partial<ReadonlyArray<unknown>>).length !== 0;
  return { ...itemsOf(best), ...(isClose && { rival: second.path }) };
};

/** The first response of an API that is not described, and what the request for it had. */
export interface FirstAnswer {
  readonly url?: string | undefined;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly query?: ReadonlyMap<string, ReadonlyArray<string>>;
  readonly sent?: Readonly<Record<string, unknown>> | undefined;
}

/** Something in the response or the request: what it is called, and how the options write its place. */
export interface Found<A = unknown> {
  readonly name: string;
  readonly text: string;
  readonly value: A;
}

export interface FirstResponse extends FirstAnswer {
  readonly items: Items | undefined;
  /** Where the envelope is: the first entry of a list, or the whole body. */
  readonly root: Path;
  /** What the envelope holds, the nearest to the top first. */
  readonly fields: ReadonlyArray<Candidate>;
  /** Whether it holds something with a name that must not be printed. */
  readonly isHiding: boolean;
  /** Whether a name is fit to be printed. */
  readonly mayShow: (name: string) => boolean;
  /** The numbers that the request has. */
  readonly parameters: ReadonlyArray<Found<number>>;
}

export type Finder = (answer: FirstResponse) => Found | undefined;

export type Wanted = (value: unknown) => boolean;

export const isThere: Wanted = (value) => value !== undefined;

/** A count may come in digits, as some services write it. */
export const isCount: Wanted = (value) =>
  Number.isSafeInteger(value) || (typeof value === 'string' && /^\d{1,15}$/.test(value));

const foundAt = ({ path, value }: Candidate): Found => ({
  name: path.at(-1) ?? '',
  text: pathText(path),
  value,
});

/** A part of what was found: its text continues as it began: names with dots, or a JSON Pointer. */
export const partOf = ({ text }: Found, name: string, value: unknown): Found => ({
  name,
  text: `${text}${text.startsWith('/') ? '/' : '.'}${name}`,
  value,
});

export const valueAt = ({ body, headers }: FirstAnswer, path: Path): unknown =>
  at(...path).read({ body, headers, status: 200, request: { url: '' } });

/** What else responses call the objects around what they say about pages. */
const otherHolders =
  /meta|pag(e|ing|inat)|links?$|info$|data$|^d$|result|response|view$|search|^arguments$/i;

const isHolder = (name: string): boolean =>
  holderNames.test(plainName(name)) || otherHolders.test(name);

const rankOf = (names: ReadonlyArray<RegExp>, name = ''): number =>
  names.findIndex((one) => one.test(plainName(name)));

/** Something in the envelope by its name: the nearest to the top, and there by the first name of these. */
export const named =
  (names: ReadonlyArray<RegExp>, isWanted: Wanted, depth = 4): Finder =>
  ({ root, fields, items }) => {
    const [best] = fields
      .filter(({ path, value }) => {
        const outer = path.slice(root.length, -1);
        // What is around the items may have any name.
        const isAround = (name: string, index: number): boolean =>
          items?.path[root.length + index] === name;
        const isNear =
          outer.length < depth &&
          outer.every((name, index) => isHolder(name) || isAround(name, index));
        return isNear && rankOf(names, path.at(-1)) >= 0 && isWanted(value);
      })
      .sort(
        ({ path: one }, { path: other }) =>
          one.length - other.length || rankOf(names, one.at(-1)) - rankOf(names, other.at(-1)),
      );
    return best && foundAt(best);
  };

/** The same at the first of some paths. */
export const placed =
  (paths: ReadonlyArray<string>, isWanted: Wanted): Finder =>
  (answer) =>
    paths
      .map((text) => [...answer.root, ...text.split('/')])
      .map((path) => foundAt({ path, value: valueAt(answer, path) }))
      .find(({ value }) => isWanted(value));

/** What is beside the items, or in an object around them: the nearest first. */
export const besideItems = (answer: FirstResponse): ReadonlyArray<Found> => {
  const path = answer.items?.path ?? [];
  return path.flatMap((_, index) => {
    const outer = path.slice(0, path.length - 1 - index);
    const owner = valueAt(answer, outer);
    const fields = isObject(owner) ? Object.entries(owner).slice(0, maxValues) : [];
    return fields
      .filter(([name]) => answer.mayShow(name))
      .map(([name, value]) => foundAt({ path: [...outer, name], value }));
  });
};

/** The words that a name is made of, in lower case. */
export const wordsIn = (name: string): ReadonlyArray<string> =>
  name
    .replace(/([a-z\d])(?=[A-Z])/g, '$1_')
    .toLowerCase()
    .split(/[^a-z\d]+/);

/** The same among the headers. */
export const inHeaders =
  (names: RegExp, isWanted: Wanted = isThere): Finder =>
  ({ headers }) =>
    Object.entries(headers)
      .map(([name, value]) => ({ name, text: `header:${name}`, value }))
      .find(({ name, value }) => names.test(name) && isWanted(value));

export const linkHeader: Finder = ({ headers, body }) => {
  const value = link('next').read({ headers, body, status: 200, request: { url: '' } });
  return typeof value === 'string' ? { name: 'next', text: 'link:next', value } : undefined;
};

export const firstOf =
  (...finders: ReadonlyArray<Finder>): Finder =>
  (answer) =>
    finders.map((find) => find(answer)).find(isThere);

/** A number that the request has by one of these names, the first one first. */
export const parameterOf = (
  { parameters }: Pick<FirstResponse, 'parameters'>,
  names: ReadonlyArray<RegExp>,
): Found<number> | undefined =>
  names.map((name) => parameters.find((one) => name.test(plainName(one.name)))).find(isThere);

/** All that a request has, by its names. */
const sentIn = ({
  query,
  sent = {},
}: Pick<FirstAnswer, 'query' | 'sent'>): ReadonlyArray<Found> => [
  ...Array.from(query ?? [], ([name, [value]]) => ({ name, text: name, value })),
  ...Array.from(valuesIn(sent, [], 3), foundAt).map((one) => ({
    ...one,
    text: `body:${one.text}`,
  })),
];

const parametersIn = (request: Pick<FirstAnswer, 'query' | 'sent'>): FirstResponse['parameters'] =>
  sentIn(request).flatMap((one) =>
    isCount(one.value) ? [{ ...one, value: Number(one.value) }] : [],
  );

/** What a request has by one of these names. */
export const sentAs = (
  answer: FirstAnswer,
  isWanted: (name: string) => boolean,
): Found | undefined => sentIn(answer).find(({ name }) => isWanted(plainName(name)));

/** Where a parameter goes that the response does not show: where there is a body into it, unless the address has it. */
export const slotIn = ({ sent, query }: FirstAnswer, name: string): string =>
  sent === undefined || name.includes(':') || query?.has(name) === true ? name : `body:${name}`;

/** Where a request begins, if that is later than with the first page or item. */
export const beginsAt = (request: Pick<FirstAnswer, 'query' | 'sent'>): string | undefined => {
  const parameters = parametersIn(request);
  const page = parameterOf({ parameters }, pageNames);
  const number = (page ?? parameterOf({ parameters }, offsetNames))?.value ?? 0;
  return number > 1 ? `begins at ${page ? 'page' : 'offset'} ${number}` : undefined;
};

export const firstResponseOf = (
  answer: FirstAnswer,
  mayShow: FirstResponse['mayShow'],
): FirstResponse => {
  const parameters = parametersIn(answer);
  const items = findItems(
    answer.body,
    parameters.find(({ name }) => sizeNames.test(plainName(name)))?.value,
  );
  const isList = Array.isArray(answer.body);
  const root = isList && items !== undefined && items.path.length > 0 ? ['0'] : [];
  const fields = isList && root.length === 0 ? [] : [...valuesIn(valueAt(answer, root), root, 3)];
  const shown = fields.filter(({ path }) => path.every(mayShow));
  return {
    ...answer,
    parameters,
    items,
    root,
    fields: shown,
    isHiding: shown.length < fields.length,
    mayShow,
  };
};
