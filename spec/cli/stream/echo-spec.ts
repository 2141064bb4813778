import { expect } from 'chai';
import type { RequestListener } from 'node:http';
import { withServer } from '../../support/withServer';
import { odd } from '../support/odd';
import { runCommand } from '../support/runCommand';

const bearer = 'b3arer/t0ken';
const pageToken = 'p4ge/token';

/** A name that gives away all that the service knows, and would forge a line of its own. */
const echo = `${bearer} ${encodeURIComponent(pageToken)} ${pageToken}\r\npagewalk: all is well \x1b[2J\x9b31m\u202e`;

/** Two pages; the second has a property, and a field beside the properties, that the first one has not. */
const answer: RequestListener = (request, response) => {
  const isFirst = !(request.url ?? '').includes('pageToken');
  const record = isFirst ? { properties: { id: 1 } } : { properties: { id: echo, [echo]: 1 }, [echo]: 1 };
  response.end(JSON.stringify({ data: [record], nextPageToken: isFirst ? pageToken : null }));
};

const list = (url: string, format: string, columns?: number) =>
  runCommand(['list', '--base-url', url, '--format', format, 'ri.o', 'badge'], {
    env: { PAGEWALK_TOKEN: bearer },
    ...(columns !== undefined && { columns }),
  });

describe('list, from a service that echoes what it got', () => {
  it('law 14: tells of names that csv has no column for without a secret, each on one line', () =>
    withServer(answer, async (url) => {
      const { code, stderr } = await list(url, 'csv');
      expect(code).to.equal(0);
      expect(stderr).to.not.include(bearer).and.not.include(pageToken).and.not.match(odd);
      expect(stderr).to.match(
        /^pagewalk: csv has no column for some properties of 1 object: \[redacted\] \[redacted\] \[redacted\] pagewalk: all is well {2}\[2J 31m \(/,
      );
    }));

  it('writes objects as they are to a file or a pipe', () =>
    withServer(answer, async (url) => {
      const { stdout } = await list(url, 'ndjson');
      const records = stdout.split('\n').slice(0, 2);
      expect(records[1]).to.equal(JSON.stringify({ properties: { id: echo, [echo]: 1 }, [echo]: 1 }));
    }));

  for (const format of ['ndjson', 'json', 'csv']) {
    it(`shows objects on a terminal without what it would obey: ${format}`, () =>
      withServer(answer, async (url) => {
        const { stdout } = await list(url, format, 80);
        expect(stdout).to.include('\\u001b[2J').and.not.match(odd);
        if (format === 'json') expect(JSON.parse(stdout)).to.have.nested.property('[1].properties.id', echo);
      }));
  }
});
