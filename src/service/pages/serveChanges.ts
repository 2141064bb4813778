import * as E from 'fp-ts/Either';
import { invalid, type ServiceOutcome, serviceError } from '../answers/ServiceError';
import type { Objects } from '../store/Properties';
import type { Snapshots } from '../store/Snapshots';
import type { ChangedObject, ChangesStyle } from './ServedEndpoint';
import type { PageAsked, PagedService } from './servePage';

/** What a walk pages through, and the data that its last token asks for the changes of. */
export interface Changes {
  readonly entries: ReadonlyArray<ChangedObject>;
  readonly data: Objects;
}

const changesBetween = (before: Objects, after: Objects): ReadonlyArray<ChangedObject> => {
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

/** Serves what has changed since a token, page by page, as it was when the first page was asked for. */
export const serveChanges = (
  { settings, store, tokens, changes }: PagedService & { readonly changes: Snapshots<Changes> },
  { objectType, request, address, owner, now }: PageAsked,
  { write, refusesMutation }: ChangesStyle,
): ServiceOutcome => {
  const { pageToken, pageSize = settings.maxPageSize, rest } = request;
  const read = pageToken === undefined ? undefined : tokens.read(rest, pageToken, now);
  if (pageToken !== undefined && !read) return E.left(invalid('pageToken', { pageToken }));
  const known = read && changes.find(read.snapshot ?? 0, now);
  if (read && !known) return E.left(serviceError(410, 'DeltaTokenExpired'));
  const data = store.all(objectType);
  const isBegun = known !== undefined && read !== undefined && read.offset < known.entries.length;
  if (isBegun && refusesMutation && known.data !== data)
    return E.left(serviceError(400, 'MutationDuringPagination'));
  const walk = isBegun ? known : { entries: changesBetween(known?.data ?? [], data), data };
  const snapshot = isBegun ? read.snapshot : changes.take(walk, owner(), now);
  const offset = isBegun ? read.offset : 0;
  const end = Math.min(offset + Math.min(pageSize, settings.maxPageSize), walk.entries.length);
  const token = tokens.issue(rest, { offset: end, snapshot }, now);
  return E.right(write(walk.entries.slice(offset, end), token, end < walk.entries.length, address));
};
