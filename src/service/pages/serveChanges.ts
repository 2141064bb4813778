import * as E from 'fp-ts/Either';
import type { HttpResponse } from '../../model/http';
import { madeOnce } from '../../model/madeOnce';
import { invalid, serviceError } from '../answers/ServiceError';
import type { AddressParts } from '../faults/Misbehaviour';
import type { Objects } from '../store/Properties';
import type { ChangedObject, ServedEndpoint } from './ServedEndpoint';

/** How a well-known service tells changes. The token continues the walk; after its last page it asks for what changes then. */
export interface ChangesStyle {
  readonly write: (
    entries: ReadonlyArray<ChangedObject>,
    token: string,
    hasMore: boolean,
    address: AddressParts,
  ) => HttpResponse;
  /** Whether it refuses the next page where something has changed since the first one. */
  readonly refusesMutation?: boolean;
}

const changesBetween = (after: Objects, before: Objects): ReadonlyArray<ChangedObject> => {
  const known = new Map(before.map((object) => [object.id, object]));
  const ids = new Set(after.map(({ id }) => id));
  const changed = after.filter((object) => known.get(object.id) !== object);
  return [
    ...changed.map((now) => ({ id: now.id, now, isNew: !known.has(now.id) })),
    ...before
      .filter(({ id }) => !ids.has(id))
      .map(({ id }) => ({ id, now: undefined, isNew: false })),
  ];
};

/** Walks that begin with the same data page through one list: each of them is kept for as long as its token may come. */
const changesOf = madeOnce((after: Objects) =>
  madeOnce((before: Objects) => changesBetween(after, before)),
);

const nothing: Objects = [];

/** Serves what has changed since a token, page by page, as it was when the first page was asked for. */
export const serveChanges =
  ({ write, refusesMutation }: ChangesStyle): ServedEndpoint['serve'] =>
  ({ settings, store, tokens, changes }, { objectType, request, address, owner, now }) => {
    const { pageToken, pageSize = settings.maxPageSize, rest } = request;
    const read = pageToken === undefined ? undefined : tokens.read(rest, pageToken, now);
    if (pageToken !== undefined && !read) return E.left(invalid('pageToken', { pageToken }));
    const known = read && changes.find(read.snapshot ?? 0, now);
    if (read && !known) return E.left(serviceError(410, 'DeltaTokenExpired'));
    const data = store.all(objectType);
    const isBegun = known !== undefined && read !== undefined && read.offset < known.entries.length;
    if (isBegun && refusesMutation && known.data !== data)
      return E.left(serviceError(400, 'MutationDuringPagination'));
    const walk = isBegun ? known : { entries: changesOf(data)(known?.data ?? nothing), data };
    const snapshot = isBegun ? read.snapshot : changes.take(walk, owner(), now);
    const offset = isBegun ? read.offset : 0;
    const end = Math.min(offset + Math.min(pageSize, settings.maxPageSize), walk.entries.length);
    const token = tokens.issue(rest, { offset: end, snapshot }, now);
    return E.right(
      write(walk.entries.slice(offset, end), token, end < walk.entries.length, address),
    );
  };
