import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameFor, removeAbandoned } from '../../src/node/temporaryFile';
import { inDirectory } from './support/inDirectory';

const pidOfTheDead = spawnSync(process.execPath, ['--version']).pid;

const left = (names: ReadonlyArray<string>): Promise<ReadonlyArray<string>> =>
  inDirectory((directory) => {
    for (const name of names) writeFileSync(join(directory, name), '');
    removeAbandoned(directory);
    return readdirSync(directory);
  });

describe('removeAbandoned', () => {
  it('removes the files of a process that is gone', async () => {
    expect(await left([nameFor(pidOfTheDead, 'a'), nameFor(pidOfTheDead, 'b')])).to.deep.equal([]);
  });

  for (const name of [
    nameFor(process.pid, 'x'),
    nameFor(99_999_999_999, 'x'),
    `pagewalk-spool-${pidOfTheDead}`,
    `a-pagewalk-spool-${pidOfTheDead}-x`,
    'pagewalk-spool-x-1',
    'notes.txt',
  ]) {
    it(`keeps ${name.replace(String(pidOfTheDead), '<dead>').replace(String(process.pid), '<alive>')}`, async () => {
      expect(await left([name])).to.deep.equal([name]);
    });
  }

  it('goes on after what it cannot remove', () =>
    inDirectory((directory) => {
      mkdirSync(join(directory, nameFor(pidOfTheDead, 'a')));
      writeFileSync(join(directory, nameFor(pidOfTheDead, 'b')), '');
      removeAbandoned(directory);
      expect(readdirSync(directory)).to.deep.equal([nameFor(pidOfTheDead, 'a')]);
    }));

  it('says nothing of a directory that is not there', () => {
    removeAbandoned('/nowhere/to/be/found');
  });
});
