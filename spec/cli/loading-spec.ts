import { expect } from 'chai';
import { build } from 'esbuild';
import { join } from 'node:path';
import { root } from '../textFiles';

/** What a program loads before it is asked for anything: names of packages, and sources of this one. */
const loadedBy = async (program: string): Promise<ReadonlySet<string>> => {
  const { metafile } = await build({
    // As in the package, where the library and the command line share their chunks.
    entryPoints: [join(root, program), join(root, 'src/index.ts')],
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outdir: 'nowhere',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const found = new Set<string>();
  const visit = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    for (const source of Object.keys(metafile.outputs[path]?.inputs ?? {})) found.add(source);
    for (const { path: next, kind } of metafile.outputs[path]?.imports ?? [])
      if (kind === 'import-statement') visit(next);
  };
  for (const [path, { entryPoint }] of Object.entries(metafile.outputs))
    if (entryPoint === program) visit(path);
  return found;
};

const packagesIn = (loaded: ReadonlySet<string>): ReadonlyArray<string> =>
  [...loaded]
    .filter((name) => /^[\w@-][\w@/-]*$/.test(name) && !name.startsWith('node:'))
    .map((name) => name.split('/')[0] ?? '');

describe('a walk', () => {
  it('loads no transport but its own: axios takes longer than most walks', async () => {
    const loaded = await loadedBy('src/cli/commands/walking.ts');
    const packages = new Set(packagesIn(loaded));
    expect([...packages].filter((name) => name !== 'src').sort()).to.deep.equal([
      'fp-ts',
      'io-ts',
      'rxjs',
    ]);
    // Each of the others, such as Array, loads ten more.
    expect([...loaded].filter((name) => name.startsWith('fp-ts/')).sort()).to.deep.equal([
      'fp-ts/Either',
      'fp-ts/Option',
      'fp-ts/function',
    ]);
  });
});

describe('the command line, before it knows its command', () => {
  it('has loaded commander and nothing else that takes long', async () => {
    const all = await loadedBy('src/cli/main.ts');
    const packages = [...all].filter(
      (name) => /^[\w@-][\w@/-]*$/.test(name) && name !== 'commander',
    );
    expect(all).to.include('commander').and.to.include('src/cli/commandLine.ts');
    expect(packages.filter((name) => !name.startsWith('node:'))).to.deep.equal([]);
    expect([...all].filter((name) => name.startsWith('src/'))).to.have.length.below(20);
  });
});
