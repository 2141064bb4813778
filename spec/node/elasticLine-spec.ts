import { expect } from 'chai';
import fc from 'fast-check';
import { diskQueue } from '../../src/node/diskQueue';
import { elasticLine } from '../../src/node/elasticLine';
import { createTemporaryFile } from '../../src/node/temporaryFile';
import { inDirectory } from './support/inDirectory';

const never = (error: unknown): never => {
  throw new Error('the disk refused', { cause: error });
};

describe('elasticLine', () => {
  it('what comes while others wait on disk waits behind them, also when memory has room again', () =>
    inDirectory(async (directory) => {
      const disk = diskQueue(() => createTemporaryFile(directory), never);
      const line = elasticLine<string>(2, disk);
      for (const value of 'abcd') line.push(value);
      const taken = [line.take(), line.take()];
      line.push('e');
      expect([line.isAtHand, line.isEmpty]).to.deep.equal([false, false]);
      const fetching = line.fetch();
      line.push('f');
      await fetching;
      while (!line.isEmpty) {
        if (!line.isAtHand) await line.fetch();
        taken.push(line.take());
      }
      disk.close();
      expect(taken.join('')).to.equal('abcdef');
    }));

  it('keeps the order, whatever is pushed, fetched and taken when', () =>
    inDirectory((directory) =>
      fc.assert(
        fc.asyncProperty(
          fc.nat({ max: 5 }),
          fc.integer({ min: 1, max: 60 }),
          fc.array(fc.constantFrom('push', 'push', 'take', 'fetch', 'wait'), { maxLength: 80 }),
          async (memory, blockSize, actions) => {
            const disk = diskQueue(() => createTemporaryFile(directory), never, blockSize);
            const line = elasticLine<number>(memory, disk);
            const taken: Array<number> = [];
            let pushed = 0;
            let fetching: Promise<void> | undefined;
            const fetch = async (): Promise<void> => {
              await line.fetch();
              fetching = undefined;
            };
            for (const action of actions) {
              if (action === 'push') line.push(pushed++);
              else if (action === 'take' && line.isAtHand) taken.push(line.take());
              else if (action === 'fetch' && !line.isAtHand && !line.isEmpty) fetching ??= fetch();
              else if (action === 'wait') await fetching;
            }
            await fetching;
            while (!line.isEmpty) {
              if (line.isAtHand) taken.push(line.take());
              else await line.fetch();
            }
            disk.close();
            expect(taken).to.deep.equal(Array.from({ length: pushed }, (_, index) => index));
          },
        ),
        { numRuns: 200 },
      ),
    ));
});
