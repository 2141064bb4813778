import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import {
  defer,
  EMPTY,
  expand,
  finalize,
  lastValueFrom,
  map,
  switchMap,
  take,
  tap,
  timer,
  toArray,
} from 'rxjs';
import type { Observable } from 'rxjs';
import {
  axiosTransport,
  bearer,
  createClient,
  listObjects,
  Place,
  resumeFrom,
  searchObjects,
  withValve,
} from '../../src/index';
import type { ObjectRecord, Page, Transport, WalkError } from '../../src/index';
import type { Fault } from '../../src/service/index';
import { memoryService } from '../../src/testing/index';
import { withThings } from '../service/support/things';
import { withService } from '../service/support/withService';
import { inVirtualTime } from '../support/inVirtualTime';
import { leftOf, rightOf } from '../support/sides';
import { mustHold, parameters, runsOf } from './replay';
import { kinds } from './support/faultyWalk';

type Result = E.Either<WalkError, Page<ObjectRecord<Readonly<Record<string, unknown>>>>>;

const struck = [
  'throttle',
  'unavailable',
  'reset-before',
  'reset-during',
  'truncate',
  'html',
  'unauthorized',
  'expire-token',
  'empty-page',
  'corrupt-object',
  'empty-token',
] as const;

/** Any run: what a service has, what befalls its requests, how its client walks, and after how many pages it is left. */
const anyRun = fc.record({
  kind: fc.constantFrom(...kinds),
  snapshot: fc.boolean(),
  things: fc.nat({ max: 24 }),
  pageSize: fc.integer({ min: 1, max: 5 }),
  attempts: fc.integer({ min: 1, max: 3 }),
  emptyPages: fc.nat({ max: 2 }),
  readAhead: fc.nat({ max: 1 }),
  highWaterMark: fc.option(fc.nat({ max: 3 }), { nil: undefined }),
  faults: fc.array(
    fc.record({ type: fc.constantFrom(...struck), at: fc.integer({ min: 1, max: 30 }) }),
    {
      maxLength: 12,
      size: 'max',
    },
  ) as fc.Arbitrary<ReadonlyArray<Fault>>,
  stops: fc.array(fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }), { maxLength: 4 }),
});

type Run = typeof anyRun extends fc.Arbitrary<infer R> ? R : never;

interface Service {
  readonly transport: Transport;
  readonly token: string;
  readonly ontologyRid: string;
  readonly apiFamily: string;
  readonly objectType: string;
}

/** One walk of a run: where it began, what it brought, and what was sent after it was left. */
interface Leg {
  readonly place: Place | undefined;
  readonly results: ReadonlyArray<Result>;
  readonly late: number;
}

/** Walks, and walks again from where the last walk was left or ended, until the last page; checks what holds of any walk. */
const play = (run: Run, service: Service, rest: number): Observable<ReadonlyArray<Leg>> => {
  const { kind, snapshot, pageSize, attempts, emptyPages, readAhead, highWaterMark, stops } = run;
  const { token, ontologyRid, apiFamily, objectType } = service;
  let [sent, inFlight, maxInFlight] = [0, 0, 0];
  const requests = new Set<string>();
  const transport: Transport = (request) =>
    defer(() => {
      sent += 1;
      inFlight += 1;
      maxInFlight = Math.max(maxInFlight, inFlight);
      const { url, body = '', headers } = request;
      // Law 2: the token goes last, and all else is the same.
      requests.add(
        JSON.stringify([
          url.replace(/[?&]pageToken=[^&]*$/, ''),
          body.replace(/,"pageToken":"[^"]*"}$/, '}'),
          headers,
        ]),
      );
      let isOver = false;
      const end = (): void => {
        if (!isOver) inFlight -= 1;
        isOver = true;
      };
      return service.transport(request).pipe(tap(end), finalize(end));
    });
  const client = createClient({
    transport,
    auth: bearer(token),
    retry: { attempts, baseDelay: 1 },
  });
  const retries = new Map<string, number>();
  client.events.subscribe(({ type, walk: number, ...event }) => {
    if (type !== 'retry' || !('page' in event)) return;
    const key = `${number} ${event.page}`;
    retries.set(key, (retries.get(key) ?? 0) + 1);
  });
  const walk = (
    place: Place | undefined,
    valve?: Parameters<Parameters<typeof withValve>[1]>[0],
  ): Observable<Result> => {
    const params = { objectType, emptyPages, readAhead, place, valve };
    return kind === 'list'
      ? client.pages(listObjects, { ontologyRid, pageSize, snapshot, ...params })
      : client.pages(searchObjects, { apiFamily, query: { type: 'empty' }, ...params });
  };
  const paced = (place: Place | undefined): Observable<Result> =>
    highWaterMark === undefined
      ? walk(place)
      : withValve({ highWaterMark }, (valve) =>
          walk(place, valve).pipe(
            valve.concatMap((result) => {
              expect(valve.held, 'law 4').to.be.at.most(highWaterMark + 1 + readAhead + 1);
              return timer(2).pipe(map(() => result));
            }),
          ),
        );
  const legAt = (index: number, place: Place | undefined): Observable<Leg> =>
    paced(place).pipe(
      take(stops[index] ?? Infinity),
      toArray(),
      switchMap((results) => {
        const before = sent;
        return timer(rest).pipe(map(() => ({ place, results, late: sent - before + inFlight })));
      }),
    );
  return legAt(0, undefined).pipe(
    expand((leg, index) => {
      const next = nextOf(leg);
      if (O.isNone(next)) return EMPTY;
      if (index > 60) throw new Error('the walks do not come to an end');
      return legAt(index + 1, next.value);
    }),
    toArray(),
    tap(() => {
      expect(requests.size, 'law 2').to.be.at.most(1);
      expect(maxInFlight, 'law 3: one at a time').to.equal(1);
      expect(Math.max(0, ...retries.values()), 'law 11').to.be.below(attempts);
    }),
  );
};

const pagesIn = ({ results }: Leg) => results.filter(E.isRight).map(({ right }) => right);
const endOf = ({ results }: Leg): WalkError | undefined => results.filter(E.isLeft).map(leftOf)[0];

/** Where the next walk begins: undefined at the first page, none where the last page has come. */
const nextOf = (leg: Leg): O.Option<Place | undefined> => {
  const end = endOf(leg);
  const kept = pagesIn(leg).at(-1)?.place;
  if (kept?.isLast) return O.none;
  // Some ends have no place to go on from; a page whose token is unusable is asked for again.
  const canGoOn = end?._tag !== 'PageTokenExpired';
  const place = kept ?? leg.place;
  return O.some(canGoOn && place ? rightOf(Place.decode(Place.encode(place))) : undefined);
};

const judge = ({ things }: Run, legs: ReadonlyArray<Leg>): void => {
  for (const leg of legs) {
    expect(leg.late, 'law 9: nothing is sent for nobody').to.equal(0);
    expect(
      leg.results.slice(0, -1).every(E.isRight),
      'law 5: one end, and it is the last',
    ).to.equal(true);
    const [end, pages] = [endOf(leg), pagesIn(leg)];
    if (!end || end._tag === 'InvalidObject') continue;
    const objects = pages.reduce((sum, { data }) => sum + data.length, 0);
    expect(end.progress, 'law 7').to.include({ pages: pages.length, objects });
    if (end._tag === 'PageTokenExpired') expect(resumeFrom(end)).to.deep.equal(O.none);
  }
  // The last walk and those that it goes on from. A page that was asked for again counts once, as it came last.
  const chain = legs.slice(legs.map(({ place }) => place).lastIndexOf(undefined));
  const seen: Array<unknown> = [];
  for (const leg of chain) {
    seen.length = leg.place?.objects ?? 0;
    for (const { data } of pagesIn(leg))
      seen.push(...data.map((one) => (E.isRight(one) ? one.right.properties.id : undefined)));
  }
  expect(seen, 'nothing lost, nothing doubled').to.have.lengthOf(things);
  seen.forEach((id, index) => expect(id ?? index + 1).to.equal(index + 1));
};

const optionsOf = ({ things, pageSize, faults }: Run) => ({
  ...withThings(things),
  maxPageSize: pageSize,
  faults,
  seed: 1,
});

describe('laws 2 to 9, 11 and 12: any faults, any stops', () => {
  it('nothing is lost, and every walk says how it ended', () => {
    const tags = new Set<string | undefined>();
    const details = fc.check(
      fc.property(anyRun, (run) => {
        const all: Array<ReadonlyArray<Leg>> = [];
        inVirtualTime(() =>
          play(run, memoryService(optionsOf(run)), 100_000).subscribe((legs) => all.push(legs)),
        );
        const [legs = expect.fail('the run does not end')] = all;
        judge(run, legs);
        for (const leg of legs) tags.add(endOf(leg)?._tag);
      }),
      parameters(runsOf(200, 20_000)),
    );
    mustHold('spec/resilience/any-spec.ts', details);
    expect(tags).to.include.keys(
      'HttpFailure',
      'NetworkFailure',
      'InvalidEnvelope',
      'ProtocolViolation',
      'PageTokenExpired',
      'Unauthorized',
    );
  });

  it('over HTTP, too', async () => {
    const property = fc.asyncProperty(anyRun, (run) =>
      withService(optionsOf(run), async (service) => {
        const transport = axiosTransport({ baseURL: service.url, timeout: 10_000 });
        judge(run, await lastValueFrom(play(run, { ...service, transport }, 5)));
      }),
    );
    mustHold(
      'spec/resilience/any-spec.ts',
      await fc.check(property, parameters(runsOf(30, 1_000))),
    );
  });
});
