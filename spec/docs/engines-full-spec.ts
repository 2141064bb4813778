import { expect } from 'chai';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from '../../src/service/index';
import { startExampleServer } from '../package/examples/exampleServer';
import { engineExamplesIn, examplesIn, expectedLogs, moduleOf } from '../package/examples/examples';
import { withDatabase } from '../stores/postgres/support/withDatabase';
import { root } from '../textFiles';
import { pages } from './pages';

const guide = 'docs/guides/engines.md';
const folder = join(root, 'examples/engines');
const sources = join(folder, '.cache');

const examples = engineExamplesIn(guide, pages[guide] ?? '');
const api = examplesIn('', pages['docs/getting-started.md'] ?? '').find(
  ({ file }) => file === 'api.mts',
);

/** The files are modules with the extension `ts`: their imports name `./api.js`. */
const nameOf = (file: string): string => file.replace(/\.mts$/, '.ts');

const program = (args: ReadonlyArray<string>, cwd: string) =>
  spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });

describe(guide, () => {
  let service: Service;
  let compiled: string;

  before(async () => {
    const { status, stderr } = spawnSync('npm', ['ci', '--loglevel', 'error'], {
      cwd: folder,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    if (status !== 0) throw new Error(`npm ci in examples/engines failed\n${stderr}`);
    service = await startExampleServer();
    rmSync(sources, { recursive: true, force: true });
    mkdirSync(sources);
    const located = (text: string) => text.replaceAll('http://127.0.0.1:8080', service.url);
    writeFileSync(join(sources, 'package.json'), '{ "type": "module" }\n');
    const compilerOptions = { noEmit: true, types: ['node'], noUnusedLocals: false };
    writeFileSync(
      join(sources, 'tsconfig.json'),
      JSON.stringify({ extends: '../../../tsconfig.json', compilerOptions, include: ['*.ts'] }),
    );
    writeFileSync(join(sources, 'api.ts'), located(api?.code ?? ''));
    for (const example of examples)
      writeFileSync(join(sources, nameOf(example.file)), located(moduleOf(example)));
    compiled = program([join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], sources).stdout;
  });

  after(() => service.close());

  it('has code for the engines that are locked, and names their versions', () => {
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      dependencies: Readonly<Record<string, string>>;
    };
    for (const [engine, version] of Object.entries(dependencies)) {
      expect(examples.some(({ code }) => code.includes(`from '${engine}'`))).to.equal(true);
      expect(pages[guide]).to.include(version);
    }
  });

  it('compiles', () => expect(compiled).to.equal(''));

  // What prints nothing is imported by the others.
  for (const { file, line, code } of examples.filter((one) => one.code.includes('// Logs:'))) {
    it(`line ${line} runs, and prints what it says`, () =>
      withDatabase(async ({ url }) => {
        const child = spawn(
          process.execPath,
          // DBOS 5.3 queries pg as pg 9 will refuse.
          ['--disable-warning=DeprecationWarning', '--import', 'tsx', nameOf(file)],
          { cwd: sources, env: { ...process.env, DATABASE_URL: url }, stdio: 'pipe' },
        );
        let printed = '';
        let failed = '';
        child.stdout.on('data', (chunk) => (printed += String(chunk)));
        child.stderr.on('data', (chunk) => (failed += String(chunk)));
        const [status] = (await once(child, 'close')) as [number | null];
        expect(failed).to.equal('');
        expect(printed).to.equal(expectedLogs(code));
        expect(status).to.equal(0);
      }));
  }
});
