import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import type { PageToken } from '../../model/PageToken';
import { type Checked, invalid, type Outcome, serviceError } from '../answers/ServiceError';
import type { FaultPlan } from '../faults/faultPlan';
import type { Address, OutgoingPage } from '../faults/Misbehaviour';
import type { Objects } from '../store/Properties';
import { type FieldOrder, findObjects } from '../store/query/findObjects';
import type { Snapshots } from '../store/Snapshots';
import type { Store } from '../store/Store';
import type { PageTokens, Position } from './pageTokens';
import type { PageRequest, ServedEndpoint } from './ServedEndpoint';

/** What pages are made of, and how: as much of a running service as paging knows. */
export interface Paging {
  readonly settings: {
    readonly maxPageSize: number;
    readonly pageSizeDrift: number;
    readonly totalCount: boolean;
    readonly tokenLifetime: number;
    readonly limit: number;
    readonly searchLimit: number;
  };
  readonly store: Store;
  readonly fieldOrder: FieldOrder;
  readonly snapshots: Snapshots;
  readonly tokens: PageTokens;
  readonly faults: () => FaultPlan;
  /** Whether this last page of revision 1.0 says null instead of nothing. */
  readonly marksWithNull: () => boolean;
}

/** A request for a page: of which type, by whom, and when. Whose request it is matters only for the snapshot. */
export interface Asked {
  readonly endpoint: ServedEndpoint;
  readonly objectType: string;
  readonly request: PageRequest;
  readonly address: Address;
  readonly owner: () => string;
  readonly now: number;
}

const start: Position = { offset: 0, snapshot: O.none };

/** Where the walk stands: at its start without a token, else where the token says, if the token is still good. */
const positionOf = ({ tokens, settings, faults }: Paging, { request, now }: Asked): Checked<Position> => {
  if (O.isNone(request.pageToken)) return E.right(start);
  const pageToken = request.pageToken.value;
  const read = tokens.read(request.rest, pageToken, now);
  const isGood =
    O.isSome(read) && read.value.age < settings.tokenLifetime && !faults().refuses(pageToken, read.value.age);
  // The token is echoed, as services do: a client that logs errors has to expect it.
  return isGood ? E.right(read.value) : E.left(invalid('pageToken', { pageToken }));
};

/** A suggestion, reduced to the maximum; whatever the drift, a page that is not the last has an object. */
const sizeOf = ({ settings, faults }: Paging, { pageSize }: PageRequest): number => {
  const { maxPageSize, pageSizeDrift } = settings;
  const asked = O.getOrElse(() => maxPageSize)(pageSize);
  return Math.max(1, (faults().ignoresMaximum ? asked : Math.min(asked, maxPageSize)) + pageSizeDrift);
};

/** The data that the walk pages through: its snapshot, or what the store holds now. */
const dataOf = ({ store, snapshots }: Paging, { objectType, now }: Asked, { snapshot }: Position): Checked<Objects> =>
  O.isNone(snapshot)
    ? E.right(store.all(objectType))
    : pipe(
        snapshots.find(snapshot.value, now),
        E.fromOption(() => serviceError(409, 'ConsistentSnapshotError')),
      );

/** Makes tokens of this walk; its snapshot is taken when the first of them is, for a single page needs none. */
const tokenMaker = (
  { tokens, snapshots }: Paging,
  { request, owner, now }: Asked,
  position: Position,
  data: Objects,
) => {
  let { snapshot } = position;
  return (offset: number): PageToken => {
    if (request.snapshot && O.isNone(snapshot)) snapshot = O.some(snapshots.take(data, owner(), now));
    return tokens.issue(request.rest, { offset, snapshot }, now);
  };
};

export const servePage = (paging: Paging, asked: Asked): Outcome => {
  const { endpoint, request, address } = asked;
  const position = positionOf(paging, asked);
  if (E.isLeft(position)) return position;
  const data = dataOf(paging, asked, position.right);
  if (E.isLeft(data)) return data;
  const size = sizeOf(paging, request);
  const { conditions, offsetIn } = request;
  const found = E.isRight(conditions)
    ? E.right(findObjects(data.right, conditions.right, paging.fieldOrder))
    : conditions;
  const begin =
    offsetIn && E.isRight(found)
      ? offsetIn(found.right.slice(0, found.right.length), size)
      : E.right(position.right.offset);
  if (E.isLeft(begin)) return begin;
  const offset = begin.right;
  const limit = paging.settings[endpoint.limit];
  if (offset >= limit) return E.left(serviceError(400, 'ObjectsExceededLimit'));
  if (E.isLeft(found)) return found;
  const objects = found.right;
  const total = objects.length;
  const end = Math.min(offset + size, limit, total);
  const tokenAt = tokenMaker(paging, asked, position.right, data.right);
  const page: OutgoingPage = {
    endpoint: endpoint.name,
    pageToken: request.pageToken,
    data: objects.slice(offset, end),
    offset,
    size,
    total,
    address,
    fields: paging.settings.totalCount ? { totalCount: total } : {},
    next: E.right(end < total ? O.some(tokenAt(end)) : O.none),
    again: () => tokenAt(offset),
    before: () => objects.slice(Math.max(0, offset - size), offset),
  };
  return E.right(endpoint.write(paging.faults().onPage(page), paging.marksWithNull));
};
