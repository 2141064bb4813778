import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { parseWhole } from '../../model/json/parseWhole';
import { writeExact } from '../../model/json/writeExact';

/**
 * The properties of an object, which are all that there is of it. An integer beyond ±(2^53 − 1) is a bigint, and
 * is sent in its digits.
 *
 * @since 0.1.0
 */
export type Properties = Readonly<Record<string, unknown>>;

/**
 * The properties as they will travel, copied, so that nothing that happens to the original reaches a snapshot; or why
 * they cannot be an object's properties.
 */
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
