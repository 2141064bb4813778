import { expect } from 'chai';
import fc from 'fast-check';
import { diskQueue } from '../../src/node/diskQueue';
import { createTemporaryFile, type TemporaryFile } from '../../src/node/temporaryFile';
import { inDirectory } from '../support/inDirectory';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('diskQueue', () => {
  it('gives frames back in their order, whatever is pushed and taken when', () =>
    inDirectory((directory) => {
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 50 }),
          fc.array(fc.oneof(fc.constant('take' as const), fc.uint8Array({ maxLength: 30 })), {
            maxLength: 60,
          }),
          (blockSize, actions) => {
            const queue = diskQueue(() => createTemporaryFile(directory), blockSize);
            const taken: Array<string> = [];
            const pushed: Array<string> = [];
            const take = (): void => {
              if (taken.length < pushed.length) taken.push(...queue.take().map(hex));
            };
            for (const action of actions) {
              if (action === 'take') take();
              else {
                pushed.push(hex(action));
                queue.push(action);
              }
            }
            while (taken.length < pushed.length) take();
            queue.close();
            expect(taken).to.deep.equal(pushed);
          },
        ),
        { numRuns: 150 },
      );
    }));

  it('puts a frame of very many pieces together once, not with every piece', () =>
    inDirectory((directory) => {
      const queue = diskQueue(() => createTemporaryFile(directory), 4_096);
      queue.push(Buffer.alloc(32 * 1024 * 1024));
      expect(queue.take().map(({ length }) => length)).to.deep.equal([32 * 1024 * 1024]);
      queue.close();
    }));

  it('has files that are never larger than twice what once waited in them, however much passes', () =>
    inDirectory((directory) => {
      const sizes: Array<number> = [];
      const measured = (): TemporaryFile => {
        const file = createTemporaryFile(directory);
        const index = sizes.push(0) - 1;
        return {
          ...file,
          get size() {
            return file.size;
          },
          append: (bytes) => {
            file.append(bytes);
            sizes[index] =
              file.size === bytes.length ? bytes.length : (sizes[index] ?? 0) + bytes.length;
          },
        };
      };
      const queue = diskQueue(measured, 100);
      const waiting = 10;
      for (let turn = 0; turn < 1_000; turn += 1) {
        queue.push(Buffer.alloc(96));
        if (turn >= waiting) expect(queue.take()).to.have.length(1);
        expect(sizes.reduce((one, other) => one + other, 0)).to.be.at.most(2 * 100 * (waiting + 1));
      }
      expect(sizes).to.have.length(2);
      queue.close();
    }));
});
