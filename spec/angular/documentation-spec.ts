import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fencedBlocks } from '../package/examples/fencedBlocks';
import { root, textFiles } from '../textFiles';

// Components cannot run in Node. They are files of the example applications, whose builds compile them, and are shown here.
const documents: Readonly<Record<string, string>> = {
  'README.md': readFileSync(join(root, 'README.md'), 'utf8'),
  ...textFiles('docs', '.md'),
};
const shown = Object.entries(documents).flatMap(([origin, text]) =>
  fencedBlocks(text)
    .filter(({ info }) => info === 'angular-ts')
    .map(({ code, line }) => {
      const [, path = ''] = /^\/\/ (\S+)\n/.exec(code) ?? [];
      return { place: `${origin}:${line}`, path, code: `${code.slice(code.indexOf('\n') + 1)}\n` };
    }),
);
const files = textFiles('examples/angular/src', '.ts');
const shownOnly = Object.keys(files).filter((path) =>
  path.startsWith('examples/angular/src/docs/'),
);

describe('the components in the documentation', () => {
  for (const { place, path, code } of shown) {
    it(`${place} is ${path}`, () => expect(code).to.equal(files[path]));
  }

  it('import nothing that a reader does not have', () => {
    // The CLI writes the routes, and the styles are in a block of their own.
    const byOthers = ['app.routes', 'employees.css'];
    const nameOf = (path: string): string => path.split('/').at(-1)?.replace(/\.ts$/, '') ?? '';
    const known = new Set([...shown.map(({ path }) => nameOf(path)), ...byOthers]);
    const missing = shown.flatMap(({ place, code }) =>
      [...code.matchAll(/(?:from|styleUrl:) '(\.[^']+)'/g)]
        .filter(([, path = '']) => !known.has(nameOf(path)))
        .map(([text]) => `${place} ${text}`),
    );
    expect(missing).to.deep.equal([]);
    expect(documents['docs/guides/angular.md']).to.match(/`employees\.css`[^]+?```css\n/);
  });

  it('are all that is compiled for it', () => {
    expect(shown.map(({ path }) => path)).to.include.members(shownOnly);
    expect(shownOnly).to.not.be.empty;
  });
});
