import {
  createClient,
  endpoint,
  type ObjectStream,
  orThrow,
  polite,
  retryExpired,
  type Transport,
  type UnknownProperties,
  withValve,
} from 'pagewalk';
import {
  at,
  byCursor,
  byLastItem,
  byLink,
  byOffset,
  byPageNumber,
  link,
  query,
} from 'pagewalk/paging';
import { type MemoryService, memoryService } from 'pagewalk/testing';
import { defer, EMPTY, Subscription, timer } from 'rxjs';
import type { Scheme, Settings } from './Settings';

type Faults = Parameters<MemoryService['setFaults']>[0];

/** What the page can do with the library. */
export interface Play {
  readonly client: ReturnType<typeof createClient>;
  readonly limits: ReturnType<typeof polite>;
  readonly start: () => void;
  readonly stop: () => void;
  /** What goes wrong with the next request. */
  readonly misbehave: (faults: Faults) => void;
  /** How many walks there are, and how many objects wait in their valves. */
  readonly state: () => { readonly walks: number; readonly held: number };
}

/** Tells the one transport which service a request is for. */
const schemeHeader = 'x-scheme';

const common = {
  name: 'employees',
  method: 'GET',
  path: '/api/{objectType}',
  pageSize: query('limit'),
} as const;

const items = at('items');

const described = {
  link: endpoint({
    ...common,
    headers: { [schemeHeader]: 'link' },
    items: at(),
    paging: byLink(link('next')),
  }),
  offset: endpoint({
    ...common,
    headers: { [schemeHeader]: 'offset' },
    items,
    paging: byOffset({ to: query('offset'), total: at('total') }),
  }),
  page: endpoint({
    ...common,
    headers: { [schemeHeader]: 'page' },
    items,
    paging: byPageNumber({ to: query('page'), last: at('last') }),
  }),
  cursor: endpoint({
    ...common,
    headers: { [schemeHeader]: 'cursor' },
    items,
    paging: byCursor({ from: at('next_cursor'), to: query('cursor'), more: at('has_more') }),
  }),
  lastItem: endpoint({
    ...common,
    headers: { [schemeHeader]: 'lastItem' },
    paging: byLastItem({ from: at('id'), to: query('starting_after'), more: at('has_more') }),
  }),
} as const;

type Described = (typeof described)[keyof typeof described];

export const startPlay = (settings: () => Settings): Play => {
  const services = new Map<Scheme, MemoryService>();
  const serviceOf = (scheme: Scheme): MemoryService => {
    const made =
      services.get(scheme) ??
      memoryService({
        latency: () => settings().latency,
        maxPageSize: 1_000,
        ...(scheme !== 'revision 1.0' && { scheme }),
      });
    services.set(scheme, made);
    return made;
  };
  const transport: Transport = (request) =>
    serviceOf((request.headers[schemeHeader] as Scheme | undefined) ?? 'revision 1.0').transport(
      request,
    );
  const limits = polite({ concurrent: 6 });
  const client = createClient({
    transport: limits(transport),
    retry: { attempts: 5, baseDelay: 500 },
  });
  const valves = new Set<{ readonly held: number }>();
  let running = new Subscription();

  const work = () => defer(() => (settings().consumer > 0 ? timer(settings().consumer) : EMPTY));

  const start = (): void => {
    const { scheme, pageSize, highWaterMark, readAhead } = settings();
    const { ontologyRid, objectType } = serviceOf(scheme);
    const walk = withValve({ highWaterMark }, (valve) => {
      valves.add(valve);
      const params = { objectType, label: objectType, pageSize, readAhead, valve };
      const stream: ObjectStream<unknown> =
        scheme === 'revision 1.0'
          ? client
              .list({ ontologyRid, ...params })
              .pipe(retryExpired({ key: ({ properties }) => Number(properties.id) }))
          : client
              .objects<Described, UnknownProperties>(described[scheme], params)
              .pipe(retryExpired({ key: ({ id }) => Number(id) }));
      return stream.pipe(orThrow(), valve.concatMap(work));
    });
    const subscription = walk.subscribe({
      // The panel shows why a walk ended.
      error: () => undefined,
    });
    running.add(subscription);
  };

  return {
    client,
    limits,
    start,
    stop: () => {
      running.unsubscribe();
      running = new Subscription();
      valves.clear();
    },
    misbehave: (faults) => {
      for (const service of services.values()) service.setFaults(faults);
    },
    state: () => {
      const held = [...valves].map((valve) => valve.held);
      return { walks: held.length, held: held.reduce((sum, count) => sum + count, 0) };
    },
  };
};
