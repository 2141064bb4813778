import { expect } from 'chai';
import type { RequestListener } from 'node:http';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withServer } from '../../support/withServer';
import { odd } from '../support/odd';
import { runCommand } from '../support/runCommand';
import { inDirectory } from '../../support/inDirectory';

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

  it('law 14: tells an error without a secret of the whole run, on one line', () => {
    const tokens = ['p4ge/token-1', 'p4ge/token-2'];
    const refuse: RequestListener = (request, response) => {
      const asked = new URL(request.url ?? '', 'http://localhost').searchParams.get('pageToken');
      const next = tokens[asked === null ? 0 : tokens.indexOf(asked) + 1];
      response.statusCode = next === undefined ? 400 : 200;
      const text = `Oops ${bearer} ${tokens.join(' ')}\r\npagewalk: all is well \x1b[2J${'x'.repeat(500)}`;
      const error = { errorName: text, errorInstanceId: text };
      response.end(JSON.stringify(next === undefined ? error : { data: [], nextPageToken: next }));
    };
    return withServer(refuse, async (url) => {
      const { code, stderr } = await list(url, 'ndjson');
      expect(code).to.equal(1);
      expect(stderr).to.match(/^pagewalk: HttpFailure: .*400 Oops \[redacted\] \[redacted\] \[redacted\] .*…/);
      expect(stderr).to.not.include('p4ge').and.not.include(bearer).and.not.match(odd);
      expect(stderr.split('\n')).to.have.length(2);
      expect(stderr.length).to.be.below(600);
    });
  });

  for (const args of [['--offset', 'query:skip'], []]) {
    it(`law 14: repeats no value of the query string of an address, walk ${args.join(' ')}`, () =>
      withServer(
        (request, response) => {
          response.statusCode = 400;
          const said = `no such key: ${request.url ?? ''} s3cr3t/key+1`;
          response.end(JSON.stringify({ errorName: said, message: said, parameters: { [said]: said } }));
        },
        (url) =>
          inDirectory(async (directory) => {
            const events = join(directory, 'events.ndjson');
            const recorded = args.length > 0 ? ['--events', events] : [];
            const address = `${url}/things?api_key=${encodeURIComponent('s3cr3t/key+1')}`;
            const { code, stdout, stderr } = await runCommand(['walk', address, ...args, ...recorded]);
            expect(code).to.equal(1);
            const told = `${stdout}${stderr}${recorded.length > 0 ? await readFile(events, 'utf8') : ''}`;
            expect(told).to.include('[redacted]').and.not.include('s3cr3t');
          }),
      ));
  }

  it('law 14: does not tell the page token of the place that --resume goes on from', () => {
    let requests = 0;
    const answerThird: RequestListener = (_, response) => {
      requests += 1;
      response.statusCode = requests === 2 ? 400 : 200;
      const properties = requests === 1 ? { id: 1 } : { id: 2, [pageToken]: 2 };
      response.end(JSON.stringify({ data: [{ properties }], nextPageToken: requests === 1 ? pageToken : null }));
    };
    return inDirectory((directory) =>
      withServer(answerThird, async (url) => {
        const files = ['--format', 'csv', '--out', join(directory, 'out'), '--resume', join(directory, 'place')];
        const run = () => runCommand(['list', '--base-url', url, ...files, 'ri.o', 'badge']);
        expect((await run()).code).to.equal(1);
        const { code, stderr } = await run();
        expect(code).to.equal(0);
        expect(stderr).to.include('some properties of 1 object: [redacted]').and.not.include(pageToken);
      }),
    );
  });

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
