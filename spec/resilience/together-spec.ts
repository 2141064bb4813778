import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import { map, timer } from 'rxjs';
import {
  axiosTransport,
  bearer,
  createClient,
  type ObjectRecord,
  pastLimit,
  polite,
  retryExpired,
  orThrow,
  type WalkError,
  type WalkEvent,
  withValve,
} from '../../src/index';
import type { Fault, ObjectStore } from '../../src/service/index';
import { type MemoryExchange, memoryService } from '../../src/testing/index';
import { things, withThings } from '../service/support/things';
import { withService } from '../service/support/withService';
import { collect } from '../support/collect';
import { inVirtualTime } from '../support/inVirtualTime';
import { between, type Range, type Thing } from './pastLimit/ways';
import { mustHold, parameters, runsOf } from './replay';
import { restartable } from './support/restartable';

const passing = [
  'throttle',
  'unavailable',
  'reset-before',
  'reset-during',
  'truncate',
  'empty-page',
] as const;

const anyRun = fc.record({
  count: fc.nat({ max: 20 }),
  maxPageSize: fc.integer({ min: 1, max: 4 }),
  attempts: fc.integer({ min: 1, max: 3 }),
  restarts: fc.nat({ max: 2 }),
  faults: fc.array(
    fc.record({
      type: fc.constantFrom(...passing, 'expire-token' as const),
      at: fc.integer({ min: 1, max: 25 }),
    }),
    { maxLength: 10, size: 'max' },
  ) as fc.Arbitrary<ReadonlyArray<Fault>>,
  /** After which exchange the store changes, and whether an object comes or goes, and where. */
  changes: fc.array(fc.tuple(fc.integer({ min: 1, max: 15 }), fc.boolean(), fc.nat({ max: 20 })), {
    maxLength: 8,
  }),
});

type Run = typeof anyRun extends fc.Arbitrary<infer R> ? R : never;

const change = (store: ObjectStore, comes: boolean, at: number, id: number): void => {
  const index = at % (store.all('thing').length + 1);
  if (comes) store.insert('thing', { id }, index);
  else store.delete('thing', index);
};

/** What a walk with `retryExpired` has to make of what the service sent, by the laws alone. */
const oracle = ({ attempts, restarts }: Run, exchanges: ReadonlyArray<MemoryExchange>) => {
  const counts = { request: exchanges.length, page: 0, retry: 0, restart: 0, end: 0 };
  const keys = new Set<unknown>();
  let [failed, inVain, end] = [0, 0, undefined as string | undefined];
  for (const { response, aborted, status = 0 } of exchanges) {
    const read = E.tryCatch(
      () => JSON.parse(aborted ? '' : (response?.body ?? '')) as unknown,
      String,
    );
    const {
      data,
      nextPageToken: next,
      errorName,
    } = (E.isRight(read) ? read.right : {}) as Record<string, unknown>;
    expect(end, 'nothing is sent after the end').to.equal(undefined);
    if (Array.isArray(data)) {
      const before = keys.size;
      for (const { properties } of data as ReadonlyArray<ObjectRecord<Thing>>)
        keys.add(properties.id);
      if (keys.size > before) inVain = 0;
      [counts.page, failed] = [counts.page + 1, 0];
      if (next === null || next === undefined) end = 'last page';
    } else if (errorName === 'InvalidPageToken') {
      [inVain, failed] = [inVain + 1, 0];
      if (inVain > restarts) end = 'PageTokenExpired';
      else [counts.restart, counts.end] = [counts.restart + 1, counts.end + 1];
    } else if ((aborted || status !== 400) && (failed += 1) < attempts) counts.retry += 1;
    else end = 'failure';
  }
  return { keys: [...keys], end, counts: { ...counts, end: counts.end + 1 } };
};

describe('laws 5, 11 and 13: any changes of the store, any faults, restarts', () => {
  it('each key once, one end, and every event counted, as an oracle reads what was sent', () => {
    const ends = new Set<string | undefined>();
    const details = fc.check(
      fc.property(anyRun, (run) =>
        inVirtualTime(() => {
          const { count, maxPageSize, attempts, restarts, faults, changes } = run;
          const service = memoryService({ ...withThings(count), maxPageSize, faults, seed: 1 });
          const exchanges: Array<MemoryExchange> = [];
          service.exchanges.subscribe((exchange) => {
            exchanges.push(exchange);
            changes.forEach(([after, comes, at], index) => {
              if (after === exchanges.length) change(service.store, comes, at, 100 + index);
            });
          });
          const client = createClient({
            transport: service.transport,
            retry: { attempts, baseDelay: 1 },
          });
          const events: Array<WalkEvent['type']> = [];
          client.events.subscribe(({ type }) => events.push(type));
          const came: Array<E.Either<WalkError, ObjectRecord>> = [];
          const { ontologyRid, objectType } = service;
          client
            .list({ ontologyRid, objectType })
            .pipe(restartable(restarts))
            .subscribe((result) => came.push(result));
          return () => {
            const { keys, end, counts } = oracle(run, exchanges);
            ends.add(end);
            expect(came.filter(E.isRight).map(({ right }) => right.properties.id)).to.deep.equal(
              keys,
            );
            const tags = came.filter(E.isLeft).map(({ left }) => left._tag);
            expect(tags).to.have.lengthOf(end === 'last page' ? 0 : 1);
            if (end === 'PageTokenExpired') expect(tags).to.deep.equal([end]);
            for (const [type, expected] of Object.entries(counts))
              expect(
                events.filter((seen) => seen === type),
                type,
              ).to.have.lengthOf(expected);
          };
        }),
      ),
      parameters(runsOf(150, 10_000)),
    );
    mustHold('spec/resilience/together-spec.ts', details);
    expect(ends).to.have.all.keys('last page', 'PageTokenExpired', 'failure');
  });

  it('law 13: over HTTP, while objects come and go', async () => {
    let served = 0;
    const faults: ReadonlyArray<Fault> = [2, 5, 9].map((at) => ({ type: 'expire-token', at }));
    const onRequest = (): void => void (served += 1);
    await withService({ ...withThings(12), maxPageSize: 2, faults, onRequest }, async (service) => {
      const client = createClient({ transport: axiosTransport({ baseURL: service.url }) });
      const { ontologyRid, objectType } = service;
      const onPage = (): void => {
        if (served % 3 === 1) service.store.insert('thing', { id: 100 + served });
        if (served % 4 === 3) service.store.delete('thing', service.store.all('thing').length - 1);
      };
      const came = await collect(
        client
          .list({ ontologyRid, objectType, snapshot: true, onPage })
          .pipe(restartable(), orThrow()),
      );
      const keys = came.map(({ properties }) => properties.id);
      expect(new Set(keys).size, 'each key once').to.equal(keys.length);
      expect(keys.slice(0, 6)).to.deep.equal([1, 2, 3, 4, 5, 6]);
      expect(served, 'with the pages of walks that expired').to.be.greaterThan(keys.length / 2);
    });
  });
});

describe('laws 4, 13, 15 and 16 together', () => {
  it('pastLimit with a valve, polite and retryExpired, over HTTP: each key once, within the limits', async () => {
    const faults: ReadonlyArray<Fault> = [{ type: 'expire-token', at: 4 }];
    await withService(
      { ...withThings(60), maxPageSize: 5, searchLimit: 20, faults },
      async (service) => {
        const limits = polite({ concurrent: 2 });
        let most = 0;
        const watching = limits.state.subscribe(
          ({ inFlight }) => (most = Math.max(most, inFlight)),
        );
        const client = createClient({
          transport: limits(axiosTransport({ baseURL: service.url })),
          auth: bearer(service.token),
        });
        const key = ({ properties }: ObjectRecord<Thing>): number => properties.id;
        const everything = withValve({ highWaterMark: 3 }, (valve) =>
          pastLimit<Range, ObjectRecord<Thing>, number>({
            ranges: [{ from: 0, to: 64 }],
            split: ({ from, to }) => [
              { from, to: (from + to) / 2 },
              { from: (from + to) / 2, to },
            ],
            key,
            concurrency: 4,
            walk: (range) =>
              client
                .search<Thing>({
                  apiFamily: 'demo',
                  objectType: 'thing',
                  query: between(range),
                  valve,
                })
                .pipe(retryExpired({ key })),
          }).pipe(
            orThrow(),
            valve.mergeMap((record) => {
              expect(valve.held, 'law 4').to.be.at.most(3 + 4 * 5);
              return timer(0).pipe(map(() => key(record)));
            }, 2),
          ),
        );
        const keys = await collect(everything);
        watching.unsubscribe();
        expect(keys.sort((a, b) => a - b)).to.deep.equal(things(60).map(({ id }) => id));
        expect(most, 'law 15').to.equal(2);
      },
    );
  });
});
