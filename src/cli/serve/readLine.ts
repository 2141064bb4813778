import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import type { UnknownProperties } from '../../index';

const isObject = (value: unknown): value is UnknownProperties => t.UnknownRecord.is(value) && !Array.isArray(value);

/**
 * The properties of the object in one line of a data file. A line is a record, as `pagewalk list` writes it, or the bare
 * properties; an object whose `properties` is an object counts as a record.
 */
export const readLine = (line: string): E.Either<string, UnknownProperties> => {
  try {
    const value: unknown = JSON.parse(line);
    if (!isObject(value)) return E.left('is no JSON object');
    return E.right(isObject(value.properties) ? value.properties : value);
  } catch {
    return E.left('is not JSON');
  }
};
