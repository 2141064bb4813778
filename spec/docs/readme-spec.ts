import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fencedBlocks } from '../package/examples/fencedBlocks';
import { root } from '../textFiles';
import { pages } from './pages';

const readme = pages['README.md'] ?? '';
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
};

describe('the readme', () => {
  it('is read in two minutes: below 10,000 bytes', () => {
    expect(Buffer.byteLength(readme)).to.be.within(1, 9_999);
  });

  it('begins with what a service is and a page of it, at most four bullets, a few lines of code and the two commands', () => {
    const screen = readme.slice(0, readme.indexOf('\n## '));
    const [page, code, commands, ...more] = fencedBlocks(screen);
    expect(screen).to.include('Object Query Service').and.include('other paginated API').and.include('`Left`');
    expect(Object.keys(JSON.parse(page?.code ?? '') as object)).to.deep.equal(['data', 'nextPageToken']);
    expect(screen.match(/^- /gm)).to.have.lengthOf.within(1, 4);
    expect(code?.info).to.equal('ts');
    expect(code?.code.split('\n')).to.have.lengthOf.within(1, 6);
    expect(more).to.deep.equal([]);
    expect(commands?.code).to.match(/^npm ci && npm start\b.*\nnpm ci && npm test\b.*$/);
  });

  it('names every entry of the package', () => {
    const entries = Object.keys(manifest.exports)
      .filter((entry) => !entry.endsWith('.json'))
      .map((entry) => entry.replace('.', manifest.name));
    expect(entries.filter((entry) => !readme.includes(`| \`${entry}\``))).to.deep.equal([]);
    expect(entries).to.include(manifest.name);
  });

  it('leads to the map of the documentation', () => {
    expect(readme).to.include('](docs/README.md)');
  });
});
