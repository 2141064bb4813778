import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../textFiles';
import { isInDocs, pages } from './pages';

interface Report {
  readonly endpoints: ReadonlyArray<{ readonly rules: ReadonlyArray<{ readonly id: string }> }>;
}

describe('the documentation', () => {
  it('names only sources that are there', () => {
    const named = Object.entries(pages)
      .filter(([origin]) => isInDocs(origin))
      .flatMap(([origin, text]) => [...text.matchAll(/`(src\/[\w./-]+)`/g)].map(([, path = '']) => ({ origin, path })));
    expect(named.filter(({ path }) => !existsSync(join(root, path)))).to.deep.equal([]);
    expect(named).to.not.be.empty;
  });

  it('says of every rule of pagewalk check where the conventions have it', async () => {
    const command = ['--import', 'tsx', 'src/cli/main.ts', 'check', '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root });
    const { endpoints } = JSON.parse(stdout) as Report;
    const ids = new Set(endpoints.flatMap(({ rules }) => rules.map(({ id }) => id)));
    expect([...ids].filter((id) => !pages['docs/conventions.md']?.includes(`\`${id}\``))).to.deep.equal([]);
    expect(ids.size).to.be.above(10);
  }).timeout(60_000);
});
