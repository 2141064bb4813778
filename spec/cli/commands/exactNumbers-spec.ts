import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { withServer } from '../../support/withServer';
import { runCommand } from '../support/runCommand';
import { withDirectory } from '../support/temporary';

/** Two pages of one object each, whose ids only differ where a double does not. */
const answer: RequestListener = (request, response) => {
  const isFirst = !(request.url ?? '').includes('pageToken');
  const record = isFirst
    ? '{"properties":{"id":9007199254740992,"v":[1]}}'
    : '{"properties":{"id":9007199254740993,"v":[-12345678901234567890]}}';
  response.end(`{"data":[${record}],"nextPageToken":${isFirst ? '"t"' : 'null'}}`);
};

const first = '{"properties":{"id":9007199254740992,"v":[1]}}';
const second = '{"properties":{"id":9007199254740993,"v":[-12345678901234567890]}}';
const written = {
  ndjson: `${first}\n${second}\n`,
  json: `[\n${first},\n${second}\n]\n`,
  csv: 'id,v\r\n9007199254740992,[1]\r\n9007199254740993,[-12345678901234567890]\r\n',
};

describe('law 28: the command line writes the digits as they came', () => {
  for (const [format, whole] of Object.entries(written)) {
    it(`as ${format}`, () =>
      withServer(answer, async (url) => {
        const { code, stdout } = await runCommand(['list', '--base-url', url, '--format', format, 'ri.o', 'a']);
        expect({ code, stdout }).to.deep.equal({ code: 0, stdout: whole });
      }));

    it(`as ${format} with --resume and a key`, () =>
      withDirectory((directory) =>
        withServer(answer, async (url) => {
          const out = join(directory, 'out');
          const files = ['--out', out, '--resume', join(directory, 'place'), '--key', 'id'];
          const { code } = await runCommand(['list', '--base-url', url, '--format', format, ...files, 'ri.o', 'a']);
          expect(code).to.equal(0);
          expect(await readFile(out, 'utf8')).to.equal(whole);
        }),
      ));
  }

  it('with --changes, and nothing in the second run', () =>
    withDirectory((directory) =>
      withServer(answer, async (url) => {
        const changes = ['--changes', join(directory, 'known'), '--key', 'id'];
        const run = () => runCommand(['list', '--base-url', url, ...changes, 'ri.o', 'a']);
        const added = await run();
        expect(added.code).to.equal(0);
        expect(added.stdout).to.include('9007199254740992').and.include('9007199254740993');
        const again = await run();
        expect({ code: again.code, stdout: again.stdout }).to.deep.equal({ code: 0, stdout: '' });
      }),
    ));
});
