import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { createInterface } from 'node:readline';
import { bundle, folders, gzipped } from './support/bundle';
import { installed } from './support/tarball';

const panel = "import { showWalks } from 'pagewalk/devtools'; console.log(showWalks);";

describe('pagewalk/devtools', () => {
  it('needs no package at all, and brings nothing but the panel', async function () {
    const found = await bundle('devtools', panel);
    expect(found.imports).to.deep.equal([]);
    // And what refuses an option that is misspelt.
    const others = folders(/pagewalk\/dist\/[^/]+\/(?!devtools\/).+/, found);
    expect(others.map((path) => posix.basename(path))).to.deep.equal(['optionChecks.js']);
    const bytes = gzipped(found.code);
    if (this.test) this.test.title += `: ${bytes} bytes`;
    expect(bytes).to.be.at.most(14_200);
  });

  it('is in no bundle of another entry', async () => {
    for (const entry of ['pagewalk', 'pagewalk/testing', 'pagewalk/paging']) {
      const found = await bundle(
        'others',
        `import * as entry from '${entry}'; console.log(entry);`,
      );
      expect(folders(/pagewalk\/dist\/[^/]+\/devtools\b/, found), entry).to.deep.equal([]);
    }
  });
});

/** Starts the installed command, and says what its first line says. */
const withCommand = async (
  args: ReadonlyArray<string>,
  act: (line: string) => Promise<void>,
): Promise<void> => {
  const { consumer, directory, manifest } = await installed();
  const command = [join(directory, manifest.bin?.pagewalk ?? ''), ...args];
  const child = spawn(process.execPath, command, {
    cwd: consumer,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  try {
    const [line] = (await once(createInterface(child.stderr), 'line')) as [string];
    await act(line);
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    await ended;
  }
};

describe('the installed pagewalk show', () => {
  it('serves the page and every module that it imports', async () => {
    const { consumer } = await installed();
    const file = join(consumer, 'run.events');
    await writeFile(file, '');
    await withCommand(['show', file], async (line) => {
      const [url = ''] = /http:\S+/.exec(line) ?? [];
      const [, first = ''] =
        /<script type="module" src="([^"]+)"/.exec(await (await fetch(url)).text()) ?? [];
      const read = new Set<string>();
      const waiting = [first];
      for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
        if (read.has(path)) continue;
        read.add(path);
        const response = await fetch(url + path);
        expect(response.status, path).to.equal(200);
        const text = await response.text();
        for (const [, specifier = ''] of text.matchAll(/(?:from|import)\s*['"]([^'"]+)['"]/g)) {
          expect(specifier).to.match(/^\.\.?\//);
          waiting.push(posix.join(posix.dirname(path), specifier));
        }
      }
      expect(read.size).to.be.above(10);
      expect([...read]).to.include('code/view/panel');
    });
  });
});
