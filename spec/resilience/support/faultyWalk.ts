import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import {
  axiosTransport,
  bearer,
  type Client,
  type ClientConfig,
  createClient,
  type PageToken,
  resumeFrom,
  type UnknownProperties,
  type WalkError,
  type WalkOptions,
  type ObjectRecord,
} from '../../../src/index';
import type { Fault, ServedRequest, Service, ServiceOptions } from '../../../src/service/index';
import { withThings } from '../../service/support/things';
import { withService } from '../../service/support/withService';
import { until } from '../../node/support/until';
import { collect } from '../../support/collect';
import type { ObjectStream } from '../../support/pages';

export const kinds = ['list', 'search'] as const;

export type Kind = (typeof kinds)[number];

/** What a client has to know of a service. */
export type Address = Pick<Service, 'url' | 'token' | 'ontologyRid' | 'apiFamily' | 'objectType'>;

/** A client that tries three times, and waits next to nothing in between. */
export const clientOf = ({ url, token }: Address, config: Partial<ClientConfig> = {}): Client =>
  createClient({
    transport: axiosTransport({ baseURL: url, timeout: 10_000 }),
    auth: bearer(token),
    retry: { attempts: 3, baseDelay: 1 },
    ...config,
  });

/** The walk of a kind over the first type of a service. */
export const walkOf = (
  kind: Kind,
  client: Client,
  { ontologyRid, apiFamily, objectType }: Address,
  options: WalkOptions & { readonly snapshot?: boolean } = {},
): ObjectStream<ObjectRecord> => {
  const { snapshot, ...others } = options;
  return kind === 'list'
    ? client.list({ ontologyRid, objectType, snapshot, ...others })
    : client.search({ apiFamily, objectType, ...others });
};

/** The id of an object, or the tag of an error, in the order in which they came. */
export const told = (
  results: ReadonlyArray<E.Either<WalkError, { readonly properties: UnknownProperties }>>,
) =>
  results.map(
    E.match(
      ({ _tag }): unknown => _tag,
      ({ properties }): unknown => properties.id,
    ),
  );

/** How a walk over a faulty service went. */
export interface FaultyWalk {
  readonly told: ReadonlyArray<unknown>;
  /** The last error, if there was one. */
  readonly error: WalkError | undefined;
  /** What the service saw, in the order in which the exchanges were over. */
  readonly served: ReadonlyArray<ServedRequest>;
  /** What a walk from `resumeFrom` on brings once the faults are gone; undefined where there is nothing to go on from. */
  readonly rest: ReadonlyArray<unknown> | undefined;
}

export interface FaultyWalkOptions {
  readonly service?: ServiceOptions;
  readonly client?: Partial<ClientConfig>;
  readonly walk?: WalkOptions & { readonly snapshot?: boolean };
  /** What stands between the walk and its consumer. */
  readonly through?: (walk: ObjectStream<ObjectRecord>) => ObjectStream<ObjectRecord>;
}

/** Walks six things, two to a page, over a service with these faults. */
export const faultyWalk = async (
  kind: Kind,
  faults: ReadonlyArray<Fault>,
  {
    service: serviceOptions,
    client: config,
    walk,
    through = (same) => same,
  }: FaultyWalkOptions = {},
): Promise<FaultyWalk> => {
  const all: Array<ServedRequest> = [];
  const onRequest = (request: ServedRequest): void => void all.push(request);
  const options = {
    ...withThings(6),
    maxPageSize: 2,
    seed: 1,
    faults,
    onRequest,
    ...serviceOptions,
  };
  return withService(options, async (service) => {
    const client = clientOf(service, config);
    let sent = 0;
    client.events.subscribe(({ type }) => (sent += type === 'request' ? 1 : 0));
    const results = await collect(through(walkOf(kind, client, service, walk)));
    const error = results.filter(E.isLeft).at(-1)?.left;
    // The service hears of the end of an exchange a little after the client does.
    await until(() => all.length >= sent);
    const served = [...all];
    service.setFaults([]);
    const place: O.Option<{ readonly pageToken: PageToken }> =
      error === undefined ? O.none : resumeFrom(error);
    const rest = O.isNone(place)
      ? undefined
      : told(await collect(through(walkOf(kind, client, service, { ...walk, ...place.value }))));
    return { told: told(results), error, served, rest };
  });
};

export const statusesOf = ({ served }: FaultyWalk): ReadonlyArray<number | undefined> =>
  served.map(({ status }) => status);
