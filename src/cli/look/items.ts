import { type Fields, isFields } from '../../model/json/Fields';
import { at } from '../../paging';
import { grouped } from '../terminal/text';
import { hasRole } from './matching';

export type Path = ReadonlyArray<string>;

/** The list that a page is about. */
export interface Items {
  readonly path: Path;
  readonly entries: ReadonlyArray<unknown>;
  /** Whether they are the values of an object. */
  readonly isMap: boolean;
  /** Another list that may be the items just as well. */
  readonly rival?: Path;
}

/** A value in a body. */
export interface Placed {
  readonly path: Path;
  readonly value: unknown;
}

/** How deep, and at how many values, to look: a response may be of any size. */
const maxDepth = 4;
const maxValues = 1_000;
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

export const bodyAt = (body: unknown, path: Path): unknown =>
  at(...path).read({ body, headers: {}, status: 200, request: { url: '' } });

export const namedValues = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  isFields(value) ? Object.entries(value).slice(0, maxValues) : [];

/** Everything in the objects of a body, the nearest to the top first. */
export function* valuesIn(body: unknown, root: Path = [], depth = maxDepth): Generator<Placed> {
  let level: ReadonlyArray<Placed> = [{ path: root, value: body }];
  for (let at = 0; at <= depth && level.length > 0; at += 1) {
    yield* level;
    level = level
      .flatMap(({ path, value }) =>
        namedValues(value).map(([name, inner]) => ({ path: [...path, name], value: inner })),
      )
      .slice(0, maxValues);
  }
}

/** Links of a page are never its items: a list of objects that relate somewhere, whatever they are called. */
export const isLinks = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every(
    (entry) =>
      isFields(entry) &&
      ('rel' in entry || 'relation' in entry) &&
      ('href' in entry || 'url' in entry),
  );

/** Whether something tells it from others. */
const isNamed = (entry: Fields): boolean =>
  Object.keys(entry).some((name) =>
    /^@?_?(id|uid|uuid|key|gid|name|title|url|href|resource|node)$|(Id|ID|_id)$/.test(name),
  );

/** Objects by their ids: as numbers, or several that have two fields in common and no lists. */
const isMap = ({ path, value }: Placed): boolean => {
  const fields = namedValues(value);
  const items = fields.map(([, item]) => item).filter(isFields);
  const [first] = items;
  if (first === undefined || items.length < fields.length || path.length === 0) return false;
  if (fields.every(([name]) => /^-?\d+$/.test(name))) return true;
  const common = Object.keys(first).filter((name) => items.every((item) => name in item));
  return (
    items.length > 2 &&
    common.length > 1 &&
    !items.some((item) => Object.values(item).some(Array.isArray))
  );
};

const entryKind = (entry: unknown): string => {
  if (Array.isArray(entry)) return `a list of ${entry.length}`;
  return isFields(entry) ? 'an object' : 'a single value';
};

/** Whether no two objects have a field in common. */
const areStrangers = (entries: ReadonlyArray<unknown>): boolean => {
  const names = entries
    .map((entry) => Object.keys(entry as object))
    .filter(({ length }) => length > 0);
  return names.length > 1 && new Set(names.flat()).size === names.flat().length;
};

/** Whether a list has entries of different shapes: objects among others or without a common field, rows that differ in their cells. */
const isMixed = ({ path, value }: Placed): boolean => {
  const entries = (value as ReadonlyArray<unknown>)
    .slice(0, maxValues)
    .filter((entry) => entry !== null);
  const [first] = entries;
  if (!entries.every((entry) => entryKind(entry) === entryKind(first))) return true;
  if (isFields(first)) return path.length === 0 && areStrangers(entries);
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
  const kinds =
    entries.slice(0, 3).map(entryKind).join(', then ') + (entries.length > 3 ? ' …' : '');
  return `${grouped(entries.length)} entries of different shapes ${whereText(found.path)} (${kinds})`;
};

/** The one entry of a list that is an envelope and no item: it holds a list of objects, and nothing tells it from others. */
const envelopeIn = (body: ReadonlyArray<unknown>): Fields | undefined => {
  const [only] = body;
  const isOne = body.length === 1 && isFields(only) && !isNamed(only);
  return isOne &&
    [...valuesIn(only, [], 2)].some(({ value }) => Array.isArray(value) && value.some(isFields))
    ? only
    : undefined;
};

/** How much a list looks like the items: by its name, its length, its entries, and how near to the top it is. */
const scoreOf = ({ path, value }: Placed, size: number | undefined): number => {
  const entries: ReadonlyArray<unknown> = Object.values(value as object).slice(0, maxValues);
  const objects = entries.filter(isFields);
  const [first] = objects;
  const isAlike =
    first !== undefined &&
    objects.every((entry) => Object.keys(first).some((name) => Object.hasOwn(entry, name)));
  const points: ReadonlyArray<readonly [isSo: boolean, worth: number]> = [
    [objects.length > 0, 4],
    [hasRole(path.at(-1) ?? 'items', 'items'), 3],
    [size !== undefined && entries.length === size, 3],
    [isAlike && objects.length === entries.length, 1],
    [first !== undefined && isNamed(first), 1],
    [Array.isArray(value), 1],
  ];
  return points.reduce((sum, [isSo, worth]) => sum + (isSo ? worth : 0), -2 * path.length);
};

const itemsOf = ({ path, value }: Placed): Items => ({
  path,
  entries: Object.values(value as object),
  isMap: !Array.isArray(value),
});

/** The list that looks most like the items of a page; `size` is how many the address asks for. */
export const findItems = (body: unknown, size: number | undefined): Items | undefined => {
  const list = Array.isArray(body) ? (body as ReadonlyArray<unknown>) : undefined;
  const envelope = list && envelopeIn(list);
  if (list && !envelope && !isMixed({ path: [], value: list }))
    return itemsOf({ path: [], value: list });
  // Single values beside other things are a row, unless these are an envelope.
  const isInRows = list && !envelope && !(list.length === 2 && isFields(list[0]));
  const mayBeItems = (one: Placed): boolean =>
    Array.isArray(one.value)
      ? !isLinks(one.value) &&
        !isMixed(one) &&
        (!isInRows || one.value.some((entry) => Object(entry) === entry))
      : isMap(one);
  const searched = list ? Object.fromEntries(list.slice(0, maxEntries).entries()) : body;
  const [best, second] = [...valuesIn(envelope ?? searched, envelope ? ['0'] : [])]
    .filter((one) => !one.path.some((name) => hasRole(name, 'otherList')) && mayBeItems(one))
    .map((one) => ({ ...one, score: scoreOf(one, size) }))
    .sort((one, other) => other.score - one.score);
  if (best === undefined) return undefined;
  const isClose =
    second !== undefined &&
    best.score - second.score < 2 &&
    (second.value as Partial<ReadonlyArray<unknown>>).length !== 0;
  return { ...itemsOf(best), ...(isClose && { rival: second.path }) };
};
