import { expect } from 'chai';
import { concatMap, defer, EMPTY, finalize, map, NEVER, Observable, of, tap, timer } from 'rxjs';
import { durable, type Page } from '../../../src/index';
import { collect, gather } from '../../support/collect';
import { inVirtualTime } from '../../support/inVirtualTime';
import { inMarbles } from '../../support/marbles';
import { numberedPages } from '../../support/numberedPages';
import { answer } from '../../support/scriptedTransport';
import { rightOf } from '../../support/sides';
import { memoryPlaces } from './support/memoryPlaces';
import { numberedWalk, type Own, pagesIn, pagesOver } from './support/numberedWalk';
import { sizeOf } from '../../support/sizes';

type Options = Required<Own<string>>;

const indexOf = ({ place }: Page<unknown>): number => place.pages;

/** A durable walk over numbered pages, each of which takes two milliseconds, with what it does. */
const scene = (count: number, options: Partial<Options>, failsAt = Infinity) => {
  const places = memoryPlaces();
  const log: Array<string> = [];
  let held = 0;
  let maxHeld = 0;
  const hold = (change: number): void => {
    held += change;
    maxHeld = Math.max(maxHeld, held);
  };
  const transport = numberedPages({ pages: count, perPage: 1 });
  const pages = pagesOver((request) =>
    defer(() => {
      const page = Number(new URL(request.url, 'http://x').searchParams.get('pageToken') ?? 0) + 1;
      log.push(`ask ${page}`);
      hold(1);
      let isOver = false;
      return timer(2).pipe(
        concatMap(() => (page === failsAt ? of(answer(500, {})) : transport(request))),
        tap(() => (isOver = true)),
        finalize(() => {
          if (!isOver || page === failsAt) hold(-1);
          if (!isOver) log.push(`abort ${page}`);
        }),
      );
    }),
  );
  const work = options.work ?? (() => EMPTY);
  const run = (own: Partial<Options> = {}) =>
    durable({
      id: 'walk',
      places: {
        ...places,
        keep: (claim, place, works) =>
          places
            .keep(claim, place, works)
            .pipe(tap(() => hold((places.kept.at(-2)?.pages ?? 0) - place.pages))),
      },
      pages,
      ...options,
      ...own,
      work: (page, transaction, prepared) => {
        log.push(`work ${indexOf(page)}`);
        return work(page, transaction, prepared);
      },
    });
  return { run, places, log, maxHeld: () => maxHeld };
};

const numbersIn = (log: ReadonlyArray<string>, what: string): ReadonlyArray<number> =>
  log.flatMap((line) => (line.startsWith(what) ? Number(line.split(' ')[1]) : []));

describe('durable with batches', () => {
  it('law 17: works on the pages that have come meanwhile in order, and keeps them together; nobody waits for more', () =>
    inMarbles(({ expectObservable, time }) => {
      const { run } = scene(8, { batch: 3, work: () => timer(time('-----|')) });
      const kept = run().pipe(map((result) => rightOf(result).pages));
      // Page 1 comes after 2 ms; pages 2 and 3 while it is worked on; pages 4 to 6 while those are; and so on.
      expectObservable(kept).toBe('7ms a 9ms b 14ms c 9ms (d|)', { a: 1, b: 3, c: 6, d: 8 });
    }));

  it('law 18: the pages of a batch are in one transaction, with one place and one value', () => {
    const transactions: Array<string> = [];
    const { run, places, log } = scene(9, {
      batch: 4,
      work: (page, transaction) => {
        transactions.push(`${transaction}: ${indexOf(page)}`);
        return timer(8);
      },
    });
    const results: Array<Parameters<typeof pagesIn>[0][number]> = [];
    inVirtualTime(() => run().subscribe((result) => results.push(result)));
    expect(results.length).to.be.below(9);
    expect(places.kept.map(({ pages }) => pages)).to.deep.equal(pagesIn(results));
    expect(numbersIn(log, 'work')).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(transactions).to.have.lengthOf(9);
    expect(pagesIn(results).at(-1)).to.equal(9);
  });

  for (const batch of [1, 2, 5]) {
    it(`law 4: with batch: ${batch}, no more than ${2 * batch + 1} pages are held`, () =>
      inVirtualTime(() => {
        const { run, maxHeld, log } = scene(30, { batch, work: () => timer(5) });
        const results = gather(run());
        return () => {
          expect(pagesIn(results).at(-1)).to.equal(30);
          expect(maxHeld()).to.be.at.most(2 * batch + 1);
          expect(numbersIn(log, 'ask')).to.have.lengthOf(30);
        };
      }));
  }

  for (const batch of [1, 5]) {
    it(`law 17: with batch: ${batch}, a Left waits until the pages before it are kept, those of the same batch too`, () =>
      inVirtualTime(() => {
        const { run, places } = scene(9, { batch, work: () => timer(6) }, 5);
        const results = gather(run());
        return () => {
          expect(pagesIn(results).slice(-2)).to.deep.equal([4, 'HttpFailure']);
          expect(places.kept.at(-1)?.pages).to.equal(4);
        };
      }));
  }

  for (const batch of [1, 50]) {
    it(`law 10: many pages that come at once complete, with batch: ${batch}`, async () => {
      const many = sizeOf(1_500, 5_000);
      const pages = pagesOver(numberedPages({ pages: many, perPage: 1 }));
      const results = await collect(numberedWalk(memoryPlaces(), { batch }, pages));
      expect(pagesIn(results).at(-1)).to.equal(many);
    });
  }
});

describe('durable until', () => {
  // At 10 ms pages 2 and 3 are worked on, page 4 waits and page 5 is asked for; one by one, page 2 is worked on and page 3 waits.
  for (const [batch, at, asked, aborted] of [
    [2, '7ms a 9ms (b|)', 5, [5]],
    [1, '7ms a 4ms (b|)', 3, []],
  ] as const) {
    it(`law 17: batches of ${batch}: the one in work is kept, no request leaves, one in flight is aborted, what waits is dropped`, () =>
      inMarbles(({ expectObservable, time, flush }) => {
        const { run, log } = scene(20, {
          batch,
          until: timer(10),
          work: () => timer(time('-----|')),
        });
        expectObservable(run().pipe(map((result) => rightOf(result).pages))).toBe(at, {
          a: 1,
          b: batch === 2 ? 3 : 2,
        });
        flush();
        expect(numbersIn(log, 'work').at(-1)).to.equal(batch === 2 ? 3 : 2);
        expect([numbersIn(log, 'ask').at(-1), numbersIn(log, 'abort')]).to.deep.equal([
          asked,
          aborted,
        ]);
      }));
  }

  // At 10 ms the last page has arrived, and waits.
  for (const [pages, own, at] of [
    [3, {}, '7ms a 4ms (b|)'],
    [4, { batch: 2 }, '7ms a 9ms (b|)'],
    [4, { batch: 2, part: { name: 'x', of: ['x', 'y'] } }, '7ms a 9ms (b|)'],
  ] as const) {
    it(`law 17: no work begins when the last page has arrived, of ${pages} pages with ${JSON.stringify(own)}`, () =>
      inMarbles(({ expectObservable, time, flush }) => {
        const { run, log, places } = scene(pages, {
          ...own,
          until: timer(10),
          work: () => timer(time('-----|')),
        });
        const claim: Options['places']['claim'] = (id, part) =>
          places.claim(id).pipe(map((claimed) => ({ ...claimed, part: part?.name })));
        const walk$ = run({ places: { ...places, claim } }).pipe(
          map((result) => rightOf(result).pages),
        );
        expectObservable(walk$).toBe(at, { a: 1, b: pages - 1 });
        flush();
        expect([numbersIn(log, 'ask').at(-1), numbersIn(log, 'work').at(-1)]).to.deep.equal([
          pages,
          pages - 1,
        ]);
      }));
  }

  it('one that has emitted already lets nothing begin, not even a claim', async () => {
    const { run, places, log } = scene(6, { until: of('now') });
    const claim = () => expect.fail('it claims');
    expect(await collect(run({ places: { ...places, claim } }))).to.deep.equal([]);
    expect(log).to.deep.equal([]);
  });

  it('a promise will do; its end without a value stops nobody', async () => {
    let stop: (value?: unknown) => void = () => undefined;
    const until = new Promise((resolve) => (stop = resolve));
    const work: Options['work'] = ({ index }) => {
      if (index === 3) stop();
      return EMPTY;
    };
    expect(pagesIn(await collect(scene(500, { until, work }).run())).at(-1)).to.be.within(3, 20);
    expect(pagesIn(await collect(scene(4, { until: EMPTY }).run())).at(-1)).to.equal(4);
  });

  for (const pages of [6, 1]) {
    it(`its error goes to the error channel, and nothing is kept of the work under way, of ${pages} pages`, async () => {
      const { run, places } = scene(pages, {
        work: () => NEVER,
        until: timer(10).pipe(
          map(() => {
            throw new Error('boom');
          }),
        ),
      });
      expect(await collect(run()).catch(String)).to.equal('Error: boom');
      expect(places.kept).to.deep.equal([]);
    });
  }

  it('law 9: is left when the walk ends, or is left', async () => {
    let left = 0;
    const until = new Observable(() => () => (left += 1));
    await collect(scene(2, { until }).run());
    scene(2, { until }).run().subscribe().unsubscribe();
    expect(left).to.equal(2);
  });
});
