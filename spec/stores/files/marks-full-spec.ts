import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { killMarks } from '../../walk/durable/support/killMarks';
import { inDirectory } from '../../support/inDirectory';

describe('law 37: marks in files, and kill -9', function () {
  it('nothing that changed is missing, at whatever moment a worker is killed', () =>
    inDirectory(async (directory) => {
      const log = join(directory, 'log');
      const copies = () => {
        const lines = readFileSync(log, 'utf8').trim().split('\n');
        const versions = lines.map((line) => line.split(' ').map(Number) as [number, number]);
        return Promise.resolve(
          new Map(versions.sort(([one, a], [other, b]) => one - other || a - b)),
        );
      };
      const happened = await killMarks({ directory: join(directory, 'places'), log }, copies);
      if (this.ctx.test) this.ctx.test.title += `: ${happened}`;
    }));
});
