/** The items of an answer of an unknown form. */
export interface Items {
  readonly path: ReadonlyArray<string>;
  readonly count: number;
  readonly last: unknown;
}

/** How deep, and at how many values, to look: an answer may be of any size. */
const maxDepth = 4;
const maxValues = 1_000;

/** A path as the options take it. */
export const pathText = (path: ReadonlyArray<string>): string => {
  if (path.length === 0) return '.';
  return path.every((name) => /^[^./]+$/.test(name) && !/^(header|link):/.test(name))
    ? path.join('.')
    : `/${path.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
};

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

interface Candidate {
  readonly path: ReadonlyArray<string>;
  readonly value: unknown;
}

/** The array of objects that is nearest to the top of a body, or of anything where there is none of objects. */
export const findItems = (body: unknown): Items | undefined => {
  let level: ReadonlyArray<Candidate> = [{ path: [], value: body }];
  let other: Candidate | undefined;
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth += 1) {
    const arrays = level.filter(({ value }) => Array.isArray(value));
    const found = arrays.find(({ value }) => isObject((value as ReadonlyArray<unknown>)[0]));
    other ??= arrays[0];
    const chosen = found ?? (depth === maxDepth ? other : undefined);
    if (chosen !== undefined) return itemsOf(chosen);
    level = level
      .filter(({ value }) => isObject(value) && !Array.isArray(value))
      .flatMap(({ path, value }) =>
        Object.entries(value as Readonly<Record<string, unknown>>)
          .slice(0, maxValues)
          .map(([name, inner]) => ({ path: [...path, name], value: inner })),
      )
      .slice(0, maxValues);
  }
  return other && itemsOf(other);
};

const itemsOf = ({ path, value }: Candidate): Items => {
  const items = value as ReadonlyArray<unknown>;
  return { path, count: items.length, last: items.at(-1) };
};
