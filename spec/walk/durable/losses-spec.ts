import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { defer, EMPTY, of, Subject, tap } from 'rxjs';
import type { Place, Places, Transport } from '../../../src/index';
import { collect } from '../../support/collect';
import { numberedPages } from '../../support/numberedPages';
import { answer } from '../../support/scriptedTransport';
import { rightOf } from '../../support/sides';
import { memoryPlaces } from './support/memoryPlaces';
import { numberedWalk, type Own, pagesOver } from './support/numberedWalk';

const walkOf = (
  places: Places<string>,
  transport: Transport,
  own: Own<string> = {},
): Promise<ReadonlyArray<string>> =>
  collect(numberedWalk(places, { id: 'x', ...own }, pagesOver(transport))).then((results) =>
    results.map((result) =>
      E.isLeft(result) ? result.left._tag : `${result.right.round}:${result.right.pages}`,
    ),
  );

/** Places that lose the last of what was kept right after these pages were kept. */
const losing = (losses: ReadonlyArray<readonly [afterKeep: number, count: number]>) => {
  const places = memoryPlaces();
  let keeps = 0;
  return {
    ...places,
    keep: (...args: Parameters<typeof places.keep>) =>
      places.keep(...args).pipe(
        tap((result) => {
          if (E.isLeft(result)) return;
          keeps += 1;
          for (const [after, count] of losses) if (after === keeps) places.lose('x', count);
        }),
      ),
  };
};

describe('laws 17 to 19: a place is kept only on the place that it continues', () => {
  const five = numberedPages({ pages: 5, perPage: 1 });

  it('goes on from the place that survived, in the same process', async () => {
    const kept = await walkOf(losing([[4, 2]]), five);
    expect(kept).to.deep.equal(['1:1', '1:2', '1:3', '1:4', '1:3', '1:4', '1:5']);
  });

  it('what is expected is the place that was kept last, not the beginning of the next round', async () => {
    let expires = 1;
    const transport: Transport = (request) =>
      defer(() => {
        const isExpired = request.url.endsWith('pageToken=2') && expires > 0;
        if (isExpired) expires -= 1;
        return isExpired ? of(answer(400, { errorName: 'InvalidPageToken' })) : five(request);
      });
    expect(await walkOf(memoryPlaces(), transport)).to.deep.equal([
      '1:1',
      '1:2',
      '2:1',
      '2:2',
      '2:3',
      '2:4',
      '2:5',
    ]);
    expires = 1;
    const lost = await walkOf(losing([[3, 2]]), transport);
    expect(lost, 'of the round that survived').to.deep.equal([
      '1:1',
      '1:2',
      '2:1',
      '1:2',
      '1:3',
      '1:4',
      '1:5',
    ]);
  });

  it('a stop while it goes back ends it', async () => {
    const places = losing([[2, 1]]);
    const stop = new Subject<void>();
    let works = 0;
    const work = () => {
      works += 1;
      // The fourth is of a page behind the one that is worked on a second time.
      if (works === 4) stop.next();
      return EMPTY;
    };
    const transport = numberedPages({ pages: 1_000, perPage: 1, latency: 2 });
    const kept = await walkOf(places, transport, { until: stop, work });
    expect(kept.slice(0, 3)).to.deep.equal(['1:1', '1:2', '1:2']);
    expect(kept.length).to.be.below(10);
  });

  it('where the place that survived is the last one, the walk is done', async () => {
    const places = memoryPlaces();
    let done: O.Option<Place> = O.none;
    await walkOf(
      { ...places, keep: (...args) => ((done = O.some(args[1])), places.keep(...args)) },
      five,
    );
    const behind: Places<string> = {
      claim: () => of({ id: 'x', epoch: 1, place: O.none }),
      keep: () => of(E.left({ _tag: 'Behind' as const, place: done })),
    };
    expect(await walkOf(behind, five)).to.deep.equal(['1:5']);
  });

  it('a walk of which everything was lost begins another run: pages that were lost are of none that ended', async () => {
    const runs: Array<string> = [];
    const kept = await walkOf(losing([[2, 2]]), five, {
      work: ({ run }) => of(runs.push(run)),
    });
    expect(kept.slice(2)).to.deep.equal(['1:1', '1:2', '1:3', '1:4', '1:5']);
    const [before, after] = [runs.slice(0, -5), runs.slice(-5)];
    expect([new Set(before).size, new Set(after).size]).to.deep.equal([1, 1]);
    expect(after).to.not.include(before[0]);
  });

  it('a store that is always behind is an error, not an endless walk', async () => {
    let keeps = 0;
    const behind: Places<string> = {
      claim: () => of({ id: 'x', epoch: 1, place: O.none }),
      keep: () =>
        defer(() => ((keeps += 1), of(E.left({ _tag: 'Behind' as const, place: O.none })))),
    };
    expect(await walkOf(behind, five).catch(String)).to.include('the store keeps saying');
    expect(keeps).to.equal(11);
  });

  it('any losses, any batches: every page once in what is committed, and the end only when all are there', async () => {
    const script = fc.record({
      pages: fc.integer({ min: 1, max: 8 }),
      batch: fc.integer({ min: 1, max: 3 }),
      losses: fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 })), {
        maxLength: 4,
      }),
      latency: fc.constantFrom(0, 1),
    });
    await fc.assert(
      fc.asyncProperty(script, async ({ pages, batch, losses, latency }) => {
        // Rows and places are committed, and lost, together.
        let commits: ReadonlyArray<ReadonlyArray<number>> = [];
        const store = memoryPlaces();
        let keeps = 0;
        let rows: Array<number> = [];
        const places: Places<string> = {
          ...store,
          keep: (...args) => {
            rows = [];
            return store.keep(...args).pipe(
              tap((result) => {
                if (E.isLeft(result)) return;
                keeps += 1;
                commits = [...commits, rows];
                if (args[1].isLast) return;
                for (const [after, count] of losses) {
                  if (after !== keeps) continue;
                  store.lose('x', count);
                  commits = commits.slice(0, Math.max(0, commits.length - count));
                }
              }),
            );
          },
        };
        const kept = await walkOf(places, numberedPages({ pages, perPage: 1, latency }), {
          batch,
          work: ({ data }) =>
            of(rows.push(...data.map((object) => rightOf(object).properties.id as number))),
        });
        expect(kept.at(-1)).to.equal(`1:${pages}`);
        expect(commits.flat()).to.deep.equal(Array.from({ length: pages }, (_, index) => index));
      }),
      { numRuns: 100 },
    );
  });
});
