import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { firstValueFrom, from, lastValueFrom, NEVER, of, Subject, toArray } from 'rxjs';
import { filePlaces } from '../../../src/stores/files/filePlaces';
import {
  numberedWalk,
  type Own as OwnOf,
  pagesKept,
} from '../../walk/durable/support/numberedWalk';
import { withoutHolder } from '../../walk/durable/support/keepNext';
import { crashingAfter } from '../../node/support/crashingAfter';
import { inDirectory } from '../../support/inDirectory';
import { fileIn } from './support/files';

type Own = OwnOf<void>;
type Names = ReadonlyArray<string | undefined>;

const names = ['a', 'b', 'c'];
const whole: Names = [undefined];

const partOf = (name: string | undefined, among: Names) =>
  name === undefined ? undefined : { name, of: among as ReadonlyArray<string> };

/** Walks of two pages for each part, and what becomes of them. */
const walksIn = (directory: string, parts: Names = names) => {
  const places = filePlaces(directory);
  const worked = new Set<string>();
  /** How many times `finish` ran; each time all parts are last, and this run has seen every page of them. */
  const finishes: Array<string> = [];

  const walkOf = (name: string | undefined, own: Own = {}) =>
    numberedWalk(places, {
      part: partOf(name, parts),
      work: ({ place, run }) => of(worked.add(`${run} ${name ?? ''} ${place.pages}`)),
      finish: async (_, { runs }) => {
        for (const each of parts) {
          const { place } = await firstValueFrom(from(places.claim('walk', partOf(each, parts))));
          expect(O.toUndefined(place)?.isLast, 'the place of each part is kept before').to.equal(
            true,
          );
          for (const page of [1, 2])
            expect(runs.map((run) => worked.has(`${run} ${each ?? ''} ${page}`))).to.include(true);
        }
        finishes.push(runs.join());
      },
      ...own,
    });

  const run = (name: string | undefined, own?: Own) => pagesKept(walkOf(name, own));

  const runAll = async (own?: Own): Promise<void> => {
    for (const name of parts) {
      // What fails ends the run, as a process would.
      const results = await lastValueFrom(walkOf(name, own).pipe(toArray()));
      expect(results.filter(E.isLeft)).to.deep.equal([]);
    }
  };

  return { places, walkOf, run, runAll, worked, finishes };
};

/** Tries something with a crash after no step, after one, after two, until there is none. Says how many steps there were. */
const withEachCrash = async (
  trial: (
    directory: string,
    crash: (run: () => Promise<unknown>) => Promise<boolean>,
  ) => Promise<boolean>,
): Promise<number> => {
  for (let steps = 0; ; steps += 1) {
    if (!(await inDirectory((directory) => trial(directory, (run) => crashingAfter(steps, run)))))
      return steps;
  }
};

describe('law 36: parts of one walk in files, and its end', () => {
  it('all at once: finish runs, and never before all are last', () =>
    inDirectory(async (directory) => {
      for (let turn = 0; turn < 5; turn += 1) {
        const { run, finishes, places } = walksIn(directory);
        const results = await Promise.all(names.map((name) => run(name)));
        expect(results).to.deep.equal(names.map(() => [1, 2]));
        expect(finishes.length).to.be.within(1, names.length);
        await places.forget('walk');
      }
    }));

  for (const [what, parts] of [
    ['with parts', names.slice(1)],
    ['without parts', whole],
  ] as const) {
    it(`${what}: a crash between any two steps loses no finish, and it runs no more once it has completed`, async () => {
      const steps = await withEachCrash(async (directory, crash) => {
        const { runAll, finishes, worked } = walksIn(directory, parts);
        const isCrashed = await crash(runAll);
        await runAll();
        expect(finishes.length).to.be.within(1, 2);
        const before = finishes.length;
        await runAll();
        expect(finishes.length, 'once it has completed').to.equal(before);
        const seen = [...worked].filter((each) => finishes[0]?.includes(each.split(' ')[0] ?? ''));
        expect(seen, 'of its runs').to.have.lengthOf(parts.length * 2);
        expect(
          readdirSync(directory).filter((name) => /unfinished$|forgotten$/.test(name)),
        ).to.deep.equal([]);
        return isCrashed;
      });
      expect(steps).to.be.above(parts.length * 10);
    });

    it(`${what}: a forget that crashes between any two steps has happened, or has not`, async () => {
      const steps = await withEachCrash(async (directory, crash) => {
        const { walkOf, run, runAll, finishes, places, worked } = walksIn(directory, parts);
        // A page of the first part is kept, and all of the last.
        await firstValueFrom(walkOf(parts[0]));
        if (parts.length > 1) await run(parts.at(-1));
        const isCrashed = await crash(() => places.forget('walk'));
        // The pages that finish counts were all seen by its own run: see walksIn.
        await runAll();
        expect(finishes.length).to.equal(1);
        const runs = new Set([...worked].map((each) => each.split(' ')[0]));
        if (!isCrashed) expect(runs.size, 'forgotten').to.equal(parts.length * 2);
        return isCrashed;
      });
      expect(steps).to.be.above(3);
    });

    it(`${what}: a finish that throws, or is left, runs again before the next run of any part emits`, () =>
      inDirectory(async (directory) => {
        const { run, runAll, walkOf, finishes } = walksIn(directory, parts);
        const thrown = await runAll({ finish: () => Promise.reject(new Error('boom')) }).catch(
          String,
        );
        expect(thrown).to.equal('Error: boom');
        const [first] = parts;
        expect(await run(first, { finish: () => Promise.reject(new Error('bang')) })).to.deep.equal(
          ['Error: bang'],
        );
        const begun = new Subject<void>();
        const hasBegun = firstValueFrom(begun);
        const left = walkOf(first, {
          finish: () => {
            begun.next();
            return NEVER;
          },
        }).subscribe();
        await hasBegun;
        left.unsubscribe();
        expect(await run(first)).to.deep.equal([2]);
        expect(finishes.length).to.equal(1);
      }));

    it(`${what}: a walk that ended without a finish has none later`, () =>
      inDirectory(async (directory) => {
        const { run, runAll, finishes } = walksIn(directory, parts);
        await runAll({ finish: undefined });
        expect(await run(parts[0])).to.deep.equal([2]);
        expect(finishes).to.deep.equal([]);
      }));
  }

  it('a walk of a version before, which wrote no run, is one without parts', () =>
    inDirectory(async (directory) => {
      const { run } = walksIn(directory);
      await run('x', { part: undefined, finish: undefined });
      rmSync(fileIn(directory, '.run'));
      expect(String(await run('a'))).to.include('no parts');
      expect(await run('x', { part: undefined })).to.deep.equal([2]);
    }));

  it('a claim of one part supersedes nobody in another, and one of the same part its predecessor', () =>
    inDirectory(async (directory) => {
      const { run, walkOf } = walksIn(directory);
      const begun = new Subject<void>();
      const hasBegun = firstValueFrom(begun);
      const release = new Subject<void>();
      const first = lastValueFrom(
        walkOf('a', {
          work: () => {
            begun.next();
            return release;
          },
        }).pipe(toArray()),
      );
      await hasBegun;
      expect(await run('b')).to.deep.equal([1, 2]);
      expect(await run('a')).to.deep.equal([1, 2]);
      release.complete();
      expect((await first).map(withoutHolder)).to.deep.equal([
        E.left({ _tag: 'Superseded', id: 'walk' }),
      ]);
    }));

  it('a run that is missing or damaged is refused by name, and no part begins again', () =>
    inDirectory(async (directory) => {
      const { run, places } = walksIn(directory);
      await run('a');
      const file = fileIn(directory, '.run');
      for (const text of ['', 'x\n', '{"parts":']) {
        writeFileSync(file, text);
        expect(String(await run('a')), text).to.include(file);
      }
      rmSync(file);
      expect(String(await run('a'))).to.include(file);
      expect(String(await run('b'))).to.include(file);
      await places.forget('walk').catch(() => undefined);
    }));
});
