import * as E from 'fp-ts/Either';
import type { PageToken } from '../../model/PageToken';
import { type Accepted, invalid, type ServiceOutcome, serviceError } from '../answers/ServiceError';
import type { AddressParts, Misbehaviour, OutgoingPage } from '../faults/Misbehaviour';
import type { FindObjects } from '../store/query/findObjects';
import type { Snapshots } from '../store/Snapshots';
import type { ObjectStore } from '../store/Store';
import type { PageTokens, TokenPosition } from './pageTokens';
import type { PageRequest, ServedEndpoint } from './ServedEndpoint';

/** What pages are made of, and how: as much of a running service as paging knows. */
export interface PagedService {
  readonly settings: { readonly totalCount: boolean } & Readonly<
    Record<'maxPageSize' | 'pageSizeDrift' | 'tokenLifetime' | ServedEndpoint['limit'], number>
  >;
  readonly store: ObjectStore;
  readonly findObjects: FindObjects;
  readonly snapshots: Snapshots;
  readonly tokens: PageTokens;
  readonly faults: () => Misbehaviour;
  /** Whether this last page of revision 1.0 says null instead of nothing. */
  readonly marksWithNull: () => boolean;
}

/** A request for a page: of which type, by whom, and when. Whose request it is matters only for the snapshot. */
export interface PageAsked {
  readonly endpoint: ServedEndpoint;
  readonly objectType: string;
  readonly request: PageRequest;
  readonly address: AddressParts;
  readonly owner: () => string;
  readonly now: number;
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

export const servePage = (paging: PagedService, asked: PageAsked): ServiceOutcome => {
  const { endpoint, objectType, request, address, owner, now } = asked;
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
  const limit = settings[endpoint.limit];
  if (offset >= limit) return E.left(serviceError(400, 'ObjectsExceededLimit'));
  const total = objects.length;
  const end = Math.min(offset + size, limit, total);
  const tokenAt = (at: number): PageToken => {
    // It is taken with the first token, for a single page needs none.
    if (request.snapshot) snapshot ??= snapshots.take(data, owner(), now);
    return tokens.issue(request.rest, { offset: at, snapshot }, now);
  };
  const page: OutgoingPage = {
    endpoint: endpoint.name,
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
  return E.right(endpoint.write(faults().onPage(page), marksWithNull));
};
