import { expect } from 'chai';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Service, startService } from '../../../src/service/index';
import { examplesIn } from '../../package/examples/examples';
import { inDirectory } from '../../support/inDirectory';
import { root } from '../../textFiles';

const codeOf = (page: string, what: string): string =>
  examplesIn('', readFileSync(join(root, page), 'utf8')).find(({ code }) => code.includes(what))
    ?.code ?? '';

const sizeOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0);

describe('laws 17 and 18: the example of a JSON-lines file', () => {
  let service: Service;
  before(async () => (service = await startService({ token: 'secret' })));
  after(() => service.close());

  it('has every object once, in its order, after being killed at any moment', () =>
    inDirectory(async (directory) => {
      const written = (code: string): string =>
        code
          .replaceAll('http://127.0.0.1:8080', service.url)
          .replaceAll("'./api.js'", "'./api.ts'")
          .replaceAll(
            /'pagewalk(\/\w+)?'/g,
            (_, entry = '') => `'${join(root, 'src')}${entry}/index.ts'`,
          )
          .replaceAll(/'(fp-ts|io-ts|rxjs)'/g, (_, name: string) => `'${require.resolve(name)}'`);
      writeFileSync(
        join(directory, 'api.ts'),
        written(codeOf('docs/getting-started.md', '// api.ts')),
      );
      writeFileSync(
        join(directory, 'lines.mts'),
        written(codeOf('docs/guides/durable.md', 'issues.ndjson')),
      );
      const file = join(directory, 'issues.ndjson');
      const args = [
        '--import',
        join(root, 'node_modules', 'tsx', 'dist', 'loader.mjs'),
        'lines.mts',
      ];
      let later = 0;
      for (let kill = 0; kill < 12; kill++) {
        const before = sizeOf(file);
        if (before > 10_000) later += 1;
        const child = spawn(process.execPath, args, { cwd: directory, stdio: 'inherit' });
        const ended = once(child, 'exit');
        const isMore = () => sizeOf(file) > before + kill * 1_000 || child.exitCode !== null;
        while (!isMore()) await new Promise((resolve) => setTimeout(resolve, 1));
        child.kill('SIGKILL');
        await ended;
      }
      await promisify(execFile)(process.execPath, args, { cwd: directory });
      const ids = readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { readonly id: number }).id);
      expect(ids).to.deep.equal(Array.from({ length: 2_500 }, (_, index) => index + 1));
      expect(later).to.be.above(5);
    }));
});
