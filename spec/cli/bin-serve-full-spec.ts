import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Report } from '../../src/cli/check/Report';
import { runBin, startBin } from './support/bin';
import { inDirectory } from '../support/inDirectory';

interface CheckReport {
  readonly kept: boolean;
  readonly endpoints: ReadonlyArray<Report>;
}

const addressIn = (stderr: string): string => /http:\/\/127\.0\.0\.1:\d+/.exec(stderr)?.[0] ?? '';

describe('the bin, serving and checking', () => {
  it("serves objects of one's own with faults, which check finds, until Ctrl-C, and exits with 0", () =>
    inDirectory(async (directory) => {
      const file = join(directory, 'badge.ndjson');
      await writeFile(file, '{"id":1}\n{"properties":{"id":2},"rid":"ri.2"}\n{"id":3}\n');
      const flags = ['--open', '--max-page-size', '2', '--fault', 'corrupt-object:every=2'];
      const serve = startBin(['serve', '--data', file, ...flags]);
      await serve.says('Ctrl-C');
      expect(serve.stderr())
        .to.match(/badge \(3 objects\)/)
        .and.match(/token {9}\S{20,}\n/);

      const args = ['list', '--base-url', addressIn(serve.stderr()), 'ri.ontology.main', 'badge'];
      const { code, stdout, stderr } = await runBin(args);
      expect({ code, stdout }).to.deep.equal({
        code: 1,
        stdout: '{"properties":{"id":1}}\n{"properties":{"id":2}}\n',
      });
      expect(stderr).to.match(
        /^pagewalk: InvalidObject: .*\npagewalk: 1 object was invalid and left out\n/,
      );

      const target = ['--ontology', 'ri.ontology.main', '--object-type', 'badge'];
      const check = await runBin(['check', '--base-url', addressIn(serve.stderr()), ...target]);
      expect(check.code).to.equal(1);
      expect(check.stdout.split('\n').filter((line) => line.includes('broken  '))).to.deep.equal([
        '✗ broken    2.2     a record is an object with properties: record 1: properties is missing',
      ]);

      serve.child.kill('SIGINT');
      expect(await serve.ended).to.deep.equal({ code: 0, signal: null });
      expect(serve.stdout()).to.equal('');
    }));

  it('hands objects of a file only to clients with the token, and to pages of no other origin', () =>
    inDirectory(async (directory) => {
      const file = join(directory, 'private.ndjson');
      await writeFile(file, '{"id":1}\n');
      const serve = startBin(['serve', '--data', file], { PAGEWALK_TOKEN: 's3cret' });
      await serve.says('Ctrl-C');
      const url = `${addressIn(serve.stderr())}/api/v1/ontologies/ri.ontology.main/objects/private`;
      const origin = 'https://evil.example';
      const refused = await fetch(url, { headers: { origin } });
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).to.deep.equal([
        401,
        null,
      ]);
      const served = await fetch(url, { headers: { origin, authorization: 'Bearer s3cret' } });
      expect([served.status, served.headers.get('access-control-allow-origin')]).to.deep.equal([
        200,
        null,
      ]);
      serve.child.kill('SIGTERM');
      expect(await serve.ended).to.deep.equal({ code: 0, signal: null });
    }));

  it('lets pages of the origins that it is told of read, and limits what it is told to', async () => {
    const cors = ['--cors', 'http://localhost:4200', 'https://app.example.com'];
    const flags = [...cors, '--rate-limit', '8/3', '--search-limit', '150', '--total-count'];
    const serve = startBin(['serve', ...flags], { PAGEWALK_TOKEN: 't' });
    await serve.says('Ctrl-C');
    const base = addressIn(serve.stderr());
    const headers = { origin: 'https://app.example.com' };
    const url = `${base}/api/v1/ontologies/ri.ontology.main/objects/aircraft`;
    const answers = [
      await fetch(url, { headers }),
      await fetch(url),
      await fetch(url),
      await fetch(url),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 429]);
    expect(answers[0]?.headers.get('access-control-allow-origin')).to.equal(
      'https://app.example.com',
    );
    expect(await answers[0]?.json())
      .to.have.property('totalCount')
      .that.is.above(0);
    const args = ['search', '--base-url', base, '--api-family', 'demo', 'person'];
    const { code, stdout, stderr } = await runBin([...args, '--attempts', '1'], {
      PAGEWALK_TOKEN: 't',
    });
    expect([code, stdout.split('\n').length - 1]).to.deep.equal([1, 150]);
    expect(stderr).to.match(/^pagewalk: RetrievalLimitExceeded: /);
    serve.child.kill('SIGTERM');
    await serve.ended;
  });

  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    it(`ends at ${signal} with exit code 0, though a client never reads its answer`, () =>
      inDirectory(async (directory) => {
        const file = join(directory, 'large.ndjson');
        const line = `{"text":"${'x'.repeat(200_000)}"}\n`;
        await writeFile(file, line.repeat(100));
        const serve = startBin(['serve', '--data', file, '--open']);
        await serve.says('Ctrl-C');
        const { port } = new URL(addressIn(serve.stderr()));
        const socket = connect(Number(port), '127.0.0.1');
        socket.on('error', () => undefined);
        socket.pause();
        socket.write(
          'GET /api/v1/ontologies/ri.ontology.main/objects/large HTTP/1.1\r\nhost: localhost\r\n\r\n',
        );
        await new Promise((resolve) => setTimeout(resolve, 500));
        serve.child.kill(signal);
        expect(await serve.ended).to.deep.equal({ code: 0, signal: null });
        socket.destroy();
      }));
  }

  it('check finds that the embedded service keeps every rule', async () => {
    const { code, stdout, stderr } = await runBin(['check', '--json']);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    const { kept, endpoints } = JSON.parse(stdout) as CheckReport;
    expect(kept).to.equal(true);
    expect(endpoints.map(({ endpoint }) => endpoint)).to.deep.equal([
      'listObjects',
      'searchObjects',
    ]);
    const others = endpoints
      .flatMap(({ rules }) => rules)
      .filter(({ status }) => status !== 'holds');
    expect(others).to.deep.equal([]);
  });
});
