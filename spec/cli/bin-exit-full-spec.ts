import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { bin, runBin, runShell } from './support/bin';
import { inDirectory } from '../support/inDirectory';
import { withServer } from '../support/withServer';

describe('the bin', () => {
  it('warns in its own words, and not in those of the library', () =>
    inDirectory(async (directory) => {
      const kept = ['--mark', 'id=since', '--out', join(directory, 'out'), '--resume'];
      const offset = ['--offset', 'offset', '--total', 'total', ...kept];
      const answer: RequestListener = ({ url = '' }, response) =>
        response.end(
          url.includes('offset=1') ? '{"data":[],"total":1}' : '{"data":[{"id":1}],"total":1}',
        );
      const { code, stderr } = await withServer(answer, (url) =>
        runBin(['walk', url, '--quiet', ...offset]),
      );
      expect(code).to.equal(0);
      expect(stderr).to.match(/^pagewalk: items that move .*\n$/);
    }));
});

describe('the bin, where nothing is under way any more', () => {
  it('an upgrade instead of page 2 is exit code 1, with --timeout 0 too', async () => {
    const upgrade: RequestListener = (request, response) => {
      if (!(request.url ?? '').includes('pageToken'))
        response.end('{"data":[{"properties":{"id":1}}],"nextPageToken":"t"}');
      else
        response.socket?.end(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: tea\r\n\r\n',
        );
    };
    const { code, stdout, stderr } = await withServer(upgrade, (url) =>
      runBin(['list', '--base-url', url, '--timeout', '0', 'ri.o', 'thing']),
    );
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '{"properties":{"id":1}}\n' });
    expect(stderr).to.match(/^pagewalk: NetworkFailure: .*101/);
  });

  it('a walk that comes to a standstill is exit code 1, and says so', () =>
    inDirectory(async (directory) => {
      const script = join(directory, 'silent.cjs');
      // A request of which nothing ever comes, and that keeps nothing alive.
      await writeFile(
        script,
        `const { EventEmitter } = require('node:events');
         require('node:http').request = () => Object.assign(new EventEmitter(), { end() {}, destroy() {} });`,
      );
      const list = 'list --base-url http://127.0.0.1:9 --timeout 0 ri.o thing';
      const { code, stdout, stderr } = await runShell(
        `${process.execPath} --require ${script} ${bin()} ${list}`,
      );
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
      expect(stderr).to.match(/^pagewalk: .*nothing is under way any more.*\n$/);
    }));
});
