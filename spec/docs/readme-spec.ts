import { expect } from 'chai';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runCommand } from '../cli/support/runCommand';
import { fencedBlocks } from '../package/examples/fencedBlocks';
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

  it('begins with an API that everybody knows, in seven lines and from a shell, a picture, and at most four bullets', () => {
    const screen = readme.slice(0, readme.indexOf('\n## '));
    const [code, shell, ...more] = fencedBlocks(screen);
    expect(code?.info).to.equal('ts no-run');
    expect(code?.code).to.include('https://api.github.com');
    expect(code?.code.split('\n').filter((line) => line !== '')).to.have.lengthOf.within(1, 7);
    for (const door of ['.subscribe(', 'for await (']) expect(code?.code).to.include(door);
    expect(shell?.code).to.match(/^\$ npx pagewalk walk https:\/\/api\.github\.com\//);
    expect(more.map(({ code }) => code.trim())).to.deep.equal(['npm install pagewalk rxjs']);
    const [, picture = ''] = /!\[.*\]\((docs\/.*\.svg)\)/.exec(screen) ?? [];
    expect(readFileSync(join(root, picture), 'utf8')).to.include('npx pagewalk walk ');
    expect(screen.match(/^- /gm)).to.have.lengthOf.within(1, 4);
    for (const word of ['Object Query Service', 'valve', 'ontology', 'platform']) expect(screen).to.not.include(word);
  });

  it('shows what walk says about such an API', async () => {
    const item = (id: number) => ({ id, title: `Issue ${id}` });
    const server = createServer(({ headers }, response) => {
      const link = `<http://${headers.host ?? ''}/repos/octokit/rest.js/issues?page=2>; rel="next"`;
      response.writeHead(200, { 'content-type': 'application/json', link });
      response.end(JSON.stringify(Array.from({ length: 30 }, (_, id) => item(id))));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const [, shown] = fencedBlocks(readme);
    const [command = '', ...lines] = (shown?.code ?? '').split('\n');
    const url = command.replace('$ npx pagewalk walk https://api.github.com', `http://127.0.0.1:${port}`);
    const { code, stdout, stderr } = await runCommand(['walk', url]);
    server.close();
    expect({ code, lines: `${stderr}${stdout}`.trimEnd().split('\n') }).to.deep.equal({ code: 0, lines });
  });

  it('has the two commands', () => {
    const commands = fencedBlocks(readme).find(({ code }) => code.includes('npm start'));
    expect(commands?.code.trim()).to.match(/^npm ci && npm start\b.*\nnpm ci && npm test\b.*$/);
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
