import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../textFiles';

const readme =
  '# A\n\n<!-- repository -->\n\n`npm ci`\n\n<!-- /repository -->\n\n`npm install a`\n';

/** Packs a package of nothing but a README, with the scripts of this one but for the build. */
const packed = (text: string): { readonly inPackage: string; readonly after: string } => {
  const folder = mkdtempSync(join(tmpdir(), 'readme-'));
  try {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const [prepack, postpack] = [
      scripts.prepack?.replace('npm run build && ', ''),
      scripts.postpack,
    ];
    mkdirSync(join(folder, 'scripts'));
    cpSync(join(root, 'scripts/readme.mjs'), join(folder, 'scripts/readme.mjs'));
    const manifest = { name: 'a', version: '1.0.0', scripts: { prepack, postpack } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'README.md'), text);
    const options = { cwd: folder, stdio: 'ignore' } as const;
    execFileSync('npm', ['pack', '--cache', join(folder, 'cache')], options);
    execFileSync('tar', ['xzf', 'a-1.0.0.tgz'], options);
    return {
      inPackage: readFileSync(join(folder, 'package/README.md'), 'utf8'),
      after: readFileSync(join(folder, 'README.md'), 'utf8'),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

describe('the readme of the package', () => {
  it('leaves out what is for readers of the repository, which keeps its own', () =>
    expect(packed(readme)).to.deep.equal({ inPackage: '# A\n\n`npm install a`\n', after: readme }));

  it('has no command that only works in the repository', () => {
    const { inPackage } = packed(readFileSync(join(root, 'README.md'), 'utf8'));
    expect(inPackage).not.to.match(/npm (ci|start|test|pack|run)|repository -->/);
    expect(inPackage).to.match(/^```sh\nnpm install pagewalk rxjs\n```$/m);
  });
});
