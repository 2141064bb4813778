import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { withServer } from '../../support/withServer';
import { runCommand } from '../support/runCommand';
import { withDirectory } from '../support/temporary';

/** Three objects in two pages; the second one holds a number that JSON reads as Infinity. */
const answerWith =
  (value: string): RequestListener =>
  (request, response) => {
    const isFirst = !(request.url ?? '').includes('pageToken');
    const records = isFirst
      ? `{"properties":{"id":1,"v":null}},{"properties":{"id":2,"v":${value}}}`
      : '{"properties":{"id":3,"v":1e308}}';
    response.end(`{"data":[${records}],"nextPageToken":${isFirst ? '"t"' : 'null'}}`);
  };

const written = {
  ndjson: '{"properties":{"id":1,"v":null}}\n{"properties":{"id":3,"v":1e+308}}\n',
  json: '[\n{"properties":{"id":1,"v":null}},\n{"properties":{"id":3,"v":1e+308}}\n]\n',
  csv: 'id,v\r\n1,\r\n3,1e+308\r\n',
};

const complaint =
  /^pagewalk: InvalidObject: object 2 of page 1: the record holds a number that is too large to be written\npagewalk: 1 object was invalid and left out\n/;

describe('a number that JSON cannot write back', () => {
  for (const [format, whole] of Object.entries(written)) {
    for (const value of ['1e999', '-1e999', '{"deep":[1,1e400]}']) {
      it(`is an invalid object, not a null: ${value} as ${format}`, () =>
        withServer(answerWith(value), async (url) => {
          const { code, stdout, stderr } = await runCommand([
            'list',
            '--base-url',
            url,
            '--format',
            format,
            'ri.o',
            'a',
          ]);
          expect({ code, stdout }).to.deep.equal({ code: 1, stdout: whole });
          expect(stderr).to.match(complaint);
        }));
    }

    it(`is an invalid object with --resume, in every run: ${format}`, () =>
      withDirectory((directory) =>
        withServer(answerWith('1e999'), async (url) => {
          const out = join(directory, 'out');
          const files = ['--out', out, '--resume', join(directory, 'place')];
          const argv = ['list', '--base-url', url, '--format', format, ...files, 'ri.o', 'a'];
          const first = await runCommand(argv);
          expect(first.code).to.equal(1);
          expect(first.stderr).to.match(complaint);
          expect(await readFile(`${out}.part`, 'utf8')).to.equal(whole);
          const second = await runCommand(argv);
          expect(second.code).to.equal(1);
          expect(second.stderr).to.include('1 object invalid and left out');
        }),
      ));
  }
});
