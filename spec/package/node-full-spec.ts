import { expect } from 'chai';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundle } from './support/bundle';
import { entries } from './support/Manifest';
import { moduleExports } from './support/moduleExports';
import { type Finished, printedBy, runNode } from './support/run';
import { installed, project } from './support/tarball';

/** Runs a program in the consumer project with plain Node. */
const node = async (file: string, source: string): Promise<Finished> => {
  const folder = await project('node', { [file]: source });
  return runNode([file], folder);
};

const output = async (file: string, source: string): Promise<string> => {
  const { code, stdout, stderr } = await node(file, source);
  if (code !== 0) throw new Error(`${file} failed\n${stderr}`);
  return stdout;
};

// What Node adds to the names of a CommonJS module: no names of the package.
const names = `(module) => JSON.stringify(
  Object.keys(module).filter((name) => !['default', '__esModule', 'module.exports'].includes(name)).sort())`;

/** Angular's packages are compiled in part only, and where no build finishes them the compiler has to come first. */
const needs = (specifier: string): ReadonlyArray<string> =>
  /\/angular\b/.test(specifier) ? ['@angular/compiler'] : [];

const importsFor = (specifier: string): string =>
  needs(specifier)
    .map((name) => `import '${name}';`)
    .join('');

const imported = async (specifier: string): Promise<unknown> => {
  const program = `import * as entry from '${specifier}'; console.log((${names})(entry));`;
  return JSON.parse(await output('names.mjs', importsFor(specifier) + program));
};

const required = async (specifier: string): Promise<unknown> => {
  const requires = needs(specifier).map((name) => `require('${name}');`);
  const program = `console.log((${names})(require('${specifier}')));`;
  return JSON.parse(await output('names.cjs', requires.join('') + program));
};

/** A program that prints the names which import and require find with different values. */
const printDifferent = (specifier: string): string => `${importsFor(specifier)}
  import { createRequire } from 'node:module';
  import * as imported from '${specifier}';
  const required = createRequire(import.meta.url)('${specifier}');
  console.log(Object.keys(required).filter((name) => imported[name] !== required[name]).join());`;

describe('plain Node', () => {
  it('requires the chunks that are loaded late: to import them would parse them twice', async () => {
    const { directory } = await installed();
    const folder = join(directory, 'dist/cjs');
    const files = (await readdir(folder, { recursive: true })).filter((name) =>
      name.endsWith('.js'),
    );
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
    expect(texts.filter((text) => /\bimport\(["'`]\./.test(text))).to.have.length(0);
    expect(texts.filter((text) => text.includes('.then(() => require("'))).to.not.have.length(0);
  });

  it('imports from every entry exactly the names that its types declare', async () => {
    const { directory, manifest } = await installed();
    for (const { specifier, types } of entries(manifest)) {
      const values = moduleExports(join(directory, types)).names.filter(({ isValue }) => isValue);
      const declared = values.map(({ name }) => name).sort();
      expect(declared, specifier).to.not.be.empty;
      expect(await imported(specifier), `import ${specifier}`).to.deep.equal(declared);
      expect(await required(specifier), `require ${specifier}`).to.deep.equal(declared);
    }
  });

  it('gives import and require the same objects: there is one instance of the package', async () => {
    const { manifest } = await installed();
    for (const { specifier } of entries(manifest)) {
      expect(await output('identity.mjs', printDifferent(specifier)), specifier).to.equal('\n');
    }
  });

  it('takes an auth of the ES build in a client of the CommonJS build', async () => {
    const { code } = await bundle('auth', "export { bearer } from 'pagewalk';", ['rxjs']);
    const folder = await project('node', {
      'auth.mjs': code,
      'formats.mjs': `
        import { bearer } from './auth.mjs';
        import * as required from 'pagewalk';
        import { BehaviorSubject, NEVER } from 'rxjs';
        for (const source of ['a', () => ['b'], new BehaviorSubject('c')]) {
          const transport = ({ headers }) => { console.log(headers.authorization); return NEVER; };
          const client = required.createClient({ transport, auth: bearer(source) });
          client.list({ ontologyRid: 'ontology', objectType: 'employee' }).subscribe();
        }
        console.log(bearer === required.bearer);`,
    });
    expect(await printedBy('formats.mjs', folder)).to.equal(
      'Bearer a\nBearer b\nBearer c\nfalse\n',
    );
  });

  it('refuses a name that the package lacks, and a path that it does not export', async () => {
    expect((await node('absent.mjs', "import { absent } from 'pagewalk';")).stderr).to.include(
      'absent',
    );
    expect((await node('deep.cjs', "require('pagewalk/dist/cjs/index.js');")).stderr).to.include(
      'ERR_PACKAGE_PATH_NOT_EXPORTED',
    );
  });

  it('would show two instances as such', async () => {
    const folder = await project('two-instances', {
      'node_modules/twice/package.json': JSON.stringify({
        exports: { import: './a.mjs', require: './a.cjs' },
      }),
      'node_modules/twice/a.mjs': 'export const name = () => 1;',
      'node_modules/twice/a.cjs': 'exports.name = () => 1;',
      'identity.mjs': printDifferent('twice'),
    });
    expect(await printedBy('identity.mjs', folder)).to.equal('name\n');
  });
});
