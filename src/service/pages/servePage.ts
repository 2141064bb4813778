import * as E from 'fp-ts/Either';
import type { HttpResponse } from '../../model/http';
import type { PageToken } from '../../model/PageToken';
import { type Accepted, invalid, serviceError } from '../answers/ServiceError';
import type { OutgoingPage } from '../faults/Misbehaviour';
import type { TokenPosition } from './pageTokens';
import type { PageAsked, PagedService, PageRequest, ServedEndpoint } from './ServedEndpoint';

/** How an endpoint pages: its name, the option that bounds what one walk returns, and how it writes a page. */
export interface PageStyle {
  readonly name: string;
  readonly limit: 'limit' | 'searchLimit';
  /** Where null is a way to mark the last page, `marksWithNull` is asked whether this one does. */
  readonly write: (page: OutgoingPage, marksWithNull: () => boolean) => HttpResponse;
}

/** Where the walk stands: at its start without a token, else where the token says, if the token is still good. */
const positionOf = (
  { tokens, settings, faults }: PagedService,
  { request, now }: PageAsked,
): Accepted<TokenPosition> => {
  const { pageToken, rest } = request;
  if (pageToken === undefined) return E.right({ offset: 0 });
  const read = tokens.read(rest, pageToken, now);
  const isGood =
    read && read.age < settings.tokenLifetime && !faults().refuses(pageToken, read.age);
  // The token is in the error, because services do that, and a client must expect it in what it logs.
  return isGood ? E.right(read) : E.left(invalid('pageToken', { pageToken }));
};

/** A suggestion, reduced to the maximum; whatever the drift, a page that is not the last has an object. */
const pageSizeOf = (
  { settings, faults }: PagedService,
  { pageSize: asked = settings.maxPageSize }: PageRequest,
): number => {
  const { maxPageSize, pageSizeDrift } = settings;
  return Math.max(
    1,
    (faults().ignoresMaximum ? asked : Math.min(asked, maxPageSize)) + pageSizeDrift,
  );
};

export const servePage =
  ({ name, limit, write }: PageStyle): ServedEndpoint['serve'] =>
  (paging, asked) => {
    const { objectType, request, address, owner, now } = asked;
    const { settings, store, snapshots, tokens, faults, findObjects, marksWithNull } = paging;
    const position = positionOf(paging, asked);
    if (E.isLeft(position)) return position;
    let { snapshot } = position.right;
    const data = snapshot === undefined ? store.all(objectType) : snapshots.find(snapshot, now);
    if (data === undefined) return E.left(serviceError(409, 'ConsistentSnapshotError'));
    if (E.isLeft(request.conditions)) return request.conditions;
    const objects = findObjects(data, request.conditions.right);
    const size = pageSizeOf(paging, request);
    const begin = request.offsetIn?.(objects, size) ?? E.right(position.right.offset);
    if (E.isLeft(begin)) return begin;
    const offset = begin.right;
    const bound = settings[limit];
    if (offset >= bound) return E.left(serviceError(400, 'ObjectsExceededLimit'));
    const total = objects.length;
    const end = Math.min(offset + size, bound, total);
    const tokenAt = (at: number): PageToken => {
      // It is taken with the first token, for a single page needs none.
      if (request.snapshot) snapshot ??= snapshots.take(data, owner(), now);
      return tokens.issue(request.rest, { offset: at, snapshot }, now);
    };
    const page: OutgoingPage = {
      endpoint: name,
      pageToken: request.pageToken,
      address,
      data: objects.slice(offset, end),
      offset,
      size,
      total,
      fields: settings.totalCount ? { totalCount: total } : {},
      next: end < total ? tokenAt(end) : undefined,
      anotherToken: () => tokenAt(offset),
      before: () => objects.slice(Math.max(0, offset - size), offset),
    };
    return E.right(write(faults().onPage(page), marksWithNull));
  };
