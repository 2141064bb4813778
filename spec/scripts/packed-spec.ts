import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../textFiles';

type Pages = Readonly<Record<string, string>>;

const readme =
  '# A\n\n<!-- repository -->\n\n`npm ci`\n\n<!-- /repository -->\n\n`npm install a`\n';
const guide =
  'See [bounds](../maintainers/bounds.md#ends) and [the map](../README.md). [CONTRIBUTING.md](../../CONTRIBUTING.md#a) is for you.\n';

const scriptsOf = (): { readonly prepack: string; readonly postpack: string } => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly prepack: string; readonly postpack: string };
  };
  return {
    prepack: scripts.prepack.replace('npm run build && ', ''),
    postpack: scripts.postpack,
  };
};

/** Does something in a package of nothing but these pages. */
const inPackageOf = <R>(
  pages: Pages,
  more: object,
  act: (folder: string, read: (under: string) => Pages) => R,
): R => {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'));
  try {
    mkdirSync(join(folder, 'scripts'));
    cpSync(join(root, 'scripts/packed.mjs'), join(folder, 'scripts/packed.mjs'));
    const manifest = { name: 'a', version: '1.0.0', scripts: scriptsOf(), ...more };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    for (const [path, text] of Object.entries(pages)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return act(folder, (under) =>
      Object.fromEntries(
        Object.keys(pages).map((path) => [path, readFileSync(join(folder, under, path), 'utf8')]),
      ),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Packs them as npm does, with the scripts of this package but for the build. */
const packed = (pages: Pages): { readonly inPackage: Pages; readonly after: Pages } =>
  inPackageOf(pages, {}, (folder, read) => {
    const options = { cwd: folder, stdio: 'ignore' } as const;
    execFileSync('npm', ['pack', '--cache', join(folder, 'cache')], options);
    execFileSync('tar', ['xzf', 'a-1.0.0.tgz'], options);
    return { inPackage: read('package'), after: read('') };
  });

/** What they are while they are packed. */
const changed = (pages: Pages, more: object = {}): Pages =>
  inPackageOf(pages, more, (folder, read) => {
    execFileSync(process.execPath, ['scripts/packed.mjs', 'pack'], { cwd: folder });
    return read('');
  });

describe('the pages of the package', () => {
  it('leave out what is for readers of the repository, which keeps its own', () => {
    const pages = { 'README.md': readme, 'docs/guides/a.md': guide };
    expect(packed(pages)).to.deep.equal({
      inPackage: {
        'README.md': '# A\n\n`npm install a`\n',
        'docs/guides/a.md':
          'See bounds (`docs/maintainers/bounds.md` of the repository) and [the map](../README.md). `CONTRIBUTING.md` of the repository is for you.\n',
      },
      after: pages,
    });
  });

  it('lead to the repository once package.json has its address', () => {
    const repository = { type: 'git', url: 'git+https://git.example.com/a.git' };
    const inPackage = changed({ 'docs/guides/a.md': guide }, { repository });
    expect(inPackage['docs/guides/a.md']).to.include(
      '[bounds](https://git.example.com/a/blob/main/docs/maintainers/bounds.md#ends)',
    );
  });

  it('have no command on the first screen that only works in the repository', () => {
    const text = readFileSync(join(root, 'README.md'), 'utf8');
    const inPackage = changed({ 'README.md': text });
    expect(inPackage['README.md']).not.to.match(/npm (ci|start|test|pack|run)|repository -->/);
    expect(inPackage['README.md']).to.match(/^```sh\nnpm install pagewalk rxjs\n```$/m);
  });
});
