import { expect } from 'chai';
import fc from 'fast-check';
import fs from 'node:fs';
import { diskQueue } from '../../src/node/diskQueue';
import { createTemporaryFile, type Platform, type TemporaryFile } from '../../src/node/temporaryFile';
import { inDirectory } from './support/inDirectory';
import { until } from './support/until';

const never = (error: unknown): never => {
  throw new Error('the disk refused', { cause: error });
};

/** A disk that writes when it is told to, and counts. */
const slowDisk = () => {
  const waiting: Array<() => void> = [];
  const positions: Array<number> = [];
  let now = 0;
  const file: TemporaryFile = {
    write: (_bytes, position) => {
      positions.push(position);
      return new Promise((resolve) => waiting.push(resolve));
    },
    writeNow: (_bytes, position) => {
      positions.push(position);
      now += 1;
    },
    read: (_position, length) => Promise.resolve(Buffer.alloc(length)),
    close: () => undefined,
  };
  return {
    file,
    positions,
    waiting,
    get now() {
      return now;
    },
  };
};

const frame = (text: string): Uint8Array => Buffer.from(text);

describe('diskQueue', () => {
  it('gives frames back in their order, whatever is pushed and taken when', () =>
    inDirectory((directory) =>
      fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 50 }),
          fc.array(fc.oneof(fc.constant('take' as const), fc.uint8Array({ maxLength: 30 })), { maxLength: 60 }),
          async (blockSize, actions) => {
            const queue = diskQueue(() => createTemporaryFile(directory), never, blockSize);
            const taken: Array<string> = [];
            const pushed: Array<string> = [];
            let taking: Promise<unknown> | undefined;
            const take = async (): Promise<void> => {
              for (const bytes of await queue.take()) taken.push(bytes.toString('hex'));
              taking = undefined;
            };
            for (const action of actions) {
              if (action !== 'take') {
                pushed.push(Buffer.from(action).toString('hex'));
                queue.push(action);
              } else if (taking === undefined && taken.length < pushed.length) {
                taking = take();
              } else {
                await taking;
              }
            }
            await taking;
            while (taken.length < pushed.length) await take();
            queue.close();
            expect(taken).to.deep.equal(pushed);
          },
        ),
        { numRuns: 150 },
      ),
    ));

  it('opens its file with the first frame, so that a disk that cannot be used is known at once', () => {
    const failures: Array<unknown> = [];
    const queue = diskQueue(
      () => {
        throw new Error('no such directory');
      },
      (failure) => failures.push(failure),
    );
    expect(failures).to.deep.equal([]);
    queue.push(frame('a'));
    expect(failures).to.have.length(1);
    queue.close();
  });

  it('uses the room of blocks that have been read again', async () => {
    const { file, positions, waiting } = slowDisk();
    const queue = diskQueue(() => file, never, 4);
    queue.push(frame(''));
    queue.push(frame(''));
    for (const done of waiting) done();
    await queue.take();
    await queue.take();
    queue.push(frame(''));
    queue.push(frame(''));
    queue.push(frame(''));
    expect(positions.slice(0, 2)).to.deep.equal([0, 4]);
    expect(positions.slice(2, 4).sort()).to.deep.equal([0, 4]);
    expect(positions[4]).to.equal(8);
  });

  it('has no more than eight blocks on their way; a source that is faster waits for the disk', async () => {
    const disk = slowDisk();
    const queue = diskQueue(() => disk.file, never, 4);
    for (let block = 0; block < 20; block++) queue.push(frame(''));
    expect(disk.waiting).to.have.length(8);
    expect(disk.now).to.equal(12);
    for (const done of disk.waiting) done();
    await queue.take();
    queue.push(frame(''));
    expect(disk.waiting).to.have.length(9);
  });

  it('says so when no whole frame is left', async () => {
    const [outcome] = await Promise.allSettled([diskQueue(() => never('needed'), never).take()]);
    expect(String((outcome as PromiseRejectedResult).reason)).to.contain('no whole frame');
  });

  // Linux has it, and other systems have no such thing.
  if (fs.existsSync('/dev/full')) {
    for (const [what, blocks] of [
      ['is under way', 1],
      ['could not wait', 9],
    ] as const) {
      it(`tells what a write that ${what} met on a full disk`, () =>
        inDirectory(async (directory) => {
          const full: Platform = { ...fs, openSync: () => fs.openSync('/dev/full', 'r+') };
          const codes: Array<unknown> = [];
          const queue = diskQueue(
            () => createTemporaryFile(directory, full),
            (error) => codes.push((error as NodeJS.ErrnoException).code),
            4,
          );
          for (let block = 0; block < blocks; block++) queue.push(frame(''));
          await until(() => codes.length === blocks);
          queue.close();
          expect(new Set(codes)).to.deep.equal(new Set(['ENOSPC']));
        }));
    }
  }

  it('tells when the file cannot be created', () => {
    const failures: Array<unknown> = [];
    const queue = diskQueue(
      () => createTemporaryFile('/nowhere/to/be/found'),
      (error) => failures.push((error as NodeJS.ErrnoException).code),
      4,
    );
    queue.push(frame(''));
    queue.close();
    expect(failures).to.deep.equal(['ENOENT']);
  });
});
