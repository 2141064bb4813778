import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
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
export const storable = (properties: unknown): E.Either<string, Properties> =>
  pipe(
    E.tryCatch(
      () => writeExact(properties),
      () => 'cannot be written as JSON',
    ),
    E.flatMap((json) =>
      E.tryCatch(
        () => (json === undefined ? undefined : parseWhole(json)),
        () => 'must not hold an integer of more than 1,000 digits',
      ),
    ),
    E.filterOrElse(
      (copy): copy is Properties => t.UnknownRecord.is(copy),
      () => 'must be an object',
    ),
  );
