export type Path = ReadonlyArray<string>;

/** The items of an answer of an unknown form. */
export interface Items {
  readonly path: Path;
  readonly count: number;
  readonly last: unknown;
  /** Whether they are the values of an object. */
  readonly isMap?: boolean;
}

/** How deep, and at how many values, to look: an answer may be of any size. */
const maxDepth = 4;
const maxValues = 1_000;

/** A path as the options take it. */
export const pathText = (path: Path): string => {
  if (path.length === 0) return '.';
  return path.every((name) => /^[^./[\]*]+$/.test(name) && !/^(header|link|query|body):/.test(name))
    ? path.join('.')
    : `/${path.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
};

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
    (entry) => isObject(entry) && ('rel' in entry || 'relation' in entry) && ('href' in entry || 'url' in entry),
  );

const isItems = ({ value }: Candidate): boolean => Array.isArray(value) && value.some((entry) => isObject(entry));

/** Objects by their ids: as numbers, or several that have two fields in common and no lists. */
const isMap = ({ path, value }: Candidate): boolean => {
  if (!isObject(value) || /links?$/i.test(path.at(-1) ?? '')) return false;
  const names = Object.keys(value).slice(0, maxValues);
  const items = names.map((name) => value[name]).filter(isObject);
  const [first] = items;
  if (first === undefined || items.length < names.length || path.length === 0) return false;
  if (names.every((name) => /^-?\d+$/.test(name))) return true;
  const common = Object.keys(first).filter((name) => items.every((item) => name in item));
  return items.length > 2 && common.length > 1 && !items.some((item) => Object.values(item).some(Array.isArray));
};

const itemsOf = ({ path, value }: Candidate): Items => {
  const items = Object.values(value as object) as ReadonlyArray<unknown>;
  return { path, count: items.length, last: items.at(-1), ...(!Array.isArray(value) && { isMap: true }) };
};

/** The list of objects that is nearest to the top of a body, or of anything where there is none of objects. */
export const findItems = (body: unknown): Items | undefined => {
  // A list of two, an envelope and the items.
  if (Array.isArray(body) && body.length === 2 && isObject(body[0]) && Array.isArray(body[1])) {
    return itemsOf({ path: ['1'], value: body[1] });
  }
  let level: ReadonlyArray<Candidate> = [{ path: [], value: body }];
  let other: Candidate | undefined;
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth += 1) {
    const lists = level.filter(({ value }) => Array.isArray(value) && !isLinks(value));
    const found = lists.find(isItems) ?? level.find(isMap);
    other ??= lists[0];
    if (found !== undefined) return itemsOf(found);
    level = level
      .filter(({ value }) => isObject(value))
      .flatMap(({ path, value }) =>
        Object.entries(value as object)
          .slice(0, maxValues)
          .map(([name, inner]) => ({ path: [...path, name], value: inner as unknown })),
      )
      .slice(0, maxValues);
  }
  return other && itemsOf(other);
};
