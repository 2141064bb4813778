import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type {
  InvalidObject,
  Page,
  PageToken,
  UnknownProperties,
  ObjectRecord,
} from '../../../src/index';
import { placeShowing } from '../../support/pages';

export const record = (properties: UnknownProperties): ObjectRecord => ({ properties });

/** One that has other fields beside its properties, which come first. */
export const withFields = (properties: UnknownProperties, fields: object): ObjectRecord => ({
  ...fields,
  properties,
});

export const invalidObject = (index: number): InvalidObject => ({
  _tag: 'InvalidObject',
  page: 0,
  index,
  problems: [{ at: 'properties', message: 'is missing' }],
  record: {},
});

/** A page of a walk; numbers are good objects, null a bad one. Its place counts the objects of the pages before. */
export const pageOf = (
  index: number,
  objects: ReadonlyArray<number | null>,
  nextPageToken: string | undefined,
  { round = 1, before = 0 } = {},
): Page<ObjectRecord> => ({
  index,
  data: objects.map((id, at) =>
    id === null ? E.left(invalidObject(at)) : E.right(record({ id })),
  ),
  nextPageToken: O.fromNullable(nextPageToken as PageToken | undefined),
  fields: {},
  place: placeShowing({
    pages: index + 1,
    objects: before + objects.length,
    round,
    isLast: nextPageToken === undefined,
  }),
});
