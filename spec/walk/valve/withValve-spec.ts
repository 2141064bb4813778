import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import {
  asyncScheduler,
  bufferCount,
  catchError,
  concat,
  EMPTY,
  filter,
  from,
  map,
  mergeMap,
  type MonoTypeOperatorFunction,
  NEVER,
  type Observable,
  of,
  range,
  scan,
  Subject,
  take,
  tap,
  throwError,
  timer,
  lastValueFrom,
  count,
} from 'rxjs';
import { type Valve, withValve } from '../../../src/index';
import { type FetchPage, walkPages } from '../../../src/walk/walkPages';
import type { WalkedPage } from '../../../src/walk/walkStep';
import { inVirtualTime } from '../../support/inVirtualTime';
import { inMarbles } from '../../support/marbles';
import { operatorCases } from '../../support/operatorCases';
import { fetched, last, more, page } from '../../support/pages';
import { sizeOf } from '../../support/sizes';

/** A walk over pages of numbers that take `latency` each; tells of every request. */
const walkOf = (
  sizes: ReadonlyArray<number>,
  latency: (index: number) => number,
  valve: Valve,
  onRequest: (index: number) => void = () => undefined,
): Observable<number> => {
  const fetchPage: FetchPage<WalkedPage> = ({ pages: index }) => {
    onRequest(index);
    const first = sizes.slice(0, index).reduce((sum, size) => sum + size, 0);
    const data = Array.from({ length: sizes[index] ?? 0 }, (_value, i) => first + i);
    const came = fetched(page(data, index + 1 < sizes.length ? more(`${index + 1}`) : last));
    return latency(index) === 0 ? of(came) : timer(latency(index)).pipe(map(() => came));
  };
  return walkPages(fetchPage, {
    pageToken: O.none,
    emptyPages: 100,
    valve,
    walked: (came) => came,
  }).pipe(
    mergeMap((result) => (E.isRight(result) ? (result.right.data as ReadonlyArray<number>) : [])),
  );
};

const work = (ms: number) => (value: number) => timer(ms).pipe(map(() => value));

describe('withValve', () => {
  describe('its operators', () => {
    const input = { a: 'a', b: 'b', c: 'c' };

    operatorCases<string, string>(
      () => (source) =>
        withValve({ highWaterMark: 1 }, (valve) =>
          source.pipe(valve.concatMap((value) => of(value))),
        ),
      input,
      input,
      [
        {
          what: 'synchronous work passes values at once',
          source: '-a-b-(c|)',
          expected: '-a-b-(c|)',
        },
        { what: 'one value', source: '-a-|', expected: '-a-|' },
      ],
    );

    it('mergeMap works on as many as it may at once', () =>
      inMarbles(({ cold, expectObservable }) => {
        const source = cold('(abc|)', input);
        const result = withValve({ highWaterMark: 9 }, (valve) =>
          source.pipe(valve.mergeMap((value) => cold('-----v|', { v: value }), 2)),
        );
        expectObservable(result).toBe('-----(ab)--c|', input);
      }));

    it('an error of the work, and one that project throws, end the stream', () =>
      inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
        const source = cold('a-b-c-|', input);
        const failing = withValve({ highWaterMark: 9 }, (valve) =>
          source.pipe(
            valve.mergeMap((value) =>
              value === 'b' ? throwError(() => new Error('mine')) : of(value),
            ),
          ),
        );
        const throwing = withValve({ highWaterMark: 9 }, (valve) =>
          cold('a-b-c-|', input).pipe(
            valve.mergeMap((value) => {
              if (value === 'b') throw new Error('mine');
              return of(value);
            }),
          ),
        );
        expectObservable(failing).toBe('a-#', input, new Error('mine'));
        expectObservable(throwing).toBe('a-#', input, new Error('mine'));
        expectSubscriptions(source.subscriptions).toBe('^-!');
      }));

    it('tells project the index of each value', () => {
      const indexes: Array<number> = [];
      withValve({ highWaterMark: 0 }, (valve) =>
        of('a', 'b').pipe(
          valve.mergeMap((_, index) => {
            indexes.push(index);
            return EMPTY;
          }),
        ),
      ).subscribe();
      expect(indexes).to.deep.equal([0, 1]);
    });

    it('law 10: many waiting values with synchronous work complete, after one that was not', async () => {
      const many = sizeOf(10_000, 100_000);
      const worked = withValve({ highWaterMark: 5 }, (valve) =>
        range(0, many).pipe(valve.concatMap((value) => (value === 0 ? timer(0) : of(value)))),
      ).pipe(count());
      expect(await lastValueFrom(worked)).to.equal(many);
    });

    it('endless synchronous work ends when nobody wants more', () => {
      let made = 0;
      const endless = range(0, 1_000_000).pipe(tap(() => made++));
      withValve({ highWaterMark: 0 }, (valve) => of(1).pipe(valve.mergeMap(() => endless)))
        .pipe(take(3))
        .subscribe();
      expect(made).to.be.at.most(4);
    });
  });

  it('refuses a concurrency that would never work, or not as it says', () => {
    for (const concurrency of [0, NaN, -1, 1.5, '2' as unknown as number]) {
      const working = withValve({ highWaterMark: 0 }, (valve) =>
        of(1).pipe(valve.mergeMap(() => of(2), concurrency)),
      );
      let thrown: unknown;
      working.subscribe({ error: (error: unknown) => (thrown = error) });
      expect(thrown)
        .to.be.instanceOf(TypeError)
        .and.have.property('message')
        .that.includes('a whole number above 0');
    }
  });

  describe('held', () => {
    /** Three values enter, two are worked on and one waits; then the first one's work goes on as `finish` says. */
    const heldAfter = (
      finish: (first: Subject<number>) => void,
      operator: MonoTypeOperatorFunction<number>,
    ): ReadonlyArray<number | undefined> => {
      let valve: Valve | undefined;
      const first = new Subject<number>();
      withValve({ highWaterMark: 0 }, (own) => {
        valve = own;
        const working = concat(of(0, 1, 2), NEVER).pipe(
          own.mergeMap((value) => (value === 0 ? first : NEVER), 2),
        );
        return concat(working.pipe(operator), NEVER);
      }).subscribe();
      const before = valve?.held;
      finish(first);
      return [before, valve?.held];
    };

    it('is released when the operator is unsubscribed half-way, what waits in it included', () => {
      const held = heldAfter((first) => {
        first.next(0);
      }, take(1));
      expect(held).to.deep.equal([3, 0]);
    });

    it('is released when work fails and the stream goes on without it', () => {
      const held = heldAfter(
        (first) => {
          first.error(new Error('mine'));
        },
        catchError(() => EMPTY),
      );
      expect(held).to.deep.equal([3, 0]);
    });
  });

  describe('law 9: leaving asks for nothing more', () => {
    /** A walk of three objects a page behind a valve whose mark is one; counts the requests. */
    const requestsOf = (
      latency: number,
      leave: (stream: Observable<unknown>) => void,
      first: Observable<unknown>,
    ): number => {
      let requests = 0;
      inVirtualTime(() => {
        leave(
          withValve({ highWaterMark: 1 }, (valve) =>
            walkOf(
              [3, 3, 3],
              () => latency,
              valve,
              () => requests++,
            ).pipe(valve.concatMap((value) => (value === 0 ? first : NEVER))),
          ),
        );
      });
      return requests;
    };

    for (const latency of [0, 5]) {
      it(`by unsubscribing (pages come after ${latency} ms)`, () => {
        const leave = (stream: Observable<unknown>): void => {
          const subscription = stream.subscribe();
          timer(20).subscribe(() => subscription.unsubscribe());
        };
        expect(requestsOf(latency, leave, NEVER)).to.equal(1);
      });

      it(`by take (pages come after ${latency} ms)`, () =>
        expect(requestsOf(latency, (stream) => stream.pipe(take(1)).subscribe(), of(1))).to.equal(
          1,
        ));

      it(`by work that fails (pages come after ${latency} ms)`, () => {
        const failing = timer(10).pipe(mergeMap(() => throwError(() => new Error('mine'))));
        expect(
          requestsOf(latency, (stream) => stream.subscribe({ error: () => undefined }), failing),
        ).to.equal(1);
      });
    }
  });

  describe('ready', () => {
    it('emits once and completes: at once, or as soon as no more than the mark are held', () => {
      const log: Array<string> = [];
      const values = new Subject<Subject<never>>();
      withValve({ highWaterMark: 1 }, (valve) => {
        const listen = (name: string): void => {
          valve.ready.subscribe({
            next: () => log.push(name),
            complete: () => log.push(`${name} over`),
          });
        };
        listen('at once');
        return values.pipe(
          valve.mergeMap((value) => {
            if (valve.held === 2) listen('later');
            return value;
          }),
        );
      }).subscribe();
      const [a, b] = [new Subject<never>(), new Subject<never>()];
      values.next(a);
      values.next(b);
      expect(log).to.deep.equal(['at once', 'at once over']);
      a.complete();
      expect(log).to.deep.equal(['at once', 'at once over', 'later', 'later over']);
      b.complete();
      expect(log).to.have.length(4);
    });
  });

  describe('law 3: the next page is asked for when the valve is ready', () => {
    const requestTimes = (highWaterMark: number): ReadonlyArray<number> => {
      const times: Array<number> = [];
      inVirtualTime(() => {
        withValve({ highWaterMark }, (valve) =>
          walkOf(
            [2, 2, 2],
            () => 10,
            valve,
            () => times.push(asyncScheduler.now()),
          ).pipe(valve.concatMap(work(20))),
        ).subscribe();
      });
      return times;
    };

    // Pages come after 10 ms and take 40 ms of work.
    for (const [mark, when, times] of [
      [0, 'when the last object of this page has been worked on', [0, 50, 100]],
      [1, 'while the last object is worked on', [0, 30, 70]],
      [2, 'as soon as this page has come', [0, 10, 50]],
    ] as const)
      it(`mark ${mark}: ${when}`, () => expect(requestTimes(mark)).to.deep.equal(times));
  });

  describe('law 4: never more than the mark and one page for each walk is held', () => {
    const run = (
      build: (valve: Valve, enter: (value: number) => void) => Observable<number>,
      highWaterMark: number,
    ) => {
      const worked: Array<number> = [];
      let most = 0;
      let isComplete = false;
      inVirtualTime(() => {
        withValve({ highWaterMark }, (valve) =>
          build(valve, () => {
            most = Math.max(most, valve.held);
          }),
        ).subscribe({ next: (value) => worked.push(value), complete: () => (isComplete = true) });
      });
      expect(isComplete, 'the walk stalled').to.equal(true);
      return { worked, most };
    };

    const sizes = fc.array(fc.nat(6), { minLength: 1, maxLength: 10 });
    const times = fc.array(fc.nat(30), { minLength: 1, maxLength: 10 });
    const at =
      (list: ReadonlyArray<number>) =>
      (index: number): number =>
        list[index % list.length] ?? 0;

    it('for any pages, latencies, work, concurrency and mark; every object is worked on once, and none waits forever', () =>
      fc.assert(
        fc.property(
          sizes,
          times,
          times,
          fc.integer({ min: 1, max: 5 }),
          fc.nat(12),
          (pages, latencies, durations, concurrency, mark) => {
            const started: Array<number> = [];
            const { worked, most } = run(
              (valve, enter) =>
                walkOf(pages, at(latencies), valve).pipe(
                  valve.mergeMap((value) => {
                    started.push(value);
                    enter(value);
                    const ms = at(durations)(value);
                    return ms === 0 ? of(value) : work(ms)(value);
                  }, concurrency),
                  tap(enter),
                ),
              mark,
            );
            const total = pages.reduce((sum, size) => sum + size, 0);
            const everything = Array.from({ length: total }, (_, index) => index);
            expect(started).to.deep.equal(everything);
            expect([...worked].sort((a, b) => a - b)).to.deep.equal(everything);
            expect(most).to.be.at.most(mark + Math.max(...pages));
          },
        ),
        { numRuns: 300 },
      ));

    it('through operators that pass or drop values at once', () => {
      const { worked, most } = run(
        (valve, enter) =>
          walkOf(Array<number>(20).fill(10), () => 5, valve).pipe(
            filter((value) => value % 2 === 0),
            scan((sum) => sum + 1, 0),
            map((value) => value * 10),
            valve.concatMap((value) => {
              enter(value);
              return work(30)(value);
            }),
          ),
        7,
      );
      expect(worked).to.have.length(100);
      expect(most).to.be.at.most(7 + 5);
    });

    it('counts batches after bufferCount', () => {
      const { worked, most } = run(
        (valve, enter) =>
          walkOf(Array<number>(20).fill(10), () => 5, valve).pipe(
            bufferCount(5),
            valve.concatMap((batch) => {
              enter(0);
              return work(30)(batch.length);
            }),
          ),
        1,
      );
      expect(worked).to.deep.equal(Array(40).fill(5));
      expect(most).to.be.at.most(1 + 2);
    });

    it('for many walks on one valve', () => {
      const walks = 12;
      const together = 4;
      const { worked, most } = run(
        (valve, enter) =>
          from(Array<number>(walks).fill(3)).pipe(
            mergeMap((size) => walkOf([size, size, size], () => 5, valve), together),
            valve.mergeMap((value) => {
              enter(value);
              return work(40)(value);
            }, 2),
          ),
        5,
      );
      expect(worked).to.have.length(walks * 9);
      expect(most).to.be.at.most(5 + together * 3);
    });
  });
});
