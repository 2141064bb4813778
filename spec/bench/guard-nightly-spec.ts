import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { root } from '../textFiles';

describe('the guard of the benchmarks', () => {
  it('finds nothing that takes more than 1.5 times what is recorded for this kind of processor', function () {
    this.timeout(1_800_000);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['bench/guard.mjs', '--strict'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    );
    expect(stderr).to.equal('');
    expect(status, stdout).to.equal(0);
  });
});
