import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withServer } from '../support/withServer';
import { bin, runBin, runShell } from './support/bin';
import { withPages } from './support/pacedServer';
import { inDirectory } from '../support/inDirectory';

const lines = (text: string): ReadonlyArray<string> => text.split('\n').slice(0, -1);

describe('the bin, streaming', () => {
  for (const command of ['list', 'search', 'check']) {
    it(`${command} reaches the embedded service without the proxy that the environment names`, async () => {
      let requests = 0;
      const count: RequestListener = (_, response) => {
        requests += 1;
        response.writeHead(502).end();
      };
      await withServer(count, async (proxy) => {
        const names = [
          'http_proxy',
          'HTTP_PROXY',
          'https_proxy',
          'HTTPS_PROXY',
          'all_proxy',
          'ALL_PROXY',
        ];
        const env = {
          ...Object.fromEntries(names.map((name) => [name, proxy])),
          NODE_USE_ENV_PROXY: '1',
        };
        const options = command === 'check' ? [] : ['--limit', '150', '--quiet'];
        const { code, stdout, stderr } = await runBin([command, ...options], {
          ...env,
          no_proxy: '',
          NO_PROXY: '',
        });
        expect({ code, stderr, requests }).to.deep.equal({ code: 0, stderr: '', requests: 0 });
        expect(lines(stdout).length).to.be.above(20);
        // It is a proxy that a service elsewhere would be reached through.
        await runBin(
          ['list', '--attempts', '1', '--base-url', 'http://objects.invalid', 'ri.o', 'badge'],
          env,
        );
        expect(requests).to.equal(1);
      });
    });
  }

  it('an error of the walk is one line with its advice and exit code 1, and what was read is kept', async () => {
    const { code, stdout, stderr } = await runBin([
      'list',
      'ri.ontology.main',
      'event',
      '--format',
      'csv',
    ]);
    expect(code).to.equal(1);
    expect(stdout.split('\r\n')).to.have.length(10_000 + 2);
    expect(stdout.slice(0, stdout.indexOf('\r\n'))).to.equal('id,kind,employeeId,day');
    expect(stderr).to.match(
      /^pagewalk: RetrievalLimitExceeded: .*10000.*\npagewalk: --limit 10000 takes the first 10,000\n$/,
    );
  });

  it('--limit asks for no page that it does not need', () =>
    withPages({ size: 2 }, async (url, seen) => {
      const { code, stdout } = await runBin([
        'list',
        '--base-url',
        url,
        '--limit',
        '4',
        'ri.o',
        'badge',
      ]);
      expect({ code, objects: lines(stdout).length, requests: seen.requests }).to.deep.equal({
        code: 0,
        objects: 4,
        requests: 2,
      });
    }));

  for (const [command, what] of [
    ['list', 'the objects'],
    ['search --format csv', 'the objects'],
    ['check', 'the report'],
    ['check --json', 'the report'],
    ['--version', 'the text'],
    ['list --help', 'the text'],
  ] as const) {
    it(`${command} says that the disk behind standard output is full, with exit code 1`, async () => {
      const full = await runShell(`$PAGEWALK ${command} > /dev/full`);
      expect(full.code).to.equal(1);
      expect(full.stderr).to.match(
        new RegExp(`^pagewalk: cannot write ${what}: no space is left( .*)?\\n$`),
      );
    });
  }

  for (const command of ['list', 'search --format csv']) {
    it(`${command} says that standard output is closed, with exit code 1`, async () => {
      const closed = await runShell(`$PAGEWALK ${command} >&-`);
      expect(closed.code).to.equal(1);
      expect(closed.stderr).to.match(
        /^pagewalk: cannot write the objects: standard output is closed( .*)?\n$/,
      );
      // With a standard input as a shell has it: a null device there, too, means that a program ignores all three.
      const silent = await runShell(`$PAGEWALK ${command} >&- 2>&-`, {}, 'pipe');
      expect(silent).to.deep.equal({ code: 1, stdout: '', stderr: '' });
      expect((await runShell(`$PAGEWALK ${command} <&- >&- 2>&-`)).code).to.equal(1);
    });
  }

  it('check tells what it found by its exit code, though a program has thrown its report away', async () => {
    expect((await runShell('$PAGEWALK check >&-')).code).to.equal(0);
    expect((await runShell('$PAGEWALK check <> /dev/null 1<> /dev/null')).code).to.equal(0);
  });

  it('does all the same where standard error is closed, and exits as ever', async () => {
    const { code, stdout } = await runShell('$PAGEWALK list 2>&-');
    expect({ code, objects: lines(stdout).length }).to.deep.equal({ code: 0, objects: 2_500 });
    const args = '--base-url http://127.0.0.1:9 --attempts 1 ri.o badge';
    expect(await runShell(`$PAGEWALK list ${args} 2>&-`)).to.deep.equal({
      code: 1,
      stdout: '',
      stderr: '',
    });
    expect((await runShell('$PAGEWALK list --page-size many 2>&-')).code).to.equal(2);
  });

  it('throws objects away where the shell or a program says so, with exit code 0', async () => {
    expect((await runShell('$PAGEWALK list > /dev/null')).code).to.equal(0);
    const ignored = spawn(process.execPath, [bin(), 'list'], {
      stdio: 'ignore',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    expect(await once(ignored, 'exit')).to.deep.equal([0, null]);
  });

  it('writes to a file though standard output is closed', () =>
    inDirectory(async (directory) => {
      const file = join(directory, 'objects');
      expect((await runShell(`$PAGEWALK list --out ${file} >&-`)).code).to.equal(0);
      expect(lines(await readFile(file, 'utf8'))).to.have.length(2_500);
    }));
});
