import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '../../src/cli/check/Report';
import { built, runBin, startBin } from './support/bin';
import { withDirectory } from './support/temporary';

interface CheckReport {
  readonly kept: boolean;
  readonly endpoints: ReadonlyArray<Report>;
}

const addressIn = (stderr: string): string => /http:\/\/127\.0\.0\.1:\d+/.exec(stderr)?.[0] ?? '';

describe('the bin, serving and checking', function () {
  this.timeout(60_000);

  before(built);

  it("serves objects of one's own with faults, which check finds, until Ctrl-C, and exits with 0", () =>
    withDirectory(async (directory) => {
      const file = join(directory, 'badge.ndjson');
      await writeFile(file, '{"id":1}\n{"properties":{"id":2},"rid":"ri.2"}\n{"id":3}\n');
      const serve = startBin(['serve', '--data', file, '--max-page-size', '2', '--fault', 'corrupt-object:every=2']);
      await serve.says('Ctrl-C');
      expect(serve.stderr())
        .to.match(/badge \(3 objects\)/)
        .and.match(/token {9}\S{20,}\n/);

      const args = ['list', '--base-url', addressIn(serve.stderr()), 'ri.ontology.main.demo', 'badge'];
      const { code, stdout, stderr } = await runBin(args);
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '{"properties":{"id":1}}\n{"properties":{"id":2}}\n' });
      expect(stderr).to.match(/^pagewalk: InvalidObject: .*\npagewalk: 1 object was invalid and left out\n/);

      const target = ['--ontology', 'ri.ontology.main.demo', '--object-type', 'badge'];
      const check = await runBin(['check', '--base-url', addressIn(serve.stderr()), ...target]);
      expect(check.code).to.equal(1);
      expect(check.stdout.split('\n').filter((line) => line.startsWith('  broken'))).to.deep.equal([
        '  broken    2.2     a record is an object with properties: record 0: properties is missing',
      ]);

      serve.child.kill('SIGINT');
      expect(await serve.ended).to.deep.equal({ code: 0, signal: null });
      expect(serve.stdout()).to.equal('');
    }));

  it('demands the token of the environment, and does not tell it', async () => {
    const env = { PAGEWALK_TOKEN: 's3cret' };
    const serve = startBin(['serve'], env);
    await serve.says('Ctrl-C');
    expect(serve.stderr()).to.not.include('s3cret').and.not.include('token');
    const args = ['search', '--base-url', addressIn(serve.stderr()), '--api-family', 'demo', '--limit', '1', 'person'];
    const [allowed, refused] = await Promise.all([runBin(args, env), runBin(args, { PAGEWALK_TOKEN: 'wr0ng' })]);
    expect(allowed.code).to.equal(0);
    expect(refused.code).to.equal(1);
    expect(refused.stderr)
      .to.match(/^pagewalk: Unauthorized: .*\n$/)
      .and.not.include('wr0ng');
    serve.child.kill('SIGTERM');
    expect(await serve.ended).to.deep.equal({ code: 0, signal: null });
  });

  it('check finds that the embedded service keeps every rule', async () => {
    const { code, stdout, stderr } = await runBin(['check', '--json']);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    const { kept, endpoints } = JSON.parse(stdout) as CheckReport;
    expect(kept).to.equal(true);
    expect(endpoints.map(({ endpoint }) => endpoint)).to.deep.equal(['listObjects', 'searchObjects']);
    const others = endpoints.flatMap(({ rules }) => rules).filter(({ status }) => status !== 'holds');
    expect(others).to.deep.equal([]);
  });
});
