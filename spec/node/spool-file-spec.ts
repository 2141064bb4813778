import { expect } from 'chai';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs, { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  concatWith,
  lastValueFrom,
  map,
  NEVER,
  type Observable,
  of,
  range,
  Subject,
  take,
  throwError,
  timer,
} from 'rxjs';
import { nameFor } from '../../src/node/temporaryFile';
import { spool } from '../../src/node/spool';
import { bundled } from '../support/bundled';
import { inDirectory } from '../support/inDirectory';
import { large, type Large } from './support/large';
import { openFiles } from './support/openFiles';
import { until } from './support/until';
import { sizeOf } from '../support/sizes';

const larges = range(0, 4).pipe(map(large));
const failing = larges.pipe(concatWith(throwError(() => 'x')));
const open = { ready: of(undefined) };
const shut = { ready: NEVER };

/** How a stream ends, and what it emitted until then. */
const endOf = (
  stream: Observable<Large>,
): Promise<{ readonly error?: unknown; readonly ids: ReadonlyArray<number> }> =>
  new Promise((resolve) => {
    const ids: Array<number> = [];
    stream.subscribe({
      next: ({ id }) => ids.push(id),
      error: (error: unknown) => {
        resolve({ error, ids });
      },
      complete: () => {
        resolve({ ids });
      },
    });
  });

/** Starts a script of `support` in a process of its own, whose files may not be larger than a number of blocks. */
const start = (script: string, directory: string, blocks = 'unlimited') => {
  const command = [process.execPath, bundled(`spec/node/support/${script}`), directory];
  const limited = ['-c', 'ulimit -f "$0" && exec "$@"', blocks, ...command];
  return spawn('/bin/sh', limited, { stdio: ['ignore', 'pipe', 'inherit'] });
};

describe('the file of a spool', () => {
  it('is not there while memory is enough', () =>
    inDirectory((directory) => {
      const before = openFiles();
      const waiting = larges.pipe(spool(shut, { directory })).subscribe();
      expect([openFiles(), readdirSync(directory)]).to.deep.equal([before, []]);
      waiting.unsubscribe();
    }));

  it('is open and has no name while values wait in it, and is closed when they are left', () =>
    inDirectory(async (directory) => {
      const before = openFiles();
      const waiting = larges.pipe(spool(shut, { directory, memory: 1 })).subscribe();
      expect([openFiles(), readdirSync(directory)]).to.deep.equal([before + 1, []]);
      waiting.unsubscribe();
      await until(() => openFiles() <= before);
    }));

  it('is closed however the stream ends, many times in a row', () =>
    inDirectory(async (directory) => {
      const options = { directory, memory: 0 };
      const before = openFiles();
      for (let round = 0; round < sizeOf(40, 250); round++) {
        expect((await endOf(larges.pipe(spool(open, options)))).ids).to.have.length(4);
        expect((await endOf(larges.pipe(spool(open, options), take(1)))).ids).to.have.length(1);
        expect((await endOf(failing.pipe(spool(open, options)))).error).to.equal('x');
        larges.pipe(spool(shut, options)).subscribe().unsubscribe();
      }
      await until(() => openFiles() <= before);
      expect(readdirSync(directory)).to.deep.equal([]);
    }));

  it('takes what a process that is gone has left behind with it', () =>
    inDirectory(async (directory) => {
      const { pid } = spawnSync(process.execPath, ['--version']);
      writeFileSync(join(directory, nameFor(pid, 'left')), '');
      await lastValueFrom(larges.pipe(spool(open, { directory, memory: 0 })));
      expect(readdirSync(directory)).to.deep.equal([]);
    }));

  it('is gone when its process is killed', () =>
    inDirectory(async (directory) => {
      const child = start('spoolForever.ts', directory);
      await once(child.stdout, 'data');
      child.kill('SIGKILL');
      await once(child, 'exit');
      expect(readdirSync(directory)).to.deep.equal([]);
    }));

  it('is a clear error when it has no room, and then nothing is left of it', () =>
    inDirectory(async (directory) => {
      const child = start('spoolUntilFull.ts', directory, '1000');
      const report = JSON.parse(await text(child.stdout)) as Readonly<Record<string, unknown>>;
      expect(report).to.deep.include({ code: 'EFBIG', ids: [], files: [] });
      expect(report)
        .to.have.property('message')
        .that.contains(`in a temporary file in ${directory} (EFBIG: `);
      expect(report).to.have.property('message').that.contains('name a directory that exists');
      expect(report).to.have.property('produced').that.is.lessThan(20);
      expect(report).to.have.property('descriptors').that.is.at.most(0);
    }));

  it('is a clear error when it cannot be read', async () => {
    const { readSync } = fs;
    fs.readSync = () => {
      throw new Error('EIO: i/o error, read');
    };
    try {
      const { error, ids } = await endOf(larges.pipe(spool({ ready: timer(1) }, { memory: 1 })));
      expect([String(error).includes('(EIO: i/o error, read)'), ids]).to.deep.equal([true, [0]]);
    } finally {
      fs.readSync = readSync;
    }
  });

  describe('in a directory that does not take it', () => {
    const expectRefusal = async (directory: string, code: string): Promise<void> => {
      const before = openFiles();
      const source = new Subject<Large>();
      const end = endOf(source.pipe(spool(shut, { directory, memory: 1 })));
      source.next(large(0));
      expect(source.observed).to.equal(true);
      source.next(large(1));
      expect(source.observed).to.equal(false);
      const { error, ids } = await end;
      expect(ids).to.deep.equal([]);
      expect(error)
        .to.be.instanceOf(Error)
        .with.property('message')
        .that.matches(
          new RegExp(`^spool: cannot keep values in a temporary file in ${directory} \\(${code}: `),
        );
      expect(error).to.have.nested.property('cause.code', code);
      expect(openFiles()).to.be.at.most(before);
    };

    it('because there is none: a clear error at once', () =>
      expectRefusal('/nowhere/to/be/found', 'ENOENT'));

    it('because it is a file: a clear error at once', () =>
      inDirectory((directory) => {
        writeFileSync(join(directory, 'file'), '');
        return expectRefusal(join(directory, 'file'), 'ENOTDIR');
      }));

    // The superuser may write everywhere.
    if (process.getuid?.() !== 0) {
      it('because it cannot be written to: a clear error at once', () =>
        inDirectory((directory) => {
          chmodSync(directory, 0o500);
          return expectRefusal(directory, 'EACCES');
        }));
    }
  });
});
