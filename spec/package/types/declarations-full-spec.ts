import { expect } from 'chai';
import { join } from 'node:path';
import { compile } from '../support/compile';
import { entries } from '../support/Manifest';
import { moduleExports } from '../support/moduleExports';
import { installed, project } from '../support/tarball';

const resolutions = {
  node16: { module: 'node16', extensions: ['mts', 'cts'] },
  nodenext: { module: 'nodenext', extensions: ['mts', 'cts'] },
  bundler: { module: 'esnext', extensions: ['ts'] },
};

/** A module that exports what the functions of an entry return, and its other values, as inference has them. */
const exporting = (specifier: string, types: string): string => {
  const { names, checker } = moduleExports(types);
  const values = names.filter(({ isValue }) => isValue);
  const lines = values.map(({ name, symbol }) => {
    const isCalled = checker.getTypeOfSymbol(symbol).getCallSignatures().length > 0;
    return `export const ${name} = ${isCalled ? 'returned' : ''}(entry.${name});`;
  });
  const returned = 'declare const returned: <R>(call: (...args: never) => R) => R;';
  return [`import * as entry from '${specifier}';`, returned, ...lines].join('\n');
};

describe('what a public function returns', () => {
  const modules: Record<string, string> = {};

  before(async () => {
    const { directory, manifest } = await installed();
    for (const { specifier, types } of entries(manifest)) {
      modules[specifier.replaceAll('/', '-')] = exporting(specifier, join(directory, types));
    }
    expect(modules['pagewalk-paging']).to.include('export const at = returned(entry.at);');
  });

  for (const [moduleResolution, { module, extensions }] of Object.entries(resolutions)) {
    it(`has names for the declarations of a project with ${moduleResolution} resolution`, async () => {
      const folder = `declarations-${moduleResolution}`;
      const written = { declaration: true, emitDeclarationOnly: true, rootDir: '.', outDir: 'out' };
      const target = { strict: true, target: 'es2022', lib: ['es2022', 'dom'], types: ['node'], skipLibCheck: true };
      const files = Object.fromEntries(
        Object.entries(modules).flatMap(([name, text]) =>
          extensions.map((extension) => [`${name}.${extension}`, text]),
        ),
      );
      await project(folder, files);
      const compilerOptions = { ...written, ...target, module, moduleResolution };
      const found = await compile(folder, { compilerOptions, files: Object.keys(files) });
      expect(found.map(({ file, line, message }) => `${file} ${line}: ${message}`)).to.deep.equal([]);
    });
  }
});
