import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderedFolder } from './RenderedExample';

interface Stats {
  readonly outputs: Readonly<Record<string, { readonly inputs: Readonly<Record<string, { bytesInOutput: number }>> }>>;
}

const { outputs } = JSON.parse(readFileSync(join(renderedFolder, 'dist/stats.json'), 'utf8')) as Stats;

/** What is in a file of the build, beside its own name. */
const inputsOf = (name: string): ReadonlyArray<string> =>
  Object.entries(outputs[name]?.inputs ?? {})
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => path);

const filesIn = (folder: 'browser' | 'server', end: string): Readonly<Record<string, string>> => {
  const path = join(renderedFolder, 'dist', folder);
  const names = readdirSync(path).filter((name) => name.endsWith(end));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(path, name), 'utf8')]));
};

const pagewalk = /node_modules\/pagewalk\/dist\/(\w+)\//;

describe('the bundles of an application that is rendered on the server', () => {
  it('hold ES modules of pagewalk, and one copy of it, on the server too', () => {
    for (const name of ['main.server.mjs', 'main.js']) {
      const copies = new Set(inputsOf(name).flatMap((path) => pagewalk.exec(path)?.[1] ?? []));
      expect([...copies]).to.deep.equal(['esm']);
    }
  });

  it('hold no axios', () => {
    expect(
      Object.keys(outputs)
        .flatMap(inputsOf)
        .filter((path) => path.includes('axios')),
    ).to.deep.equal([]);
    const files = { ...filesIn('server', '.mjs'), ...filesIn('browser', '.js') };
    expect(files).to.include.keys('main.server.mjs', 'server.mjs', 'main.js');
    for (const text of Object.values(files)) expect(text).to.not.match(/axios/i);
  });

  it('hold for the browser nothing that is the server’s', () => {
    const said = 'the visitor for whom the page was rendered has left';
    expect(filesIn('server', '.mjs')['main.server.mjs']).to.include(said);
    expect(filesIn('browser', '.js')['main.js']).to.not.include(said);
  });
});
