import type { Answer, Source } from '../../model/paging/sources';
import {
  flagRows,
  holderRows,
  nextPartRows,
  nextRows,
  partialRows,
  previousRows,
  totalRows,
} from '../../model/conventions/ends';
import { allNames, plainName } from '../../model/conventions/Convention';
import { valueAt } from '../slots/at';
import { link } from '../slots/link';
import { countIn, isWholeNumber } from './signals';

type SourcePath = NonNullable<Source['path']>;

const holderSet = allNames(holderRows);
const nextSet = allNames(nextRows);
const partSet = allNames(nextPartRows);
const flagSet = allNames(flagRows);
const totalSet = allNames(totalRows);
const previousSet = allNames(previousRows);
const partialSet = allNames(partialRows);

/** This many names are looked at, and none that is longer: a service may send any number of them. */
const maxNames = 10_000;
const maxLength = 64;

type Names = ReadonlyArray<string>;

/** Something beside the items of a response. */
interface BesideItems {
  readonly path: Names;
  readonly value: unknown;
  /** Whether it is a part of what stands where a next page is named. */
  readonly isNext: boolean;
}

/** A field that may say something about pages. */
interface FieldBeside extends BesideItems {
  /** Its plain name. */
  readonly name: string;
}

/** An object whose fields may do so. */
interface Spot extends BesideItems {
  readonly value: object;
  /** The names that lead from it to the items, where it is on the way to them. */
  readonly way: Names;
  /** How many objects beside that way it is in, itself included. */
  readonly holders: number;
}

/**
 * The fields on the way from the top of a body to its items, and in the objects beside it that are called like something about
 * pages: the nearest to the top first, the items not included.
 */
export const fieldsBeside = (
  { body }: Answer,
  { path: items = [] }: Source,
): ReadonlyArray<FieldBeside> => {
  if (items.length === 0 || typeof body !== 'object' || body === null) return [];
  const fields: Array<FieldBeside> = [];
  const way = items.map(String);
  const spots: Array<Spot> = [{ value: body, path: [], way, holders: 0, isNext: false }];
  let names = 0;
  for (const {
    value,
    path: above,
    way: [onWay, ...way],
    holders,
    isNext,
  } of spots) {
    for (const own of Array.isArray(value) ? [onWay ?? ''] : Object.keys(value)) {
      if (own.length > maxLength) continue;
      if ((names += 1) > maxNames) return fields;
      const inner = (value as Readonly<Record<string, unknown>>)[own];
      const path = [...above, own];
      const name = plainName(own);
      const isOpen = typeof inner === 'object' && inner !== null;
      if (own === onWay) {
        if (isOpen && way.length > 0) spots.push({ value: inner, path, way, holders, isNext });
      } else if (!isOpen) fields.push({ path, name, value: inner, isNext });
      else if (Array.isArray(inner) || isNext) continue;
      else if (nextSet.has(name))
        spots.push({ value: inner, path, way: [], holders, isNext: true });
      else if (holderSet.has(name) && holders < 2)
        spots.push({ value: inner, path, way: [], holders: holders + 1, isNext });
    }
  }
  return fields;
};

/** A text, or a number above 0. Integers that are not safe are bigints, or symbols that are called by their digits. */
const isValue = (value: unknown): boolean => {
  if (typeof value === 'symbol') return !value.description?.startsWith('-');
  if (typeof value === 'string') return value !== '';
  return (typeof value === 'number' || typeof value === 'bigint') && value > 0;
};

/** What a page calls the number of all objects, at the usual names (law 41). */
export const totalsIn = (
  { headers }: Answer,
  fields: ReadonlyArray<FieldBeside>,
): ReadonlyArray<number> =>
  [
    headers['x-total-count'],
    ...fields.flatMap(({ name, isNext, value }) => (!isNext && totalSet.has(name) ? [value] : [])),
  ]
    .map(countIn)
    .filter(isWholeNumber);

/** Where the top of a body says that the service could not look everywhere (law 41). */
export const partialIn = (
  { body }: Answer,
  fields: ReadonlyArray<FieldBeside>,
): string | undefined => {
  const said = fields.find(
    ({ path, name, value }) => path.length === 1 && value === true && partialSet.has(name),
  );
  if (said) return said.path[0];
  const { failed } = Object(valueAt(body, ['_shards'])) as { readonly failed?: unknown };
  return typeof failed === 'number' && failed > 0 ? '_shards.failed' : undefined;
};

const pathKey = (path: SourcePath): string => path.join('\n');

const nextLink = link('next');

/** What the sources of a scheme and of `delta` read is not elsewhere. */
interface Looking {
  readonly sources: ReadonlyArray<Source>;
  readonly delta?: Source | undefined;
  readonly partIn?: ((answer: Answer) => string | undefined) | undefined;
}

/**
 * Looks whether the response that ends a walk names a next page that nobody reads (law 41): in the header `Link`, or else in its
 * body. A scheme that reads what leads to the page before walks backwards, and a next page says nothing then.
 */
export const elsewhere = ({
  sources,
  delta,
  partIn,
}: Looking): ((answer: Answer, fields: ReadonlyArray<FieldBeside>) => string | undefined) => {
  const paths = sources.map(({ path = [] }) => path);
  if (paths.flat().some((name) => previousSet.has(plainName(String(name))))) return () => undefined;
  const own = new Set([...paths, ...(delta ? [delta.path ?? []] : [])].map(pathKey));
  const isOwn = (path: SourcePath = []): boolean => own.has(pathKey(path));

  return (answer, fields) => {
    const isLinked = isValue(nextLink.read(answer)) && !isOwn(nextLink.path);
    let at = isLinked ? 'header:link' : partIn?.(answer);
    for (const { path, name, isNext, value } of fields) {
      const isFlag = !isNext && flagSet.has(name);
      if (isFlag && value === false) return undefined;
      const isNamed = isNext ? partSet.has(name) : nextSet.has(name);
      if (isNamed ? isValue(value) && !isOwn(path) : isFlag && value === true)
        at ??= path.join('.');
    }
    return at;
  };
};
