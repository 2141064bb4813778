import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundled } from '../support/bundled';
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

  it('names a spec for every promise about security, and the spec is there', () => {
    const security = readFileSync(join(root, 'SECURITY.md'), 'utf8');
    const promises = (/## What the package promises\n([^]*?)\n## /.exec(security)?.[1] ?? '').split(/\n- /).slice(1);
    expect(promises).to.have.length.above(5);
    for (const promise of promises) {
      const specs = [...promise.matchAll(/`(spec\/[\w./-]+)`/g)].map(([, path = '']) => path);
      expect(specs, promise.slice(0, 40)).to.not.be.empty;
      expect(specs.filter((path) => !existsSync(join(root, path)))).to.deep.equal([]);
    }
  });

  it('says of every rule of pagewalk check where the conventions have it', async () => {
    const command = [bundled('src/cli/main.ts'), 'check', '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root });
    const { endpoints } = JSON.parse(stdout) as Report;
    const ids = new Set(endpoints.flatMap(({ rules }) => rules.map(({ id }) => id)));
    expect([...ids].filter((id) => !pages['docs/maintainers/conventions.md']?.includes(`\`${id}\``))).to.deep.equal([]);
    expect(ids.size).to.be.above(10);
  });
});
