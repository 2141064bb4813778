import { expect } from 'chai';
import { fileComplaint, reasonOf } from '../../../src/cli/terminal/Complaint';
import { failed, wrongUsage } from '../../../src/cli/terminal/Io';

describe('reasonOf', () => {
  for (const [code, words] of [
    ['ENOSPC', 'no space is left'],
    ['EDQUOT', 'the quota of disk space is used up'],
    ['EFBIG', 'the file would be larger than this system allows'],
    ['ENAMETOOLONG', 'the name is too long'],
    ['EEXIST', 'there is a file of this name already'],
    ['ERR_FS_EISDIR', 'it is a directory'],
  ] as const) {
    it(`says ${code} in plain words`, () =>
      expect(reasonOf(Object.assign(new Error(`${code}: open '/a'`), { code }))).to.equal(words));
  }

  it('says what it does not know in the words of the exception', () => {
    expect(reasonOf(new Error('no such luck'))).to.equal('no such luck');
    expect(reasonOf('text')).to.equal('text');
  });
});

describe('fileComplaint', () => {
  for (const [code, exitCode] of [
    ['ENOSPC', failed],
    ['EDQUOT', failed],
    ['EIO', failed],
    ['EMFILE', failed],
    ['ENOENT', wrongUsage],
    ['EACCES', wrongUsage],
    ['EROFS', wrongUsage],
  ] as const) {
    it(`exits with ${exitCode} at ${code}`, () => {
      const error = Object.assign(new Error(`${code}: open '/a'`), { code });
      expect(fileComplaint('cannot write a', error)).to.deep.equal({
        message: `cannot write a: ${reasonOf(error)}`,
        exitCode,
      });
    });
  }
});
