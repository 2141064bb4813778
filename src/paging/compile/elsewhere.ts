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
import { link } from '../slots/link';
import { countIn, isWholeNumber } from './signals';

type Path = NonNullable<Source['path']>;

/** What a response says where its scheme does not look: that there is a next page, and how many objects there are. */
export interface Elsewhere {
  readonly at?: string | undefined;
  readonly totals: ReadonlyArray<number>;
}

/** How to look for that, if the absence of a cursor or a link is what ends a walk. */
export type LookElsewhere = (answer: Answer, items: Source, delta?: Source) => Elsewhere;

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

/** An object whose fields may say something about pages. */
interface Spot {
  readonly value: object;
  readonly path: Path;
  /** The names that lead from it to the items, where it is on the way to them. */
  readonly ahead: Path;
  /** How many objects beside that way it is in, itself included. */
  readonly holders: number;
  /** Whether it stands where a next page is named, so that its fields are parts of that. */
  readonly isNext?: boolean;
}

/**
 * The fields on the way from the top of a body to its items, and in the objects beside it that are called like something about
 * pages: the nearest to the top first, the items not included.
 */
function* fieldsIn(
  body: object,
  way: Path,
): Generator<readonly [path: Path, name: string, of: Spot, value: unknown]> {
  const spots: Array<Spot> = [{ value: body, path: [], ahead: way, holders: 0 }];
  let names = 0;
  for (const spot of spots) {
    const { value, path, holders, isNext } = spot;
    const [onWay, ...ahead] = spot.ahead.map(String);
    for (const name of Array.isArray(value) ? [onWay ?? ''] : Object.keys(value)) {
      if (name.length > maxLength) continue;
      if ((names += 1) > maxNames) return;
      const inner = (value as Readonly<Record<string, unknown>>)[name];
      const here = [...path, name];
      const plain = plainName(name);
      const isOpen = typeof inner === 'object' && inner !== null;
      if (name === onWay) {
        if (isOpen && ahead.length > 0) spots.push({ value: inner, path: here, ahead, holders });
      } else if (!isOpen) yield [here, plain, spot, inner];
      else if (Array.isArray(inner) || isNext) continue;
      else if (nextSet.has(plain))
        spots.push({ value: inner, path: here, ahead: [], holders, isNext: true });
      else if (holderSet.has(plain) && holders < 2) {
        spots.push({ value: inner, path: here, ahead: [], holders: holders + 1 });
      }
    }
  }
}

/** A text, or a number above 0. Integers that are not safe are bigints, or symbols that are called by their digits. */
const isValue = (value: unknown): boolean => {
  if (typeof value === 'symbol') return !value.description?.startsWith('-');
  if (typeof value === 'string') return value !== '';
  return (typeof value === 'number' || typeof value === 'bigint') && value > 0;
};

const fieldsBeside = (
  { body }: Answer,
  { path: way = [] }: Source,
): ReturnType<typeof fieldsIn> | [] =>
  way.length > 0 && typeof body === 'object' && body !== null ? fieldsIn(body, way) : [];

/** What a page that does not end the walk calls the number of all objects, at the usual names (law 41). */
export const totalsIn = (answer: Answer, items: Source): ReadonlyArray<number> => {
  const totals = [countIn(answer.headers['x-total-count'])];
  for (const [, name, { isNext }, value] of fieldsBeside(answer, items))
    if (!isNext && totalSet.has(name)) totals.push(countIn(value));
  return totals.filter(isWholeNumber);
};

/** Where the top of a body says that the service could not look everywhere (law 41). */
export const partialIn = (body: unknown): string | undefined => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const fields = body as Readonly<Record<string, unknown>>;
  const { failed } = Object(fields._shards) as { readonly failed?: unknown };
  for (const name in fields)
    if (fields[name] === true && name.length <= maxLength && partialSet.has(plainName(name)))
      return name;
  return typeof failed === 'number' && failed > 0 ? '_shards.failed' : undefined;
};

const keyOf = (path: Path): string => path.join('\n');

const nextLink = link('next');

/**
 * Looks whether the response that ends a walk names a next page that nobody reads (law 41): in the header `Link`, or else in its
 * body. What the sources of the scheme and of `delta` read is not elsewhere. One that leads to the page before walks backwards, and a next
 * page says nothing then. `partIn` says where a response shows that it is a part of something.
 */
export const elsewhere = (
  sources: ReadonlyArray<Source>,
  partIn: (answer: Answer) => string | undefined = () => undefined,
): LookElsewhere | undefined => {
  const paths = sources.map(({ path = [] }) => path);
  if (paths.flat().some((name) => previousSet.has(plainName(String(name))))) return undefined;
  const own = new Set(paths.map(keyOf));

  return (answer, items, delta) => {
    const besides = delta && keyOf(delta.path ?? []);
    const isOwn = (path: Path = []): boolean => own.has(keyOf(path)) || keyOf(path) === besides;
    const isLinked = isValue(nextLink.read(answer)) && !isOwn(nextLink.path);
    let at = isLinked ? 'header:link' : partIn(answer);
    let isDenied = false;
    const totals = [countIn(answer.headers['x-total-count'])];
    for (const [path, name, { isNext }, value] of fieldsBeside(answer, items)) {
      const isFlag = !isNext && flagSet.has(name);
      const isNamed = isNext ? partSet.has(name) : nextSet.has(name);
      if (isNamed ? isValue(value) && !isOwn(path) : isFlag && value === true)
        at ??= path.join('.');
      isDenied ||= isFlag && value === false;
      if (!isNext && totalSet.has(name)) totals.push(countIn(value));
    }
    return { at: isDenied ? undefined : at, totals: totals.filter(isWholeNumber) };
  };
};
