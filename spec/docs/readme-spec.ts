import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../cli/support/runCommand';
import { fencedBlocks } from '../package/examples/fencedBlocks';
import { withServer } from '../support/withServer';
import { root } from '../textFiles';
import { pages } from './pages';

const readme = pages['README.md'] ?? '';
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
};

describe('the readme', () => {
  it('is read in two minutes: at most 950 words', () =>
    expect(readme.split(/\s+/).filter(Boolean)).to.have.lengthOf.within(1, 950));

  it('begins with four bullets, a walk that recovers, the install line, the two commands, and both ways to walk beside each other', () => {
    const screen = readme.slice(0, readme.indexOf('\n## '));
    expect(screen.match(/^- /gm)).to.have.lengthOf.within(1, 4);
    const [, picture = ''] = /!\[.*\]\((docs\/.*\.svg)\)/.exec(screen) ?? [];
    expect(readFileSync(join(root, picture), 'utf8')).to.match(
      /a 503, a 429[^]*npx pagewalk walk [^]*Killed/,
    );
    const [install, rxjs, loop, shell, api, ...more] = fencedBlocks(screen);
    expect(install?.code.trim()).to.match(
      /^npm install pagewalk rxjs\nnpm ci && npm start\b.*\nnpm ci && npm test\b.*$/,
    );
    expect(screen).to.match(/<td>\s+```ts no-run[^]+<\/td><td>\s+```ts no-run[^]+<\/td>/);
    expect(rxjs?.code).to.include('.subscribe(');
    expect(loop?.code).to.include('for await (');
    // A cell of half the width has room for this many characters; what is longer would be cut off.
    const lines = `${rxjs?.code}\n${loop?.code}`.split('\n');
    expect(lines.filter(({ length }) => length > 44)).to.deep.equal([]);
    expect(shell?.code).to.match(/^\$ npx pagewalk walk https:\/\/api\.github\.com\//);
    expect(api?.code).to.include('https://api.github.com');
    expect(more).to.deep.equal([]);
    for (const word of ['Object Query Service', 'valve', 'ontology', 'platform'])
      expect(screen).to.not.include(word);
  });

  it('shows what walk says about such an API', async () => {
    const item = (id: number) => ({ id, title: `Issue ${id}` });
    const shown = fencedBlocks(readme).find(({ code }) => code.startsWith('$ npx pagewalk walk'));
    const [command = '', ...lines] = (shown?.code ?? '').split('\n');
    const { code, stdout, stderr } = await withServer(
      ({ headers }, response) => {
        const link = `<http://${headers.host ?? ''}/repos/octokit/rest.js/issues?page=2>; rel="next"`;
        response.writeHead(200, { 'content-type': 'application/json', link });
        response.end(JSON.stringify(Array.from({ length: 30 }, (_, id) => item(id))));
      },
      (url) =>
        runCommand(['walk', command.replace('$ npx pagewalk walk https://api.github.com', url)]),
    );
    expect({ code, lines: `${stderr}${stdout}`.trimEnd().split('\n') }).to.deep.equal({
      code: 0,
      lines,
    });
  });

  it('names every entry of the package', () => {
    const entries = Object.keys(manifest.exports)
      .filter((entry) => !entry.endsWith('.json'))
      .map((entry) => entry.replace('.', manifest.name));
    expect(entries.filter((entry) => !readme.includes(`| \`${entry}\``))).to.deep.equal([]);
    expect(entries).to.include(manifest.name);
  });

  it('leads to the map of the documentation', () => expect(readme).to.include('](docs/README.md)'));
});
