import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');

describe('a server for the specs', () => {
  it('leaves the exit code to the process that has started it', () => {
    const script = `
      import { startEmbedded } from './scripts/startPostgres.mjs';
      const server = await startEmbedded({ fsync: 'off' });
      await server.stop();
      process.exitCode = 3;
    `;
    const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: root });
    expect(status).to.equal(3);
  });
});
