import { expect } from 'chai';
import { right } from 'fp-ts/Either';
import { isSome, none, some } from 'fp-ts/Option';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { of } from 'rxjs';
import { type Page, type Place, type WalkEnd, walkError } from '../../../src/index';
import { hiddenOf, placeWith } from '../../../src/model/place/placeInternals';
import { firstPlace } from '../../../src/model/place/runs';
import type { Run } from '../../../src/model/place/Run';
import { markRuns } from '../../../src/walk/durable/markRuns';
import { plainRuns, type Strategy } from '../../../src/walk/durable/Strategy';
import { tokenRuns } from '../../../src/walk/durable/tokenRuns';
import { beginChild, nextParents, startEach } from '../../../src/walk/each/EachPosition';
import { eachStep } from '../../../src/walk/each/eachStep';
import { collect } from '../../support/collect';
import { numberedPages } from '../../support/numberedPages';
import { token } from '../../support/pages';
import { rightOf } from '../../support/sides';
import { root } from '../../textFiles';
import { memoryPlaces } from './support/memoryPlaces';
import { numberedWalk, pagesOver } from './support/numberedWalk';

const picture = readFileSync(join(root, 'docs/maintainers/durable.md'), 'utf8');

/** The rows of the table below a heading, without the first two. */
const tableUnder = (heading: string): ReadonlyArray<string> => {
  const [, section = ''] = picture.split(`## ${heading}\n`);
  return section
    .split('\n## ', 1)
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', ''))
        .join(': '),
    );
};

const strategies: ReadonlyArray<Strategy<unknown>> = [
  plainRuns(undefined),
  markRuns({ of: () => 1 }, () => undefined),
  tokenRuns([410]),
];

/** A run of each strategy that asks for all, or from something. */
const runs = (from: string | undefined): ReadonlyArray<Run | undefined> => [
  undefined,
  { by: 'mark', run: 'run', from },
  { by: 'delta', run: 'run', from, isFull: from === undefined },
];

const placeAt = (pages: number, run: Run | undefined, isLast = false): Place =>
  placeWith(
    { pages, objects: pages, round: 1, isLast },
    { pageToken: isLast ? none : some(token('t')), request: undefined, run },
  );

const rowOf = (name: string, cells: ReadonlyArray<unknown>): string =>
  [name, ...cells.map(String)].join(': ');

describe('the picture of a durable walk in the docs', () => {
  it('shows where a walk continues', () => {
    const begins = (name: string, keptOf: (run: Run | undefined) => Place | undefined): string =>
      rowOf(
        name,
        strategies.map((strategy, index) => {
          const kept = keptOf(runs(undefined)[index]);
          const { at, isFresh } = strategy.begin(kept);
          if (isFresh || !at) return 'run';
          return at.isLast ? 'end' : 'place';
        }),
      );
    expect(tableUnder('Where a walk continues')).to.deep.equal([
      begins('nothing', () => undefined),
      begins('a mark or a token alone', (run) => firstPlace(run ?? { by: 'mark', run: '' })),
      begins('a page in the middle', (run) => placeAt(2, run)),
      begins('the last page', (run) => placeAt(2, run, true)),
    ]);
  });

  it('shows what a Left means', () => {
    const progress = { pages: 1, objects: 2, attempts: 1 };
    const expired = walkError('PageTokenExpired', { status: 400, progress });
    const ofParent = walkError('PageTokenExpired', {
      status: 400,
      progress: { ...progress, parent: 1 },
    });
    const status = (code: number): WalkEnd => walkError('HttpFailure', { status: code, progress });
    const means = (name: string, end: WalkEnd, pages: number, from?: string): string =>
      rowOf(
        name,
        strategies.map((strategy, index) => {
          const at = placeAt(pages, runs(from)[index]);
          const isOwn = end._tag === 'PageTokenExpired' && end.progress.parent === undefined;
          return strategy.again(at, end, isOwn) ?? 'end';
        }),
      );
    expect(tableUnder('What a Left means')).to.deep.equal([
      means('PageTokenExpired, first page, asks for all', expired, 0),
      means('PageTokenExpired, first page, asks from more', expired, 0, 'mark'),
      means('PageTokenExpired, later page', expired, 1, 'mark'),
      means('410, first page, asks for all', status(410), 0),
      means('410, first page, asks from more', status(410), 0, 'mark'),
      means('410, later page', status(410), 1, 'mark'),
      means('PageTokenExpired of a parent (walkEach)', ofParent, 1),
      means('500', status(500), 1),
    ]);
  });

  it('shows which runs are finished, and what work gets to know', () => {
    const says = (name: string, does: (strategy: Strategy<unknown>, index: number) => boolean) =>
      rowOf(
        name,
        strategies.map((strategy, index) => (does(strategy, index) ? 'yes' : 'no')),
      );
    const finished = (from?: string) => (strategy: Strategy<unknown>, index: number) =>
      strategy.seesAll(placeAt(2, runs(from)[index]));
    expect(tableUnder('What is shown and finished')).to.deep.equal([
      says('asks for all: finished', finished()),
      says('asks from more: finished', finished('mark')),
      says('says isFull to its work', (strategy) => 'isFull' in strategy.shows(undefined)),
    ]);
  });

  it('shows the order of a run', async () => {
    const order: Array<string> = [];
    const note = (what: string): void => {
      if (order.at(-1) !== what) order.push(what);
    };
    const places = memoryPlaces();
    const claim: typeof places.claim = (id) => {
      note('claim');
      return places.claim(id);
    };
    await collect(
      numberedWalk(
        { ...places, claim },
        {
          pages: (start) => {
            note('ask');
            return pagesOver(numberedPages({ pages: 1, perPage: 1 }))(start);
          },
          prepare: () => {
            note('prepare');
            return of(1);
          },
          work: () => note('work'),
          finish: () => note('finish'),
        },
      ),
    );
    note(places.kept.length === 1 ? 'keep' : 'nothing is kept');
    const shown = /^claim ─▶ .*$/m.exec(picture)?.[0].split(' ─▶ ');
    expect(shown?.filter((step) => step !== 'begin' && step !== 'after')).to.deep.equal(order);
  });

  it('shows of which places one of walkEach is made', () => {
    const pageAt = (pages: number): Page<number> => ({
      index: pages - 1,
      data: [right(1), right(2), right(3)],
      nextPageToken: some(token('t')),
      fields: {},
      place: placeAt(pages, undefined),
    });
    const start = startEach(undefined);
    const parents = nextParents(
      isSome(start) ? start.value : expect.fail(),
      pageAt(1),
      (parent) => parent,
      undefined,
    );
    const { position, waiting } = rightOf(parents);
    const [first = expect.fail(), second = expect.fail()] = waiting;
    const order = [first, second, first].map(
      (parent, index) => [parent, index === 2 ? 2 : 1] as const,
    );
    let at = position;
    let last: Place | undefined;
    for (const [parent, pages] of order) {
      const step = eachStep([], beginChild(at, parent.index), parent, right(pageAt(pages)));
      at = step.position;
      last = step.emits.map((emitted) => rightOf(emitted).place).at(-1);
    }
    const each = hiddenOf(last)?.each ?? expect.fail();
    const tree = [
      `place of the whole walk      pages ${last?.pages ?? 0}`,
      `├─ parents                   pages ${each.parents.pages}, asked for again: ${each.startedCount} of its parents were begun`,
      ...each.children.map(
        ([index, place], turn) =>
          `${turn === each.children.length - 1 ? '└' : '├'}─ child ${index}                   pages ${place?.pages ?? 0}`,
      ),
    ];
    expect(picture).to.include(tree.join('\n'));
  });
});
