import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import {
  defer,
  EMPTY,
  finalize,
  lastValueFrom,
  map,
  mergeMap,
  type Observable,
  of,
  queueScheduler,
  take,
  throwError,
  toArray,
} from 'rxjs';
import { type PageFailure, resumeFrom, type WalkError } from '../../src/index';
import { type FetchPage, walkPages } from '../../src/walk/walkPages';
import type { Fetched } from '../../src/walk/attemptStep';
import type { WalkedPage } from '../../src/walk/walkStep';
import { gather } from '../support/collect';
import { inMarbles } from '../support/marbles';
import { failed, fetched, last, more, page, token } from '../support/pages';
import { leftOf } from '../support/sides';
import { sizeOf } from '../support/sizes';

const fromStart = {
  pageToken: O.none,
  emptyPages: 100,
  walked: (page: WalkedPage): WalkedPage => page,
};

const a = page([1, 2], more('b'));
const b = page([3], more('c'));
const c = page([4], last);

/** Answers each token with the source that is scripted for it; the first page is scripted as `start`. */
const scripted =
  (script: Readonly<Record<string, Observable<Fetched<WalkedPage>>>>): FetchPage<WalkedPage> =>
  ({ pageToken }) =>
    script[O.isSome(pageToken) ? pageToken.value : 'start'] ??
    throwError(() => new Error('a page nobody scripted'));

/** Pages that come synchronously, with the tokens `next` makes of their numbers; counts the requests. */
const synchronous = (next: (index: number) => WalkedPage) => {
  const walk = {
    requests: 0,
    fetchPage: (): Observable<Fetched<WalkedPage>> => of(fetched(next(walk.requests++))),
  };
  return walk;
};

describe('walkPages', () => {
  const objects = mergeMap((result: E.Either<WalkError, WalkedPage>) =>
    E.isLeft(result) ? [result] : result.right.data,
  );

  it('law 1: asks for nothing before it is subscribed, and for every page again at each subscription', () => {
    const asked: Array<string> = [];
    const fetchPage: FetchPage<WalkedPage> = ({ pageToken }) => {
      asked.push(O.isSome(pageToken) ? pageToken.value : 'start');
      return of(fetched(O.isSome(pageToken) ? c : page([1], more('c'))));
    };
    const walk = walkPages(fetchPage, fromStart);
    expect(asked).to.deep.equal([]);
    gather(walk);
    expect(asked).to.deep.equal(['start', 'c']);
    gather(walk);
    expect(asked).to.deep.equal(['start', 'c', 'start', 'c']);
  });

  describe('law 3: one at a time, on demand', () => {
    it('asks for a page only after the one before it was emitted', () =>
      inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
        const first = cold('--(a|)', { a: fetched(a) });
        const second = cold('---(b|)', { b: fetched(b) });
        const third = cold('-(c|)', { c: fetched(c) });
        const walk = walkPages(scripted({ start: first, b: second, c: third }), fromStart);

        expectObservable(walk).toBe('--a--b(c|)', { a: E.right(a), b: E.right(b), c: E.right(c) });
        expectSubscriptions(first.subscriptions).toBe('^-!');
        expectSubscriptions(second.subscriptions).toBe('--^--!');
        expectSubscriptions(third.subscriptions).toBe('-----^!');
      }));

    for (const [where, count] of [
      ['inside a page', 1],
      ['exactly at the end of a page', 2],
    ] as const) {
      it(`take satisfied ${where} costs no further request, not even an aborted one`, () =>
        inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
          const first = cold('--(a|)', { a: fetched(a) });
          const second = cold('--(b|)', { b: fetched(b) });
          const walk = walkPages(scripted({ start: first, b: second }), fromStart).pipe(
            objects,
            take(count),
          );

          expectObservable(walk).toBe(count === 1 ? '--(1|)' : '--(12|)', { 1: 1, 2: 2 });
          expectSubscriptions(second.subscriptions).toBe([]);
        }));
    }

    it('the same over synchronous pages, and deep in a walk', () => {
      const endless = synchronous((index) => page([index, index], more(String(index))));
      expect(gather(walkPages(endless.fetchPage, fromStart).pipe(objects, take(7)))).to.deep.equal([
        0, 0, 1, 1, 2, 2, 3,
      ]);
      expect(endless.requests).to.equal(4);
      gather(walkPages(endless.fetchPage, fromStart).pipe(objects, take(6)));
      expect(endless.requests).to.equal(4 + 3);
    });

    it('each request, the first included, waits for one value of ready', () =>
      inMarbles(({ cold, hot, expectObservable, expectSubscriptions }) => {
        const ready = hot('--x----x-x-');
        const first = cold('--(a|)', { a: fetched(a) });
        const second = cold('-(b|)', { b: fetched(page([3], last)) });
        const walk = walkPages(scripted({ start: first, b: second }), {
          ...fromStart,
          valve: { ready },
        });

        expectObservable(walk).toBe('----a---(b|)', { a: E.right(a), b: E.right(page([3], last)) });
        expectSubscriptions(first.subscriptions).toBe('--^-!');
        expectSubscriptions(second.subscriptions).toBe('-------^!');
        expectSubscriptions(ready.subscriptions).toBe(['^-!', '----^--!']);
      }));

    it('readAhead 1: the next request has left before a page is emitted', () =>
      inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
        const first = cold('--(a|)', { a: fetched(a) });
        const second = cold('----(b|)', { b: fetched(b) });
        const third = cold('-(c|)', { c: fetched(c) });
        const script = scripted({ start: first, b: second, c: third });
        const walk = walkPages(script, {
          ...fromStart,
          readAhead: () => 1,
          whenLeft: cold('-(t|)'),
        });

        expectObservable(walk).toBe('---a---(bc|)', {
          a: E.right(a),
          b: E.right(b),
          c: E.right(c),
        });
        expectSubscriptions(first.subscriptions).toBe('^-!');
        expectSubscriptions(second.subscriptions).toBe('--^---!');
        expectSubscriptions(third.subscriptions).toBe('------^!');
      }));

    it('readAhead 1: what a valve throws comes after the page that was there before', () =>
      inMarbles(({ cold, expectObservable }) => {
        let asked = 0;
        const ready = defer(() => (asked++ === 0 ? of(true) : throwError(() => new Error('mine'))));
        const script = scripted({ start: cold('--(a|)', { a: fetched(a) }) });
        const walk = walkPages(script, {
          ...fromStart,
          readAhead: () => 1,
          valve: { ready },
          whenLeft: cold('-(t|)'),
        });

        expectObservable(walk).toBe('---(a#)', { a: E.right(a) }, new Error('mine'));
      }));

    it('readAhead 1: real turns of the event loop, and 2,000 pages that come at once', async () => {
      const walk = synchronous((index) =>
        page([index], index + 1 < 2_000 ? more(String(index)) : last),
      );
      const ahead = walkPages(walk.fetchPage, { ...fromStart, readAhead: () => 1 }).pipe(
        map((_, index) => walk.requests - index - 1),
      );
      const requests = await lastValueFrom(ahead.pipe(toArray()));
      expect(requests).to.have.lengthOf(2_000);
      expect(new Set(requests.slice(0, 1_998))).to.deep.equal(new Set([1]));
    });

    it('demand that ends without a value leaves the walk waiting: it has no page to end with', () =>
      inMarbles(({ expectObservable }) => {
        expectObservable(walkPages(scripted({}), { ...fromStart, valve: { ready: EMPTY } })).toBe(
          '-',
        );
      }));
  });

  describe('law 5: ends say why', () => {
    it('a failure is one Left with how far the walk came, then completion, never an error', () =>
      inMarbles(({ cold, expectObservable }) => {
        const start = cold('--(a|)', { a: fetched(a) });
        const second = cold('--(x|)', { x: failed({ _tag: 'TimedOut', after: 5 }) });
        const progress = { pages: 1, objects: 2, attempts: 1 };
        expectObservable(walkPages(scripted({ start, b: second }), fromStart)).toBe('--a-(x|)', {
          a: E.right(a),
          x: E.left({ _tag: 'TimedOut', after: 5, progress }),
        });
      }));

    it('what the consumer itself throws goes down the error channel and ends the walk', () =>
      inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
        const second = cold('--(b|)', { b: fetched(b) });
        const walk = walkPages(
          scripted({ start: cold('--(a|)', { a: fetched(a) }), b: second }),
          fromStart,
        ).pipe(
          map((): never => {
            throw new Error('mine');
          }),
        );
        expectObservable(walk).toBe('--#', undefined, new Error('mine'));
        expectSubscriptions(second.subscriptions).toBe([]);
      }));
  });

  describe('law 11: a request that is repeated', () => {
    const busy: PageFailure = { _tag: 'HttpFailure', status: 503 };
    const repeated = (attempt: number, delay?: number): Fetched<never> => ({
      attempts: attempt - 1,
      page: E.left(busy),
      retry: { attempt, failed: attempt - 1, refused: [], ...(delay !== undefined && { delay }) },
    });

    for (const readAhead of [0, 1] as const) {
      it(`waits for no demand and no room, with readAhead ${readAhead}`, () =>
        inMarbles(({ cold, hot, expectObservable, expectSubscriptions }) => {
          const ready = hot('x--x-----');
          let asked = 0;
          const second = cold('-(b|)', { b: fetched(page([3], last)) });
          const answers = [
            cold('--(a|)', { a: fetched(a) }),
            cold('-(x|)', { x: repeated(2, 0) }),
            second,
          ];
          const walk = walkPages(() => answers[asked++] ?? EMPTY, {
            ...fromStart,
            readAhead: readAhead && (() => readAhead),
            valve: { ready },
            whenLeft: cold('(t|)'),
          });

          expectObservable(walk).toBe('--a--(b|)', { a: E.right(a), b: E.right(page([3], last)) });
          expectSubscriptions(second.subscriptions).toBe('----^!');
        }));
    }

    it('law 10: many times in a row, at once, completes', () => {
      const many = sizeOf(10_000, 100_000);
      let asked = 0;
      const walk = walkPages(
        () => of(++asked < many ? repeated(asked + 1) : fetched(c)),
        fromStart,
      );
      expect(gather(walk)).to.deep.equal([E.right(c)]);
    });
  });

  describe('law 8: no endless walk', () => {
    it('any cycle of up to 1,000 pages ends at its first repeat, after its objects', () =>
      fc.assert(
        fc.property(fc.nat(3_000), fc.integer({ min: 1, max: 1_000 }), (tail, length) => {
          const cycle = synchronous((i) =>
            page([i], more(String(i < tail ? i : tail + ((i - tail) % length)))),
          );
          const results = gather(walkPages(cycle.fetchPage, fromStart));
          expect(cycle.requests).to.equal(tail + length + 1);
          expect(results.filter(E.isRight)).to.have.length(tail + length + 1);
          expect(leftOf(results.at(-1))).to.deep.include({
            _tag: 'ProtocolViolation',
            rule: 'RepeatedToken',
          });
        }),
        {
          numRuns: 25,
          examples: [
            [0, 1],
            [0, 1_000],
            [3_000, 1_000],
          ],
        },
      ));

    it('a page that names the token the walk began with is a repeat', () => {
      const walk = walkPages(scripted({ b: of(fetched(page([1], more('b')))) }), {
        ...fromStart,
        pageToken: O.some(token('b')),
      });
      expect(leftOf(gather(walk).at(-1))).to.have.property('rule', 'RepeatedToken');
    });

    it('emptyPages empty pages in a row are followed, the next one ends the walk and can be resumed', () =>
      fc.assert(
        fc.property(fc.nat(20), (emptyPages) => {
          const empty = synchronous((i) => page([], more(String(i))));
          const results = gather(walkPages(empty.fetchPage, { ...fromStart, emptyPages }));
          expect(empty.requests).to.equal(emptyPages + 1);
          expect(leftOf(results.at(-1))).to.have.property('rule', 'EmptyPages');
          expect(resumeFrom(leftOf(results.at(-1)))).to.deep.equal(
            O.some({ pageToken: String(emptyPages) }),
          );
        }),
      ));

    it('a page with objects in between starts the count again, and an empty last page is no fault', () => {
      const sparse = synchronous((i) =>
        i === 50 ? page([], last) : page(i % 3 === 2 ? [i] : [], more(String(i))),
      );
      const results = gather(walkPages(sparse.fetchPage, { ...fromStart, emptyPages: 2 }));
      expect(results.every(E.isRight)).to.equal(true);
      expect(results).to.have.length(51);
    });
  });

  it('law 9: unsubscribing aborts the request in flight and asks for nothing more', () =>
    inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
      const second = cold('------(b|)', { b: fetched(b) });
      const walk = walkPages(
        scripted({ start: cold('--(a|)', { a: fetched(a) }), b: second }),
        fromStart,
      );
      expectObservable(walk, '^---!').toBe('--a--', { a: E.right(a) });
      expectSubscriptions(second.subscriptions).toBe('--^-!');
    }));

  describe('law 13: a held token is spent before its lifetime runs out', () => {
    it('though the valve is closed, and it is told', () =>
      inMarbles(({ cold, hot, expectObservable, expectSubscriptions }) => {
        const told: Array<[number, number]> = [];
        const ready = hot('x');
        const second = cold('-(b|)', { b: fetched(page([3], last)) });
        const walk = walkPages(scripted({ start: cold('--(a|)', { a: fetched(a) }), b: second }), {
          ...fromStart,
          valve: { ready },
          tokenLifetime: 10,
          onHold: (index, ms) => told.push([index, ms]),
        });
        expectObservable(walk.pipe(finalize(() => expect(told).to.deep.equal([[1, 9]])))).toBe(
          '--a---------(b|)',
          {
            a: E.right(a),
            b: E.right(page([3], last)),
          },
        );
        expectSubscriptions(second.subscriptions).toBe('-----------^!');
      }));

    it('the first request has no token to lose and waits for its demand', () =>
      inMarbles(({ hot, expectObservable }) => {
        const ready = hot('-----');
        expectObservable(
          walkPages(scripted({}), { ...fromStart, valve: { ready }, tokenLifetime: 2 }),
        ).toBe('-');
      }));
  });

  describe('law 10: is stack-safe', () => {
    const pages = sizeOf(10_000, 100_000);
    const long = () =>
      synchronous((index) => page([index], index + 1 < pages ? more(String(index)) : last));

    it('many pages from a synchronous source complete', () => {
      const walk = long();
      let objectCount = 0;
      let completed = false;
      walkPages(walk.fetchPage, fromStart).subscribe({
        next: () => objectCount++,
        complete: () => (completed = true),
      });
      expect([objectCount, walk.requests, completed]).to.deep.equal([pages, pages, true]);
    });

    it('pages that come partly at once and partly later are all there', () =>
      inMarbles(({ cold, expectObservable }) => {
        const pages = Array.from({ length: 6 }, (_, i) =>
          page([i], i < 5 ? more(String(i + 1)) : last),
        );
        const fetchPage: FetchPage<WalkedPage> = ({ pageToken }) => {
          const index = O.isSome(pageToken) ? Number(pageToken.value) : 0;
          const came = fetched(pages[index] ?? c);
          return index === 0 || index === 3 ? cold('-----(x|)', { x: came }) : of(came);
        };
        const values = Object.fromEntries(
          pages.map((came, index) => [String(index), E.right(came)]),
        );
        expectObservable(walkPages(fetchPage, fromStart)).toBe('-----(012)(345|)', values);
      }));

    it('a walk that is begun in an action of a queue that throws afterwards goes on', () => {
      const walk = long();
      let objectCount = 0;
      expect(() =>
        queueScheduler.schedule(() => {
          walkPages(walk.fetchPage, fromStart).subscribe(() => objectCount++);
          throw new Error('mine');
        }),
      ).to.throw('mine');
      expect(objectCount).to.equal(pages);
    });
  });
});
