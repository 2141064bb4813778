import { expect } from 'chai';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { NEVER } from 'rxjs';
import { run } from '../../../src/cli/commandLine';
import { startService } from '../../../src/service';
import { withServer } from '../../support/withServer';
import { until } from '../support/pacedServer';
import { runCommand } from '../support/runCommand';
import { recorder } from '../support/terminal';
import { inDirectory } from '../../support/inDirectory';

describe('walk', () => {
  it('reads the headers file again when the service has refused what it held, and shows nothing of it', () =>
    inDirectory(async (directory) => {
      const file = join(directory, 'headers');
      await writeFile(file, 'x-api-key: 0ld-secret');
      const { code, stdout, stderr } = await withServer(
        (request, response) => {
          const isNew = request.headers['x-api-key'] === 'n3w-secret';
          void writeFile(file, 'x-api-key: n3w-secret').then(() => {
            if (request.url === '/?c=2') response.statusCode = 500;
            else response.statusCode = isNew ? 200 : 401;
            response.end(
              isNew && request.url === '/'
                ? '{"data":[1],"next":2}'
                : '{"errorName":"no n3w-secret"}',
            );
          });
        },
        (url) =>
          runCommand([
            'walk',
            url,
            ...['--cursor', 'next', '--to', 'c', '--attempts', '2', '--headers-file', file],
          ]),
      );
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '1\n' });
      expect(stderr).to.include('[redacted]').and.not.include('n3w-secret');
    }));

  it('says how far it is where --total says how many there are', async () => {
    const faults = [{ type: 'delay', ms: 150, every: 1 }] as const;
    const objects = { badge: Array.from({ length: 25 }, (_, id) => ({ id })) };
    const { url, close } = await startService({
      objects,
      maxPageSize: 5,
      scheme: 'offset',
      faults,
    });
    const options = ['--items', 'items', '--offset', 'offset', '--total', 'total'];
    const { stderr } = await runCommand(['walk', `${url}/api/badge`, ...options], {
      columns: 200,
    }).finally(close);
    expect(stderr).to.match(/of 25 objects · /);
  });

  it('law 14: draws a mark of the service so that no terminal obeys it', () =>
    inDirectory(async (directory) => {
      const stderr = recorder(200);
      const isDrawn = () => stderr.text().includes('asked from');
      const answer: RequestListener = ({ url }, response) => {
        const body = '{"data":[{"id":1,"at":"a\\u001b[2Jb"}]}';
        if (url === '/') response.end(body);
        else void until(isDrawn).then(() => response.end(body));
      };
      await withServer(answer, async (url) => {
        const io = { stdout: recorder(), stderr, env: {}, interrupts: NEVER };
        const out = ['--out', join(directory, 'out'), '--resume'];
        for (const code of [0, 0])
          expect(await run(['walk', url, '--one-page', '--mark', 'at=since', ...out], io)).to.equal(
            code,
          );
      });
      expect(stderr.text())
        .to.match(/ · asked from a \[2Jb/)
        .and.not.include('\x1b[2J');
    }));

  it('says where what was read is if the file cannot have its name', () =>
    inDirectory(async (directory) => {
      const out = join(directory, 'out');
      const answer: RequestListener = (_, response) =>
        void mkdir(out, { recursive: true }).then(() => response.end('{"data":[1]}'));
      const { code, stderr } = await withServer(answer, (url) =>
        runCommand(['walk', url, '--one-page', '--out', out]),
      );
      expect(code).to.equal(1);
      const [, part = ''] = /: it is a directory; what was read is in (.*)\n$/.exec(stderr) ?? [];
      expect(await readFile(part, 'utf8')).to.equal('1\n');
    }));

  it('breaks the commands of --help so that a shell takes them, however narrow the terminal is', async () => {
    const commands = async (columns?: number) => {
      const { stdout } = await runCommand(
        ['walk', '--help'],
        columns === undefined ? {} : { columns },
      );
      return stdout.replace(/ ?\\\n +/g, ' ').match(/^ {2}pagewalk .*$/gm);
    };
    const all = await commands(1_000);
    expect(all).to.have.length(9);
    for (const columns of [undefined, 80, 60, 45])
      expect(await commands(columns), String(columns)).to.deep.equal(all);
  });

  it('says in --help how to write each scheme', async () => {
    const { code, stdout } = await runCommand(['walk', '--help']);
    expect(code).to.equal(0);
    expect(stdout).to.match(/^(?![^]*preset)[^]* --link \\\n +--mark /);
    for (const scheme of ['--link', '--cursor', '--offset', '--page', '--last-id', '--body']) {
      expect(stdout).to.match(new RegExp(`pagewalk walk https://\\S+ [^]{0,40}${scheme}`));
    }
  });
});
