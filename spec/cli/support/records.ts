import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type { InvalidObject, Page, PageToken, UnknownProperties } from '../../../src/index';
import type { AnyRecord } from '../../../src/cli/stream/Formatter';

export const record = (properties: UnknownProperties): AnyRecord => ({ properties });

export const invalidObject = (index: number): InvalidObject => ({
  _tag: 'InvalidObject',
  page: 0,
  index,
  problems: [{ at: 'properties', message: 'is missing' }],
  record: {},
});

/** A page of a walk; numbers are good objects, null a bad one. */
export const pageOf = (
  index: number,
  objects: ReadonlyArray<number | null>,
  nextPageToken: string | undefined,
): Page<UnknownProperties> => ({
  index,
  data: objects.map((id, place) => (id === null ? E.left(invalidObject(place)) : E.right(record({ id })))),
  nextPageToken: O.fromNullable(nextPageToken as PageToken | undefined),
  fields: {},
  place: { pages: index + 1, objects: objects.length, round: 1, isLast: nextPageToken === undefined },
});
