import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import type { Endpoint } from '../../model/endpoints/endpoint';
import { writeEnvelope } from '../../model/paging/envelope';
import type { HttpResponse } from '../../model/http';
import type { PageToken } from '../../model/PageToken';
import { Query } from '../../model/endpoints/searchObjects';
import type { FaultPlan } from '../faults/faultPlan';
import type { OutgoingPage } from '../faults/Misbehaviour';
import { invalid, json, type Outcome, serviceError, type ServiceError } from '../http/ServiceError';
import type { Properties } from '../store/Properties';
import type { FieldOrder } from '../store/query/createFieldOrders';
import { findObjects } from '../store/query/findObjects';
import { readQuery } from '../store/query/readQuery';
import type { Snapshots } from '../store/Snapshots';
import type { Store } from '../store/Store';
import type { PageTokens, Position } from './pageTokens';
import type { PageRequest } from './readPageRequest';

type Objects = ReadonlyArray<Properties>;
type Checked<A> = E.Either<ServiceError, A>;

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
  /** The current faults. */
  readonly faults: () => FaultPlan;
  /** Whether this last page of revision 1.0 says null instead of nothing. */
  readonly marksWithNull: () => boolean;
}

const start: Position = { offset: 0, snapshot: O.none };

/** Where the walk stands: at its start without a token, else where the token says, if the token is still good. */
const positionOf = ({ tokens, settings, faults }: Paging, { pageToken, rest }: PageRequest): Checked<Position> =>
  O.isNone(pageToken)
    ? E.right(start)
    : pipe(
        tokens.read(rest, pageToken.value),
        O.filter(({ age }) => age < settings.tokenLifetime && !faults().refuses(pageToken.value, age)),
        // The token is echoed, as services do; whoever logs errors has to expect it.
        E.fromOption(() => invalid('pageToken', { pageToken: pageToken.value })),
      );

/** The most objects that a walk is handed: of list as the conventions say (seed 8), of search as the service is told. */
const limitOf = ({ settings }: Paging, endpoint: Endpoint): number =>
  O.isSome(endpoint.limit) ? settings.limit : settings.searchLimit;

/** A suggestion, reduced to the maximum; whatever the drift, a page that is not the last has an object (seed 2.1). */
const sizeOf = ({ settings, faults }: Paging, { pageSize }: PageRequest): number => {
  const { maxPageSize, pageSizeDrift } = settings;
  const asked = O.getOrElse(() => maxPageSize)(pageSize);
  return Math.max(1, (faults().ignoresMaximum ? asked : Math.min(asked, maxPageSize)) + pageSizeDrift);
};

/** The data that the walk pages through: its snapshot, or what the store holds now (seed 4.5). */
const dataOf = ({ store, snapshots }: Paging, objectType: string, { snapshot }: Position): Checked<Objects> =>
  O.isNone(snapshot)
    ? E.right(store.all(objectType))
    : pipe(
        snapshots.find(snapshot.value),
        E.fromOption(() => serviceError(409, 'ConsistentSnapshotError')),
      );

const conditionsOf = ({ fields: { query } }: PageRequest) => (Query.is(query) ? readQuery(query) : E.right([]));

const encode = ({ marksWithNull }: Paging, { revision, data, fields, next }: OutgoingPage): HttpResponse => {
  const isLast = E.isRight(next) && O.isNone(next.right);
  // What breaks a rule of revision 2.0 is how revision 1.0 may say the same: null.
  const marked = revision === '1.0' && isLast && marksWithNull() ? E.left('NullToken' as const) : next;
  return json(200, writeEnvelope({ data, next: marked, fields }));
};

interface Walk {
  readonly request: PageRequest;
  readonly position: Position;
  readonly data: Objects;
  readonly owner: string;
}

/** Makes tokens of this walk; its snapshot is taken when the first of them is, for a single page needs none. */
const tokenMaker = ({ tokens, snapshots }: Paging, { request, position, data, owner }: Walk) => {
  let { snapshot } = position;
  return (offset: number): PageToken => {
    if (request.snapshot && O.isNone(snapshot)) snapshot = O.some(snapshots.take(data, owner));
    return tokens.issue(request.rest, { offset, snapshot });
  };
};

/** Answers a request for a page of a type's objects. Whose request it is matters only for the snapshot. */
export const servePage = (
  paging: Paging,
  endpoint: Endpoint,
  objectType: string,
  request: PageRequest,
  owner: string,
): Outcome => {
  const limit = limitOf(paging, endpoint);
  return pipe(
    E.Do,
    E.bind('position', () => positionOf(paging, request)),
    E.filterOrElse(
      ({ position }) => position.offset < limit,
      () => serviceError(400, 'ObjectsExceededLimit'),
    ),
    E.bind('data', ({ position }) => dataOf(paging, objectType, position)),
    E.bind('conditions', () => conditionsOf(request)),
    E.map(({ position, data, conditions }): OutgoingPage => {
      const { offset } = position;
      const objects = findObjects(data, conditions, paging.fieldOrder);
      const end = Math.min(offset + sizeOf(paging, request), limit, objects.length);
      const tokenAt = tokenMaker(paging, { request, position, data, owner });
      return {
        revision: endpoint.revision,
        pageToken: request.pageToken,
        data: objects.slice(offset, end).map((properties) => ({ properties })),
        fields: paging.settings.totalCount ? { totalCount: objects.length } : {},
        next: E.right(end < objects.length ? O.some(tokenAt(end)) : O.none),
        again: () => tokenAt(offset),
      };
    }),
    E.map((page) => encode(paging, paging.faults().onPage(page))),
  );
};
