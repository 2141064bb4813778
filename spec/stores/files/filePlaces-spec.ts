import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { randomUUID } from 'node:crypto';
import fs, {
  appendFileSync,
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { EMPTY, firstValueFrom, from } from 'rxjs';
import { placeWith } from '../../../src/model/place/placeInternals';
import { filePlaces } from '../../../src/stores/files/filePlaces';
import { keepNext } from '../../walk/durable/support/keepNext';
import { token } from '../../support/pages';
import { startWorker } from '../../support/startWorker';
import { holdingCases } from '../../walk/durable/support/holding';
import { keptCases } from '../../walk/durable/support/keptCases';
import {
  kept,
  pagesOf,
  placeAt,
  storeCases,
  superseded,
} from '../../walk/durable/support/storeCases';
import { inDirectory } from '../../support/inDirectory';
import { claimOf, fileIn, keepIn, storeIn } from './support/files';

const program = 'spec/stores/files/support/fileWorker.ts';

describe('filePlaces', () => {
  for (const suite of [storeCases, holdingCases, keptCases]) {
    suite((test) => inDirectory((directory) => test(storeIn(directory))));
  }

  it('law 17: keeps a place for the next claim, in a file that only its owner can read', () =>
    inDirectory(async (parent) => {
      const directory = join(parent, 'made', 'by', 'it');
      const first = await claimOf(directory);
      expect(first.place).to.deep.equal(O.none);
      expect(await keepIn(directory, first, 3)).to.deep.equal(E.right(undefined));
      expect(await keepIn(directory, first, 4)).to.deep.equal(E.right(undefined));
      expect(pagesOf(await claimOf(directory))).to.equal(4);
      const files = readdirSync(directory);
      expect(files).to.have.lengthOf(3);
      for (const name of files)
        expect(statSync(join(directory, name)).mode & 0o777, name).to.equal(0o600);
      expect(statSync(directory).mode & 0o777).to.equal(0o700);
      for (const name of files)
        expect(readFileSync(join(directory, name), 'utf8')).to.not.include('secret');
    }));

  it('law 19: a claim whose successor cleans up before it is through is superseded, and no error', () =>
    inDirectory(async (directory) => {
      await keepIn(directory, await claimOf(directory), 7);
      const claimed = claimOf(directory);
      for (let isCleaned = false; !isCleaned;) {
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
        const beside = readdirSync(directory).find((name) => /\.2\.place\..*tmp$/.test(name));
        const claims = readdirSync(directory).find((name) => name.endsWith('.claims'));
        // Its own line, the second one, must be there.
        if (beside === undefined || claims === undefined) continue;
        if (readFileSync(join(directory, claims), 'utf8').split('\n').length < 4) continue;
        appendFileSync(join(directory, claims), `${randomUUID()}\n`);
        rmSync(join(directory, beside));
        isCleaned = true;
      }
      expect(await keepIn(directory, await claimed, 8)).to.deep.equal(superseded);
      expect(pagesOf(await claimOf(directory))).to.equal(7);
    }));

  describe('law 17: what cannot be read is refused by name, and never begun anew', () => {
    const kinds = ['.place', '.claims'];
    const damages: Readonly<Record<string, (path: string) => void>> = {
      'one that is empty': (path) => writeFileSync(path, ''),
      'one that was cut': (path) => writeFileSync(path, readFileSync(path, 'utf8').slice(0, -3)),
      'one that somebody has written to': (path) => appendFileSync(path, 'x'),
      'one with a character changed': (path) => {
        const text = readFileSync(path, 'utf8');
        writeFileSync(path, `${text.slice(0, -8)}!${text.slice(-7)}`);
      },
      'one of another walk': (path) =>
        writeFileSync(path, readFileSync(path, 'utf8').replace('"walk"', '"work"')),
      'one that others can read': (path) => chmodSync(path, 0o644),
      'a link': (path) => {
        renameSync(path, `${path}.moved`);
        symlinkSync(`${path}.moved`, path);
      },
      'a directory': (path) => {
        rmSync(path);
        mkdirSync(path);
      },
    };
    /** A place whose line is not whole was never kept. */
    const torn = ['one that was cut (.place)', 'one that somebody has written to (.place)'];
    for (const kind of kinds) {
      for (const [what, damage] of Object.entries(damages)) {
        if (torn.includes(`${what} (${kind})`)) continue;
        it(`${what} (${kind})`, () =>
          inDirectory(async (directory) => {
            await keepIn(directory, await claimOf(directory), 5);
            const path = fileIn(directory, kind);
            const copy = join(directory, 'copy');
            copyFileSync(path, copy);
            damage(path);
            expect(await claimOf(directory).catch(String)).to.include(path);
            expect(await claimOf(directory).catch(String), 'again').to.include(path);
            rmSync(path, { recursive: true });
            linkSync(copy, path);
            expect(pagesOf(await claimOf(directory)), 'put right').to.equal(5);
          }));
      }
    }

    it('a torn last line, cut at any byte or filled with zeros, is void, and the next place takes its room', () =>
      inDirectory(async (directory) => {
        const claim = await claimOf(directory);
        await keepIn(directory, claim, 5);
        const path = fileIn(directory, '.place');
        const before = readFileSync(path);
        await keepIn(directory, claim, 6);
        const line = readFileSync(path).subarray(before.length);
        const zeros = Buffer.alloc(30);
        const tails = [...line.keys()].map((length) => line.subarray(0, length));
        for (const tail of [...tails, zeros, Buffer.concat([zeros, line.subarray(30)])]) {
          writeFileSync(path, Buffer.concat([before, tail]));
          expect(
            await keepIn(directory, { ...claim, place: O.some(placeAt(5)) }, 6),
            String(tail),
          ).to.deep.equal(kept);
          expect(readFileSync(path)).to.deep.equal(Buffer.concat([before, line]));
        }
      }));

    it('a sync that takes longer than a file is left open fails nothing', () =>
      inDirectory(async (directory) => {
        const { open } = fs.promises;
        let ms = 0;
        fs.promises.open = async (...args) => {
          const file = await open(...args);
          const sync = file.datasync.bind(file);
          return Object.assign(file, {
            datasync: () => new Promise((resolve) => setTimeout(resolve, ms)).then(sync),
          });
        };
        try {
          const places = filePlaces(directory);
          const claim = await firstValueFrom(from(places.claim('walk')));
          expect(await keepNext(places, claim, placeAt(1), () => EMPTY)).to.deep.equal(kept);
          ms = 1_500;
          expect(await keepNext(places, claim, placeAt(2), () => EMPTY)).to.deep.equal(kept);
        } finally {
          fs.promises.open = open;
        }
      }));

    it('long places are kept', () =>
      inDirectory(async (directory) => {
        const claim = await claimOf(directory);
        const pageToken = O.some(token('x'.repeat(65_000)));
        const long = placeWith(
          { pages: 1, objects: 1, round: 1, isLast: false },
          { pageToken, request: undefined },
        );
        await keepNext(filePlaces(directory), claim, long, () => EMPTY);
        expect(pagesOf(await claimOf(directory))).to.equal(1);
      }));

    it('what an earlier version has written is read and continued', () =>
      inDirectory(async (directory) => {
        const claim = await claimOf(directory);
        await keepIn(directory, claim, 5);
        const path = fileIn(directory, '.place');
        const lines = readFileSync(path, 'utf8').split('\n');
        const [header, , , place] = lines;
        writeFileSync(path, `${header}\n${place}\n`);
        expect(await keepIn(directory, { ...claim, place: O.some(placeAt(5)) }, 6)).to.deep.equal(
          kept,
        );
        expect(pagesOf(await claimOf(directory))).to.equal(6);
      }));

    it('errors of the file system have the path, what was being done, and their code', () =>
      inDirectory(async (directory) => {
        const failing = filePlaces(directory);
        const claim = await firstValueFrom(from(failing.claim('walk')));
        const keep = () => firstValueFrom(from(failing.keep(claim, placeAt(1), () => EMPTY)));
        const faults = {
          'could not write to': ['datasync', keep],
          'could not list': ['readdir', () => claimOf(directory)],
          'could not make': ['mkdir', () => claimOf(directory)],
          'could not write ': ['rename', () => claimOf(directory)],
        } as const;
        const { open, ...promises } = fs.promises;
        const refuse = () =>
          Promise.reject(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }));
        for (const [what, [call, act]] of Object.entries(faults)) {
          Object.assign(fs.promises, call === 'datasync' ? {} : { [call]: refuse });
          fs.promises.open = async (...args) =>
            Object.assign(await open(...args), { datasync: refuse });
          const error = await act().then(
            () => expect.fail(what),
            (failed: unknown) => failed as NodeJS.ErrnoException,
          );
          Object.assign(fs.promises, { open, ...promises });
          expect([error.code, error.message]).to.satisfy(
            ([code, message]: [string, string]) =>
              code === 'EIO' && message.includes(what) && message.includes(directory),
            error.message,
          );
        }
      }));

    it('forget begins a walk anew whose place is damaged', () =>
      inDirectory(async (directory) => {
        await keepIn(directory, await claimOf(directory), 5);
        writeFileSync(fileIn(directory, '.place'), 'x');
        await filePlaces(directory).forget('walk');
        expect((await claimOf(directory)).place).to.deep.equal(O.none);
      }));
  });

  it('law 17: killed at any moment, a walk goes on with the first page that is not covered', () =>
    inDirectory(async (directory) => {
      const log = join(directory, 'log');
      writeFileSync(log, '');
      const pages = 40;
      let midway = 0;
      let last = '';
      for (let run = 0; last !== 'end' && run < 40; run += 1) {
        const worker = startWorker(program, {
          directory: join(directory, 'places'),
          log,
          pages,
          ms: 3,
        });
        await worker.said(/^work|^end/);
        if (run < 8) {
          await new Promise((resolve) => setTimeout(resolve, 7 * run));
          worker.signal('SIGKILL');
        }
        await worker.ended();
        if (worker.lines.some((line) => line.startsWith('work'))) midway += 1;
        last = worker.lines.at(-1) ?? '';
      }
      const worked = readFileSync(log, 'utf8').trim().split('\n').map(Number);
      expect(midway).to.be.above(4);
      expect(worked.at(0)).to.equal(1);
      expect(worked.at(-1)).to.equal(pages);
      worked.forEach((page, index) => {
        if (index > 0)
          expect(page - (worked[index - 1] ?? 0), `after ${index} lines`).to.be.oneOf([0, 1]);
      });
    }));

  it('law 19: a process that was stopped in its work ends with Superseded when it wakes up, and changes no place', () =>
    inDirectory(async (directory) => {
      const task = {
        directory: join(directory, 'places'),
        log: join(directory, 'log'),
        pages: 6,
        ms: 1,
      };
      const stopped = startWorker(program, { ...task, standsAt: 3 });
      await stopped.said(/^stands/);
      stopped.signal('SIGSTOP');
      const next = startWorker(program, task);
      await next.ended();
      expect(next.lines.filter((line) => line.startsWith('kept'))).to.deep.equal([
        'kept 3',
        'kept 4',
        'kept 5',
        'kept 6',
      ]);
      stopped.signal('SIGCONT');
      await stopped.ended();
      expect(stopped.lines).to.deep.equal([
        ...['work 1', 'kept 1', 'work 2', 'kept 2', 'work 3', 'stands'],
        ...['Superseded', 'end'],
      ]);
      const last = (await claimOf(task.directory)).place;
      expect(O.toUndefined(last)).to.include({ pages: 6, isLast: true });
    }));
});
