import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFiles } from '../../../src/cli/resume/lockFiles';
import { failed, wrongUsage } from '../../../src/cli/terminal/Io';
import { withDirectory } from '../support/temporary';

const files = (directory: string, file: string, part: string) => ({
  target: { path: join(directory, 'out'), mode: 0o666, size: undefined },
  file: join(directory, file),
  part: join(directory, part),
});

describe('lockFiles', () => {
  it('locks both files, and releases both', () =>
    withDirectory(async (directory) => {
      const locked = lockFiles(files(directory, 'place', 'out.part'));
      expect(await readdir(directory)).to.have.length(2);
      if (E.isRight(locked)) locked.right.release();
      expect(await readdir(directory)).to.deep.equal([]);
    }));

  for (const [what, file, part] of [
    ['bookmark', 'place', 'other.part'],
    ['part file', 'other', 'out.part'],
  ] as const) {
    it(`refuses a run that shares only the ${what}, and leaves no lock of it`, () =>
      withDirectory(async (directory) => {
        lockFiles(files(directory, 'place', 'out.part'));
        const second = lockFiles(files(directory, file, part));
        expect(E.isLeft(second) && second.left.exitCode).to.equal(failed);
        expect(await readdir(directory)).to.have.length(2);
      }));
  }

  it('says where it cannot write, and leaves no lock', () =>
    withDirectory(async (directory) => {
      const locked = lockFiles(files(directory, 'place', join('none', 'out.part')));
      expect(E.isLeft(locked) && locked.left).to.deep.equal({
        message: `cannot write ${join(directory, 'none', 'out.part')}: there is no such file or directory`,
        exitCode: wrongUsage,
      });
      expect(await readdir(directory)).to.deep.equal([]);
    }));
});
