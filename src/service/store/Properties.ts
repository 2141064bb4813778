import * as E from 'fp-ts/Either';
import * as RA from 'fp-ts/ReadonlyArray';
import * as t from 'io-ts';
import { isSegment } from '../../model/endpoints/path';
import { parseWhole } from '../../model/json/parseWhole';
import { writeExact } from '../../model/json/writeExact';

/**
 * The properties of an object. It has nothing else. An integer beyond ±(2^53 − 1) is a bigint, and is sent in its digits.
 *
 * @since 0.1.0
 */
export type Properties = Readonly<Record<string, unknown>>;

export type Objects = ReadonlyArray<Properties>;

/** Whether this text, of an address, is the id of an object. */
export const hasId =
  (text: string) =>
  ({ id }: Properties): boolean =>
    ['string', 'number', 'bigint'].includes(typeof id) && String(id) === text;

/** The properties as they will travel, copied, so that no later change reaches a snapshot; or why there can be none. */
export const storable = (properties: unknown): E.Either<string, Properties> => {
  let json: string | undefined;
  try {
    json = writeExact(properties);
  } catch {
    return E.left('cannot be written as JSON');
  }
  try {
    const copy = json === undefined ? undefined : parseWhole(json);
    return t.UnknownRecord.is(copy) ? E.right(copy) : E.left('must be an object');
  } catch {
    return E.left('must not hold an integer of more than 1,000 digits');
  }
};

type Validated<A> = E.Either<ReadonlyArray<string>, A>;

const readType = ([name, objects]: readonly [string, unknown]): Validated<
  readonly [string, Objects]
> => {
  const isNamed: boolean = isSegment(name);
  if (!isNamed) return E.left([`objects has a type named '${name}', which no path can hold`]);
  if (!Array.isArray(objects)) return E.left([`objects.${name} must be an array`]);
  const { left: problems, right: read } = RA.separate(
    objects.map((properties, index) =>
      E.mapLeft((problem: string) => `objects.${name}[${index}] ${problem}`)(storable(properties)),
    ),
  );
  return problems.length > 0 ? E.left(problems) : E.right([name, read]);
};

export const readObjects = (objects: unknown): Validated<ReadonlyMap<string, Objects>> => {
  if (!t.UnknownRecord.is(objects) || Object.keys(objects).length === 0) {
    return E.left(['objects must hold at least one type: { employee: [{ id: 1 }] }']);
  }
  const { left: problems, right: types } = RA.separate(Object.entries(objects).map(readType));
  return problems.length > 0 ? E.left(problems.flat()) : E.right(new Map(types));
};
