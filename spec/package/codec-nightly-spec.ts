import { expect } from 'chai';
import fc from 'fast-check';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { isCodecName } from '../../src/cli/codec/moduleText';
import { anyObjects, hostileNames } from '../cli/codec/support/anyObjects';
import { printed } from '../cli/codec/support/printed';
import { seed } from '../support/seed';
import { root } from '../textFiles';
import { runNode } from './support/run';

const folder = join(root, '.cache', 'codec');
const formats = ['io-ts', 'zod'] as const;

// Stricter than --strict: projects with these settings compile the module, too.
const options: ts.CompilerOptions = {
  strict: true,
  noUnusedLocals: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  declaration: true,
  module: ts.ModuleKind.Node20,
  target: ts.ScriptTarget.ES2022,
  types: [],
  skipLibCheck: true,
  outDir: join(folder, 'out'),
};

/** Compiles files, given by name, in one go, and gives the errors. */
const compile = (name: string, files: Readonly<Record<string, string>>): ReadonlyArray<string> => {
  const directory = join(folder, name);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const paths = Object.entries(files).map(([file, text]) => {
    writeFileSync(join(directory, file), text);
    return join(directory, file);
  });
  const program = ts.createProgram(paths, {
    ...options,
    rootDir: directory,
    outDir: join(directory, 'out'),
  });
  const { diagnostics } = program.emit();
  return [...ts.getPreEmitDiagnostics(program), ...diagnostics].map(({ file, messageText }) => {
    const message = ts.flattenDiagnosticMessageText(messageText, '\n');
    return `${relative(directory, file?.fileName ?? '')}: ${message}\n${file?.text ?? ''}`;
  });
};

/** The module of each format as an ES module and as a CommonJS module. */
const modulesOf = (
  stem: string,
  objects: ReadonlyArray<unknown>,
  name = 'Thing',
  literals = false,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    formats.flatMap((as) => {
      const text = printed(as, objects, { name, literals });
      return ['mts', 'cts'].map((extension) => [`${stem}-${as}.${extension}`, text]);
    }),
  );

/** Loads each module as users do, with plain Node, and prints which of its objects it refuses. */
const checker = `
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const samples = JSON.parse(readFileSync('samples.json', 'utf8'));
let accepted = 0;
for (const [index, { name, objects }] of samples.entries()) {
  for (const as of ['io-ts', 'zod']) {
    const modules = [await import('./out/' + index + '-' + as + '.mjs'), require('./out/' + index + '-' + as + '.cjs')];
    for (const { [name]: codec } of modules) {
      for (const object of objects) {
        const isAccepted = as === 'io-ts' ? codec.is(object) && codec.decode(object)._tag === 'Right' : codec.safeParse(object).success;
        if (isAccepted) accepted += 1;
        else console.log(index, as, JSON.stringify(object));
      }
    }
  }
}
console.log(accepted);
`;

interface Sample {
  readonly name: string;
  readonly objects: ReadonlyArray<unknown>;
  readonly literals: boolean;
}

/** Compiles and loads the modules of many samples: what is wrong with them. */
const problemsOf = async (name: string, samples: ReadonlyArray<Sample>): Promise<string> => {
  const modules = samples.map((sample, index) =>
    modulesOf(String(index), sample.objects, sample.name, sample.literals),
  );
  const errors = compile(name, Object.assign({}, ...modules) as Readonly<Record<string, string>>);
  if (errors.length > 0) return errors.join('\n');
  writeFileSync(join(folder, name, 'samples.json'), JSON.stringify(samples));
  writeFileSync(join(folder, name, 'check.mjs'), checker);
  const { stdout, stderr } = await runNode(['check.mjs'], join(folder, name));
  const expected = samples.reduce(
    (sum, { objects }) => sum + 2 * formats.length * objects.length,
    0,
  );
  return stdout === `${expected}\n` ? '' : `${stdout}${stderr}`;
};

describe('the modules that codec prints', () => {
  after(() => rmSync(folder, { recursive: true, force: true }));

  it(`compile strictly as ES modules and as CommonJS, and accept what they were made of (PAGEWALK_SEED=${seed})`, async () => {
    const drawn = fc.sample(fc.tuple(anyObjects, fc.boolean()), { numRuns: 40, seed });
    const samples = drawn.map(([objects, literals]) => ({
      name: 'Thing',
      // The other process reads the objects as JSON, which has no numbers that are infinite.
      objects: JSON.parse(JSON.stringify(objects)) as ReadonlyArray<unknown>,
      literals,
    }));
    const wide = Array.from({ length: 1_900 }, (_, index) => [
      `p${index}`,
      index % 2 === 0 ? null : `${index}`,
    ]);
    const hostile = Object.fromEntries(hostileNames.map((name) => [name, name]));
    const handmade = [
      { name: 'Thing', objects: [hostile, {}, { inner: hostile }, { inner: {} }], literals: true },
      { name: 'Thing', objects: [Object.fromEntries(wide), {}], literals: false },
    ];
    expect(await problemsOf('any', [...samples, ...handmade])).to.equal('');
  });

  it('compile under every name that --name takes, keywords included', async () => {
    const keywords = Object.values(ts.SyntaxKind)
      .filter((kind) => typeof kind !== 'string')
      .filter((kind) => kind >= ts.SyntaxKind.FirstKeyword && kind <= ts.SyntaxKind.LastKeyword)
      .map((kind) => ts.tokenToString(kind) ?? '');
    expect(keywords).to.include.members(['class', 'string', 'await', 'of']);
    const others = [
      't',
      'z',
      'io',
      'zod',
      'own',
      'inherited',
      'exports',
      'arguments',
      'eval',
      'globalThis',
      'NaN',
    ];
    const globals = [
      'Object',
      'Array',
      'Promise',
      'Symbol',
      'Function',
      'Infinity',
      '__proto__',
      '__esModule',
    ];
    const names = [...keywords, ...others, ...globals, '$', '_', 'Größe', 'ﬀ'].filter(isCodecName);
    expect(names).to.include.members(['of', 'get', 't', 'Größe']);
    const objects: ReadonlyArray<object> = [{ constructor: 1, a: null }, { a: [{ b: 1 }] }];
    const samples = names.map((name) => ({ name, objects, literals: false }));
    expect(await problemsOf('names', samples)).to.equal('');
  });

  it('have a type that is that of the objects', () => {
    const objects = [
      { id: 1, name: [{ given: 'Ada' }], note: null, 'a-b': 'x', at: '2024-01-01' },
      { id: 2, name: [], note: 'x', 'a-b': true, at: '2024-01-02', extra: { deep: [1] } },
    ];
    const using = (as: string, extension: string): string =>
      [
        `import { Thing } from './type-${as}.${extension.replace('t', 'j')}';`,
        `export const all: ReadonlyArray<Thing> = ${JSON.stringify(objects)};`,
        'export const read = (thing: Thing): [number, string | null, string | boolean, string, number | undefined] => [',
        "  thing.id, thing.note, thing['a-b'], thing.at, thing.extra?.deep[0],",
        '];',
        'export const given = (thing: Thing): ReadonlyArray<string> => thing.name.map((name) => name.given);',
        '// @ts-expect-error: it may be null',
        'export const note = (thing: Thing): string => thing.note;',
        '// @ts-expect-error: it may be missing',
        'export const extra = (thing: Thing): object => thing.extra;',
        '// @ts-expect-error: no object had it',
        'export const none = (thing: Thing): unknown => thing.none;',
        '// @ts-expect-error: every object had it',
        `export const wrong: Thing = { id: 1, name: [], note: null, 'a-b': true };`,
      ].join('\n');
    const files = formats.flatMap((as) =>
      ['mts', 'cts'].map((ext) => [`using-${as}.${ext}`, using(as, ext)] as const),
    );
    expect(
      compile('types', { ...modulesOf('type', objects), ...Object.fromEntries(files) }),
    ).to.deep.equal([]);
  });

  it('would be seen not to compile if they did not', () =>
    expect(
      compile('wrong', {
        'a.mts': "import * as t from 'io-ts';\nexport const A: string = t.type({});\n",
      }),
    ).to.have.length(1));
});
