import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import {
  asyncScheduler,
  finalize,
  identity,
  map,
  NEVER,
  of,
  Subject,
  take,
  takeUntil,
  timer,
} from 'rxjs';
import { bearer, createClient, endpoint, Place, polite, withValve } from '../../src/index';
import type { Endpoint, HttpRequest, HttpResponse, Transport, WalkEvent } from '../../src/index';
import { at, byCursor, byOffset, byPageNumber, type Paging, query } from '../../src/paging';
import { limited } from '../../src/transport/TransportLimits';
import { inVirtualTime } from '../support/inVirtualTime';

const to = query('at');
const paged = (name: string, paging: Paging<'query'>) =>
  endpoint({ name, method: 'GET', path: '/things', paging });

/** Every way to page a list, and the place in it that a request asks for. */
const kinds = {
  offset: paged('offset', byOffset({ to })),
  offsetOfTotal: paged('offsetOfTotal', byOffset({ to, total: at('total') })),
  page: paged('page', byPageNumber({ to })),
  cursor: paged('cursor', byCursor({ from: at('next'), to })),
};

type Kind = keyof typeof kinds;

/** A service: the lengths of its pages, and what goes wrong. */
interface Script {
  readonly kind: Kind;
  /** The length of a page depends on where it begins. */
  readonly lengths: ReadonlyArray<number>;
  readonly objects: number;
  /** Milliseconds until the answer to request n. */
  readonly latencies: ReadonlyArray<number>;
  /** Pages that always fail with this status, by where they begin. */
  readonly broken: ReadonlyArray<readonly [at: number, status: number]>;
  /** After so many requests the credential is refused. */
  readonly expiresAfter: number;
  /** Whether every page is the first one again. */
  readonly ignoresCursor: boolean;
}

const script: fc.Arbitrary<Script> = fc.record({
  kind: fc.constantFrom<Kind>('offset', 'offsetOfTotal', 'page', 'cursor'),
  lengths: fc.oneof(
    fc.integer({ min: 1, max: 4 }).map((length) => [length]),
    fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
  ),
  objects: fc.integer({ min: 0, max: 24 }),
  latencies: fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 7 }),
  broken: fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.constantFrom(404, 500, 503)), {
    maxLength: 1,
  }),
  expiresAfter: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 9 })),
  ignoresCursor: fc.boolean(),
});

const answer = (status: number, body: object): E.Either<never, HttpResponse> =>
  E.right({ status, headers: {}, body: JSON.stringify(body) });

/** A service in virtual time. The length of a page depends on where it begins. */
const serving = ({
  kind,
  lengths,
  objects,
  latencies,
  broken,
  expiresAfter,
  ignoresCursor,
}: Script) => {
  let [requests, inFlight, maxInFlight] = [0, 0, 0];
  let current = 'first';
  const lengthAt = (start: number): number => lengths[start % lengths.length] ?? 1;
  const pageStarts = [0];
  for (let start = 0; start < objects; start += lengthAt(start))
    pageStarts.push(start + lengthAt(start));

  const respond = ({ url, headers }: HttpRequest, count: number): E.Either<never, HttpResponse> => {
    if (count > expiresAfter) current = 'second';
    if (expiresAfter < Infinity && headers.authorization !== `Bearer ${current}`)
      return answer(401, {});
    const value = Number(/at=(\d+)/.exec(url)?.[1] ?? (kind === 'page' ? 1 : 0));
    const start = kind === 'page' ? (pageStarts[value - 1] ?? objects) : value;
    const status = broken.find(([where]) => where === start)?.[1];
    if (status !== undefined) return answer(status, {});
    const begin = ignoresCursor ? 0 : start;
    const length = Math.max(0, Math.min(lengthAt(begin), objects - begin));
    const data = Array.from({ length }, (_, index) => ({ id: begin + index }));
    const next = start + length < objects ? String(start + length) : null;
    return answer(200, { data, total: objects, next });
  };

  const transport: Transport = (request) => {
    const count = requests++;
    inFlight += 1;
    maxInFlight = Math.max(maxInFlight, inFlight);
    let isOver = false;
    // At the answer, not at the teardown: the next request leaves from within the answer to this one.
    const over = (): void => {
      if (!isOver) inFlight -= 1;
      isOver = true;
    };
    return timer(latencies[count % latencies.length] ?? 0).pipe(
      map(() => {
        over();
        return respond(request, count);
      }),
      finalize(over),
    );
  };
  return {
    transport,
    requests: () => requests,
    inFlight: () => inFlight,
    maxInFlight: () => maxInFlight,
  };
};

/** Runs a walk over a scripted service in virtual time, and says all that can be seen of it. */
const run = (given: Script, readAhead: number, taken = Infinity) => {
  const service = serving(given);
  const seen: Array<unknown> = [];
  let [emitted, furthest, took] = [0, 0, 0];
  inVirtualTime(() => {
    const client = createClient({
      transport: service.transport,
      auth: bearer((stale?: string) => [stale === undefined ? 'first' : 'second']),
      retry: { attempts: 2, baseDelay: 5, maxDelay: 5 },
    });
    client.events.subscribe((event) => {
      if (event.type === 'request') furthest = Math.max(furthest, event.page - emitted);
    });
    const walked: Endpoint = kinds[given.kind];
    const pages = client.pages(walked, { readAhead, emptyPages: 3 }).pipe(take(taken));
    pages.subscribe({
      next: (result) => {
        if (E.isRight(result)) {
          emitted += 1;
          seen.push([result.right.data, Place.encode(result.right.place)]);
        } else {
          const { progress, ...failure } = result.left as {
            progress: { pages: number; objects: number };
          };
          seen.push([failure, progress.pages, progress.objects]);
        }
      },
      complete: () => {
        took = asyncScheduler.now();
        seen.push('complete');
      },
    });
  });
  return {
    seen,
    took,
    furthest,
    requests: service.requests(),
    maxInFlight: service.maxInFlight(),
    inFlight: service.inFlight(),
  };
};

describe('law 34: ahead, the same walk', () => {
  const depth = fc.integer({ min: 1, max: 32 });

  it('emits what readAhead 0 emits, in its order, whatever a service does', () =>
    fc.assert(
      fc.property(script, depth, (given, n) => {
        expect(run(given, n).seen).to.deep.equal(run(given, 0).seen);
      }),
    ));

  it('has at most n requests in flight, none beyond n pages after the next one, and leaves none behind', () =>
    fc.assert(
      fc.property(script, depth, fc.integer({ min: 1, max: 8 }), (given, n, taken) => {
        const ahead = run(given, n, taken);
        expect(ahead.maxInFlight).to.be.at.most(given.kind === 'cursor' ? 1 : n);
        expect(ahead.furthest).to.be.at.most(n);
        expect(ahead.inFlight).to.equal(0);
      }),
    ));

  for (const readAhead of [0, 1, 4, 32]) {
    it(`law 12: a page that was refused ahead of its turn is sent with a new credential in its turn, with readAhead ${readAhead}`, () => {
      const lifetime = 100;
      let [asked, renewedAt] = [0, 0];
      const ids: Array<unknown> = [];
      inVirtualTime(() => {
        const auth = bearer(() => {
          renewedAt = asyncScheduler.now();
          return of(`t${(asked += 1)}`);
        });
        const transport: Transport = ({ url, headers }) => {
          const isGood =
            headers.authorization === `Bearer t${asked}` &&
            asyncScheduler.now() < renewedAt + lifetime;
          const id = Number(/at=(\d+)/.exec(url)?.[1] ?? 1);
          return of(isGood ? answer(200, { data: id > 9 ? [] : [{ id }] }) : answer(401, {}));
        };
        const client = createClient({ transport, auth });
        withValve({ highWaterMark: 0 }, (valve) =>
          client
            .objects(kinds.page, { readAhead, valve })
            .pipe(valve.concatMap((object) => timer(0.7 * lifetime).pipe(map(() => object)))),
        ).subscribe((object) => ids.push(E.isRight(object) ? object.right.id : object.left));
      });
      expect(ids).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    });
  }

  for (const readAhead of [0, 1, 4, 32]) {
    it(`law 12: so it is where the source pushes its credentials, with readAhead ${readAhead}`, () => {
      const [lifetime, period] = [100, 150];
      const ids: Array<unknown> = [];
      inVirtualTime(() => {
        const begun = asyncScheduler.now();
        const auth = bearer(timer(0, period).pipe(map((count) => `t${count}`)));
        const transport: Transport = ({ url, headers }) => {
          const passed = asyncScheduler.now() - begun;
          const isGood =
            headers.authorization === `Bearer t${Math.floor(passed / period)}` &&
            passed % period < lifetime;
          const id = Number(/at=(\d+)/.exec(url)?.[1] ?? 1);
          return of(isGood ? answer(200, { data: id > 9 ? [] : [{ id }] }) : answer(401, {}));
        };
        const client = createClient({ transport, auth });
        withValve({ highWaterMark: 0 }, (valve) =>
          client
            .objects(kinds.page, { readAhead, valve })
            .pipe(valve.concatMap((object) => timer(0.7 * lifetime).pipe(map(() => object)))),
        ).subscribe((object) => ids.push(E.isRight(object) ? object.right.id : object.left));
      });
      expect(ids).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    });
  }

  for (const [where, wrap, leavesIn, leavesAt, expected] of [
    ['in a line', polite({ concurrent: 2 }), 0, 0, 3],
    ['in the turn of request 3', identity<Transport>, 3, 0, 3],
    ['behind the event of request 3', identity<Transport>, 0, 2, 2],
  ] as const) {
    it(`sends nothing that waits ${where} once it is left`, () => {
      const left = new Subject<void>();
      let requests = 0;
      let last: WalkEvent | undefined;
      const transport = wrap(() => {
        if (++requests === leavesIn) left.next();
        return requests === 1 ? of(answer(200, { data: [{}] })) : NEVER;
      });
      const onEvent = (event: WalkEvent): void => {
        last = event;
        if (leavesAt > 0 && event.type === 'request' && event.page === leavesAt) left.next();
      };
      const walk = createClient({ transport }).pages(kinds.offset, { readAhead: 5, onEvent });
      walk.pipe(takeUntil(left)).subscribe();
      left.next();
      expect(requests).to.equal(expected);
      expect(last).to.include({ type: 'end', unsubscribed: true });
    });
  }

  it('wastes at most n requests at the end', () =>
    fc.assert(
      fc.property(script, depth, (given, n) => {
        const steady = {
          ...given,
          lengths: given.lengths.slice(0, 1),
          expiresAfter: Infinity,
          ignoresCursor: false,
        };
        expect(run(steady, n).requests).to.be.at.most(run(steady, 0).requests + n);
      }),
    ));

  /** A service of a thousand pages of ten, each answered after 50 ms, and what a client that reads ahead makes of it. */
  const calm = { broken: [], expiresAfter: Infinity, ignoresCursor: false };
  const thousand: Script = {
    ...calm,
    kind: 'offset',
    lengths: [10],
    objects: 10_000,
    latencies: [50],
  };

  for (const [n, time] of [
    [0, 50_050],
    [1, 50_050],
    [8, 6_400],
    [16, 3_250],
  ] as const) {
    it(`reads a thousand pages at 50 ms in at most ${time} ms with readAhead ${n}`, () => {
      const { seen, took } = run(thousand, n);
      expect(seen).to.have.length(1_002);
      expect(took).to.be.at.most(time);
    });
  }

  it('holds at most the mark and n + 1 pages behind a valve', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 32 }),
        fc.integer({ min: 0, max: 40 }),
        (n, highWaterMark) => {
          const length = 3;
          let held = 0;
          inVirtualTime(() => {
            withValve({ highWaterMark }, (valve) => {
              timer(9_000).subscribe(() => {
                held = valve.held;
              });
              return createClient({
                transport: serving({ ...thousand, lengths: [length] }).transport,
              })
                .objects(kinds.offset, { readAhead: n, valve })
                .pipe(valve.concatMap(() => NEVER));
            })
              .pipe(takeUntil(timer(10_000)))
              .subscribe();
          });
          expect(held).to.be.greaterThan(highWaterMark);
          expect(held).to.be.at.most(highWaterMark + (n + 1) * length);
        },
      ),
    ));

  for (const [what, sizes, n, expected] of [
    [
      'as many as page 1 leaves room for',
      [300, 300, 300, 300, 300, 300],
      8,
      { together: 3, requests: 9 },
    ],
    ['one at a time where a page takes all', [900, 900, 900], 8, { together: 1, requests: 4 }],
    ['n at most', [10, 10, 10, 10, 10, 10], 2, { together: 2, requests: 8 }],
    [
      'what has no room when it comes is asked for again',
      [200, 600, 600, 600],
      4,
      { together: 4, requests: 6 },
    ],
  ] as const) {
    it(`law 31: holds no more bytes ahead than the transport reads: ${what}`, () => {
      let [requests, inFlight, together] = [0, 0, 0];
      const transport: Transport = ({ url }) => {
        const page = Number(url.split('=')[1] ?? 1);
        requests += 1;
        inFlight += 1;
        together = Math.max(together, inFlight);
        const size = sizes[page - 1];
        const data = size === undefined ? [] : [{ page, text: 'x'.repeat(Math.max(0, size - 35)) }];
        // The second page comes after all that were asked for with it.
        return timer(requests === 2 ? 50 : 10).pipe(
          map(() => {
            inFlight -= 1;
            return answer(200, { data });
          }),
        );
      };
      const pages: Array<unknown> = [];
      inVirtualTime(() => {
        createClient({ transport: limited(1_000, transport) })
          .objects(kinds.page, { readAhead: n })
          .subscribe((result) => pages.push(E.isRight(result) ? result.right.page : result.left));
      });
      expect(pages).to.deep.equal(sizes.map((_, index) => index + 1));
      expect({ together, requests }).to.deep.equal(expected);
    });
  }
});
