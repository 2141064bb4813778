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
  it('shows what walk says about such an API', async () => {
    const item = (id: number) => ({ id, title: `Issue ${id}` });
    const shown = fencedBlocks(readme).find(({ code }) => code.startsWith('$ npx pagewalk walk'));
    const [command = '', ...lines] = (shown?.code ?? '').split('\n');
    const { code, stdout, stderr } = await withServer(
      ({ headers, url }, response) => {
        const first = url?.includes('page=2') === true ? 30 : 0;
        const link = `<http://${headers.host ?? ''}/repos/octokit/rest.js/issues?page=2>; rel="next"`;
        response.writeHead(200, { 'content-type': 'application/json', link });
        response.end(JSON.stringify(Array.from({ length: 30 }, (_, id) => item(first + id))));
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
