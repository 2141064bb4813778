import { expect } from 'chai';
import { basename } from 'node:path';
import {
  compile,
  type Compiler,
  type Diagnostic,
  diagnostics,
  resolutions,
} from '../support/compile';
import { programOf } from '../support/programOf';
import { project } from '../support/tarball';

/** Another one is given by `npm run nightly -- typescript`. */
const { PAGEWALK_TYPESCRIPT: given } = process.env;
const compilers: ReadonlyArray<Compiler> = given
  ? [given]
  : ['typescript', 'typescript-6', 'typescript-7'];

// Nothing of Node is there, and every declaration is checked, the package's own included. Declarations are written too, for
// which the compiler must be able to name what it infers.
const options = {
  strict: true,
  declaration: true,
  emitDeclarationOnly: true,
  rootDir: '.',
  outDir: 'out',
  target: 'es2022',
  lib: ['es2022', 'dom'],
  types: [],
  skipLibCheck: false,
};

const linesRefused = programOf('wrong')
  .split('\n')
  .flatMap((line, index) => (line.endsWith('// refused') ? [index + 1] : []));

const programs = ['right', 'wrong', 'inferred'] as const;

const lines = (file: string, found: ReadonlyArray<Diagnostic>): ReadonlyArray<number> => {
  const inFile = found.filter((diagnostic) => diagnostic.file === file).map(({ line }) => line);
  return [...new Set(inFile)].sort((a, b) => a - b);
};

for (const compiler of compilers) {
  for (const [moduleResolution, { module, extensions }] of Object.entries(resolutions)) {
    describe(`the published types under ${compiler} with ${moduleResolution} resolution`, () => {
      const filesOf = (name: string): ReadonlyArray<string> =>
        extensions.map((extension) => `${name}.${extension}`);
      let found: ReadonlyArray<Diagnostic>;

      before(async () => {
        const folder = `types-${basename(compiler)}-${moduleResolution}`;
        for (const name of programs) {
          for (const file of filesOf(name)) await project(folder, { [file]: programOf(name) });
        }
        const compilerOptions = { ...options, module, moduleResolution };
        found = await compile(
          folder,
          { compilerOptions, files: programs.flatMap(filesOf) },
          compiler,
        );
      });

      it('fit a typical program, each other and those of the peers', () => {
        const others = [...filesOf('wrong'), ...filesOf('inferred')];
        expect(found.filter(({ file }) => !others.includes(file))).to.deep.equal([]);
      });

      it('refuse every mistake and nothing else', () => {
        for (const file of filesOf('wrong'))
          expect(lines(file, found), file).to.deep.equal(linesRefused);
      });

      it('can all be named in the declarations of what a user exports', () =>
        expect(found.filter(({ file }) => filesOf('inferred').includes(file))).to.deep.equal([]));
    });
  }
}

describe('a snapshot in an endpoint of revision 2.0', () => {
  it('is refused by the compiler in words that a person reads', async () => {
    const endpointOf = (revision: string, snapshot: boolean): string =>
      `endpoint({ name: 'a', revision: '${revision}', method: 'GET', path: '/a', snapshot: ${snapshot} });\n`;
    const lines = endpointOf('1.0', true) + endpointOf('2.0', false) + endpointOf('2.0', true);
    await project('snapshot-rule', {
      'program.mts': `import { endpoint } from 'pagewalk';\n${lines}`,
    });
    const compilerOptions = { ...options, module: 'nodenext', skipLibCheck: true };
    const [found, ...more] = await compile('snapshot-rule', {
      compilerOptions,
      files: ['program.mts'],
    });
    expect(found).to.include({ file: 'program.mts', line: 4 });
    expect(found?.message).to.match(
      /'true' is not assignable to type '.*RevisionTwoHasNoSnapshot\b/,
    );
    expect(more).to.deep.equal([]);
  });
});

describe('the errors of a compiler', () => {
  it('are read with their file, line and reasons', () => {
    const printed =
      'a/b.mts(12,3): error TS1: Wrong.\n  Because.\nerror TS2: No input.\nFound 2 errors.\n';
    expect(diagnostics(printed)).to.deep.equal([
      { file: 'a/b.mts', line: 12, message: 'TS1: Wrong.\n  Because.' },
      { file: '', line: 0, message: 'TS2: No input.' },
    ]);
  });
});
