import { expect } from 'chai';
import { join } from 'node:path';
import { bytesCheck, measured } from '../../scripts/release/bytes';
import { typeProblems } from '../../scripts/release/types';
import { runNode } from '../package/support/run';
import { root } from '../textFiles';

const releaseCheck = (...flags: ReadonlyArray<string>): ReturnType<typeof runNode> =>
  runNode(['--import', 'tsx', join('scripts', 'release', 'main.ts'), ...flags], root);

const names = 'files sizes manifest targets types budgets licences secrets lock supported'.split(
  ' ',
);

describe('npm run release:check', () => {
  it('lets the package pass that is packed here, and says what it looked at', async () => {
    const { code, stdout, stderr } = await releaseCheck('--package');
    const checked = [...stdout.matchAll(/^(ok|failed) +(\w+)/gm)].map(
      ([, result = '', name = '']) => `${result} ${name}`,
    );
    expect(checked, stdout + stderr).to.deep.equal(names.map((name) => `ok ${name}`));
    expect(stdout).to.match(/^ +[\d,]+ {2}dist\/cjs\/\*\*\.js {2}[\d,]+ files$/m);
    expect(code).to.equal(0);
  });

  it('refuses a flag that it does not know, before anything is packed', async () => {
    const { code, stderr } = await releaseCheck('--force');
    expect({ code, stderr }).to.deep.equal({
      code: 2,
      stderr: '--force is not known: --dirty, --package, --files\n',
    });
  });

  it('sees an entry whose types do not resolve', async () => {
    const problems = await typeProblems(['pagewalk', 'pagewalk/absent']);
    expect(problems).to.have.lengthOf(3);
    for (const problem of problems)
      expect(problem).to.match(/^consumer\.[cm]?ts:3 .*TS2307.*pagewalk\/absent/);
  });

  it('sees a budget that is a byte too small', async () => {
    const all = await measured();
    expect(bytesCheck(all).problems).to.deep.equal([]);
    expect(
      bytesCheck(all.map((one) => ({ ...one, budget: one.bytes - 1 }))).problems,
    ).to.have.lengthOf(all.length);
  });
});
