import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { isGone, processMark } from '../../../src/cli/resume/processMark';

describe('processMark', () => {
  it('is the same for one process, and another for another', () => {
    expect(processMark(process.pid)).to.equal(processMark(process.pid));
    if (process.platform === 'linux') {
      expect(processMark(process.pid)).to.match(/^[0-9a-f-]{36} \d+$/);
      expect(processMark(process.pid)).to.not.equal(processMark(1));
    }
  });

  it('is empty for a process that is gone', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    expect(isGone(pid)).to.equal(true);
    expect(processMark(pid)).to.equal('');
  });

  it('a process that lives is not gone', () => {
    expect(isGone(process.pid)).to.equal(false);
  });
});
