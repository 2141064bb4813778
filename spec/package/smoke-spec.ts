import { expect } from 'chai';
import { compile } from './support/compile';
import { oneWalk, oneWalkPrints } from './support/oneWalk';
import { programOf } from './support/programOf';
import { runNode } from './support/run';
import { project } from './support/tarball';

/** What a program prints in a project that has the packed package, under plain Node. */
const printed = async (file: string, source: string): Promise<string> => {
  const { code, stdout, stderr } = await runNode(
    [file],
    await project('smoke', { [file]: source }),
  );
  expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
  return stdout;
};

describe('the packed package', () => {
  it('walks a page in an ES module', async () => {
    const imports = `
      import { either } from 'fp-ts';
      import { createClient, rights } from 'pagewalk';
      import { of } from 'rxjs';
      const { right } = either;`;
    expect(await printed('walk.mjs', imports + oneWalk)).to.equal(oneWalkPrints);
  });

  it('walks a page in a CommonJS module', async () => {
    const imports = `
      const { right } = require('fp-ts/Either');
      const { createClient, rights } = require('pagewalk');
      const { of } = require('rxjs');`;
    expect(await printed('walk.cjs', imports + oneWalk)).to.equal(oneWalkPrints);
  });

  it('has types that fit a typical program in both kinds of modules', async () => {
    const files = ['right.mts', 'right.cts'];
    for (const file of files) await project('smoke-types', { [file]: programOf('right') });
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2022',
      strict: true,
      noEmit: true,
      types: [],
    };
    expect(await compile('smoke-types', { compilerOptions, files }, 'typescript-7')).to.deep.equal(
      [],
    );
  });
});
