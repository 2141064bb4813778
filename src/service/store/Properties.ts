import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as t from 'io-ts';

/**
 * The properties of an object, which are all that there is of it (seed 2.2).
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
      () => JSON.stringify(properties) as string | undefined,
      () => 'cannot be written as JSON',
    ),
    E.map((json): unknown => (json === undefined ? undefined : JSON.parse(json))),
    E.filterOrElse(
      (copy): copy is Properties => t.UnknownRecord.is(copy),
      () => 'must be an object',
    ),
  );
