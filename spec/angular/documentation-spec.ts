import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fencedBlocks } from '../package/fencedBlocks';
import { root, textFiles } from '../textFiles';

// Components cannot run in Node. They are files of the example application, which its build compiles, and are shown here.
const documents = { 'README.md': readFileSync(join(root, 'README.md'), 'utf8'), ...textFiles('docs', '.md') };
const shown = Object.entries(documents).flatMap(([origin, text]) =>
  fencedBlocks(text)
    .filter(({ info }) => info === 'angular-ts')
    .map(({ code, line }) => {
      const [, path = ''] = /^\/\/ (\S+)\n/.exec(code) ?? [];
      return { place: `${origin}:${line}`, path, code: `${code.slice(code.indexOf('\n') + 1)}\n` };
    }),
);
const files = textFiles('examples/angular/src/docs', '.ts');

describe('the components in the documentation', () => {
  for (const { place, path, code } of shown) {
    it(`${place} is ${path}`, () => {
      expect(code).to.equal(files[path]);
    });
  }

  it('are all that is compiled for it', () => {
    expect([...new Set(shown.map(({ path }) => path))]).to.have.members(Object.keys(files));
    expect(shown).to.not.be.empty;
  });
});
