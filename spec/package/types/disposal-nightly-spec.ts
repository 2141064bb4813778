import { expect } from 'chai';
import { join } from 'node:path';
import { compile } from '../support/compile';
import { printedBy } from '../support/run';
import { project } from '../support/tarball';

const loop = `
import { concat, finalize, NEVER, of } from 'rxjs';
import { toAsyncIterable } from 'pagewalk';

const source = concat(of(1), NEVER).pipe(finalize(() => console.log('left')));
`;

const using = `${loop}
const main = async () => {
  await using values = toAsyncIterable((_) => source, { signal: new AbortController().signal });
  console.log((await values.next()).value);
};
void main();
`;

const without = `${loop}
const values: AsyncIterableIterator<number> = toAsyncIterable((_) => source);
values.next().then(({ value }) => {
  console.log(value);
  return values.return?.();
});
`;

const libraries = {
  'lib esnext': { program: using, lib: ['esnext', 'dom'], types: [] },
  'the types of Node': { program: using, lib: ['es2022'], types: ['node'] },
  'lib es2022, which does not know of it': { program: without, lib: ['es2022', 'dom'], types: [] },
};

describe('the published types of await using', () => {
  for (const [name, { program, lib, types }] of Object.entries(libraries)) {
    it(`compile with ${name}, and the program runs`, async () => {
      const folder = `disposal-${lib.join('-')}-${types.join('-')}`;
      const path = await project(folder, { 'program.mts': program });
      const compilerOptions = {
        strict: true,
        target: 'es2022',
        module: 'nodenext',
        lib,
        types,
        outDir: 'out',
      };
      expect(await compile(folder, { compilerOptions, files: ['program.mts'] })).to.deep.equal([]);
      expect(await printedBy(join('out', 'program.mjs'), path)).to.equal('1\nleft\n');
    });
  }
});
