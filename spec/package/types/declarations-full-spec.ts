import { expect } from 'chai';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { compile, type Resolution, resolutions } from '../support/compile';
import { entries } from '../support/Manifest';
import { moduleExports } from '../support/moduleExports';
import { installed, linkModule, project } from '../support/tarball';

/** What a module exports, a line each: what the functions of an entry return, and its other values, as inference has them. */
const exportsOf = (types: string): ReadonlyArray<string> => {
  const { names, checker } = moduleExports(types);
  return names
    .filter(({ isValue }) => isValue)
    .map(({ name, symbol }) => {
      const isCalled = checker.getTypeOfSymbol(symbol).getCallSignatures().length > 0;
      return `export const ${name} = ${isCalled ? 'returned' : ''}(entry.${name});`;
    });
};

describe('what a public function returns', () => {
  const exported = new Map<string, ReadonlyArray<string>>();

  /** What the compiler says of a project in this folder that exports all that, or some of it. */
  const errors = async (
    folder: string,
    moduleResolution: Resolution,
    isMeant: (line: string) => boolean = () => true,
  ) => {
    const { module, extensions } = resolutions[moduleResolution];
    const returned = 'declare const returned: <R>(call: (...args: never) => R) => R;';
    const files: Record<string, string> = {};
    for (const [specifier, lines] of exported) {
      const text = [
        `import * as entry from '${specifier}';`,
        returned,
        ...lines.filter(isMeant),
      ].join('\n');
      for (const extension of extensions)
        files[`${specifier.replaceAll('/', '-')}.${extension}`] = text;
    }
    await project(folder, files);
    const written = { declaration: true, emitDeclarationOnly: true, rootDir: '.', outDir: 'out' };
    const target = {
      strict: true,
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: ['node'],
      skipLibCheck: true,
    };
    const compilerOptions = { ...written, ...target, module, moduleResolution };
    const found = await compile(folder, { compilerOptions, files: Object.keys(files) });
    return found.map(({ file, line, message }) => `${file} ${line}: ${message}`);
  };

  before(async () => {
    const { directory, manifest } = await installed();
    for (const { specifier, types } of entries(manifest))
      exported.set(specifier, exportsOf(join(directory, types)));
    expect(exported.get('pagewalk/paging')).to.include('export const at = returned(entry.at);');
  });

  for (const resolution of Object.keys(resolutions) as ReadonlyArray<Resolution>) {
    it(`has names for the declarations of a project with ${resolution} resolution`, async () =>
      expect(await errors(`declarations-${resolution}`, resolution)).to.deep.equal([]));
  }

  it('has them where the project cannot import fp-ts and io-ts, as with pnpm', async () => {
    const { directory, manifest } = await installed();
    // Beside the consumer project, which has them.
    const modules = join(await project('../strict', {}), 'node_modules');
    await cp(directory, join(modules, 'pagewalk'), { recursive: true });
    for (const name of Object.keys({
      ...manifest.dependencies,
      ...manifest.peerDependencies,
      '@types/node': '',
    })) {
      const inside = ['fp-ts', 'io-ts'].includes(name)
        ? join(modules, 'pagewalk/node_modules')
        : modules;
      await linkModule(inside, name);
    }
    // The codecs of the package are of io-ts: who exports one of them has installed it.
    expect(await errors('../strict', 'bundler', (line) => line.includes('returned'))).to.deep.equal(
      [],
    );
  });
});
