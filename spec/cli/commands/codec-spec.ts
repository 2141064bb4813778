import { expect } from 'chai';
import { NEVER, Subject } from 'rxjs';
import { run } from '../../../src/cli/run';
import { closedOutlet, type Interrupt } from '../../../src/cli/terminal/Io';
import { type ServiceOptions, startService } from '../../../src/service';
import { withServer } from '../../support/withServer';
import { runCommand } from '../support/runCommand';
import { recorder, shown } from '../support/terminal';

const badges = Array.from({ length: 25 }, (_, id) => ({ id, [`p${id + 1}`]: true }));

/** Runs `codec` with these options against a service of 25 badges in five pages, each with a property of its own. */
const codec = async (
  options: ReadonlyArray<string>,
  service: ServiceOptions = {},
  surroundings: Parameters<typeof runCommand>[1] = {},
) => {
  const { url, ontologyRid, close } = await startService({ objects: { badge: badges }, maxPageSize: 5, ...service });
  try {
    return await runCommand(['codec', '--base-url', url, ...options, ontologyRid, 'badge'], surroundings);
  } finally {
    await close();
  }
};

describe('codec', () => {
  it('needs no arguments with the embedded service, and prints nothing but the module on standard output', async () => {
    const { code, stdout, stderr } = await runCommand(['codec']);
    expect(code).to.equal(0);
    expect(stdout).to.match(
      /^\/\/ Generated from 1,000 objects [^]*\nexport const Employee = t\.type\([^]*\nexport type Employee = [^\n]*;\n$/,
    );
    expect(stderr).to.match(/^pagewalk: 1,000 objects in 10 pages, [^\n]*\n$/);
  });

  it('law 28: proposes Int64 for integers that no double holds', async () => {
    const { code, stdout } = await codec([], { objects: { badge: [{ id: 1 }, { id: 2n ** 53n + 1n }] } });
    expect(code).to.equal(0);
    expect(stdout).to.include("import { Int64 } from 'pagewalk';\n").and.include('\n  id: Int64, //');
  });

  it('with --search needs no arguments with the embedded service either', async () => {
    const { code, stdout } = await runCommand(['codec', '--search', '--as', 'zod', '--sample', '100']);
    expect(code).to.equal(0);
    expect(stdout).to.include('export const Person = z.object(').and.include('// text objects');
  });

  it('with --search has OBJECT_TYPE as its only argument', async () => {
    const { code, stdout } = await runCommand(['codec', '--search', 'aircraft', '--sample', '100', '--quiet']);
    expect({ code, hasIt: stdout.includes('export const Aircraft = ') }).to.deep.equal({ code: 0, hasIt: true });
    expect(await runCommand(['codec', '--search', 'demo', 'aircraft'])).to.deep.equal({
      code: 2,
      stdout: '',
      stderr: 'pagewalk: with --search the only argument is OBJECT_TYPE\n',
    });
  });

  it('reads a service by --base-url with its token, by list and by search', async () => {
    const heard: Array<string> = [];
    const onRequest: ServiceOptions['onRequest'] = ({ method }) => heard.push(method);
    const service = await startService({ objects: { badge: badges }, protectList: true, token: 's3cret', onRequest });
    const { url, ontologyRid, apiFamily, close } = service;
    const env = { env: { PAGEWALK_TOKEN: 's3cret' } };
    try {
      const listed = await runCommand(['codec', '--base-url', url, ontologyRid, 'badge'], env);
      const search = ['--search', '--api-family', apiFamily, '--query', '{"type":"eq","field":"id","value":3}'];
      const found = await runCommand(['codec', '--base-url', url, ...search, 'badge'], env);
      expect([listed.code, found.code]).to.deep.equal([0, 0]);
      expect(heard).to.deep.equal(['GET', 'POST']);
      expect(listed.stdout).to.include('// Generated from 25 objects ');
      expect(found.stdout).to.include('// Generated from 1 object ').and.include('p4: t.boolean');
    } finally {
      await close();
    }
  });

  it('--sample counts objects; a page that was read counts as a whole, and none is read that is not needed', async () => {
    let requests = 0;
    const { code, stdout, stderr } = await codec(['--sample', '7'], { onRequest: () => (requests += 1) });
    expect({ code, requests }).to.deep.equal({ code: 0, requests: 2 });
    expect(stdout).to.include('// Generated from 10 objects ').and.include('p10: t.boolean').and.not.include('p11');
    expect(stderr).to.match(/^pagewalk: 10 objects in 2 pages/);
    expect((await codec(['--sample', '10'])).stdout).to.equal(stdout);
  });

  it('reads the last page where there are fewer objects than the sample, without a complaint', async () => {
    const { code, stdout } = await codec([]);
    expect(code).to.equal(0);
    expect(stdout).to.include('// Generated from 25 objects ').and.include('p25: t.boolean');
  });

  it('exits with 1 where the walk breaks off, and prints nothing', async () => {
    const { code, stdout, stderr } = await codec([], { limit: 10 });
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    expect(stderr).to.match(/^pagewalk: RetrievalLimitExceeded: [^\n]*\n$/);
    expect((await codec(['--sample', '10'], { limit: 10 })).code).to.equal(0);
  });

  it('exits with 1 where there are no objects at all, with a message', async () => {
    expect(await codec([], { objects: { badge: [] } })).to.deep.equal({
      code: 1,
      stdout: '',
      stderr: 'pagewalk: there is no object of type badge to make a codec of\n',
    });
  });

  it('leaves out what is not an object, and says so', async () => {
    const { code, stdout, stderr } = await codec([], { faults: [{ type: 'corrupt-object', at: 2 }] });
    expect(code).to.equal(0);
    expect(stdout).to.include('// Generated from 24 objects ');
    expect(stderr).to.match(
      /^pagewalk: InvalidObject: .*\npagewalk: 1 object was invalid and left out\npagewalk: 24 objects in 5 pages.*\n$/,
    );
  });

  it('reads no more than the sample where nothing is an object', async () => {
    let requests = 0;
    const answer = JSON.stringify({ data: [{}, null, { properties: [] }], nextPageToken: 'token' });
    const { code, stdout, stderr } = await withServer(
      (_, response) => {
        requests += 1;
        response.end(answer.replace('token', `token-${requests}`));
      },
      (url) => runCommand(['codec', '--base-url', url, '--sample', '5', 'ri.o', 'badge']),
    );
    expect({ code, stdout, requests }).to.deep.equal({ code: 1, stdout: '', requests: 2 });
    expect(stderr).to.match(
      /\npagewalk: 6 objects were invalid and left out\npagewalk: there is no object of type badge .*\n$/,
    );
  });

  it('--quiet says nothing but errors', async () => {
    expect((await codec(['--quiet'])).stderr).to.equal('');
    expect((await codec(['--quiet'], { limit: 10 })).stderr).to.match(/^pagewalk: RetrievalLimitExceeded/);
  });

  it('draws its progress on standard error, which is gone in the end', async () => {
    const slow: ServiceOptions = { faults: [{ type: 'delay', every: 1, ms: 150 }] };
    const { stdout, stderr } = await codec([], slow, { columns: 80 });
    expect(stderr).to.include(' · ');
    expect(shown(stderr)).to.match(/^pagewalk: 25 objects in 5 pages.*\n$/);
    expect(stdout).to.match(/^\/\/ Generated from 25 objects/);
  });

  it('asks again for a page that did not come, --attempts times', async () => {
    const busy: ServiceOptions = { faults: [{ type: 'unavailable', at: 2, retryAfter: 0 }] };
    const { code, stderr } = await codec([], busy);
    expect(code).to.equal(0);
    expect(stderr).to.match(/, 1 retry\n$/);
    expect(await codec(['--attempts', '1'], busy)).to.include({ code: 1, stdout: '' });
  });

  it('stops when it is interrupted, and prints nothing', async () => {
    const interrupts = new Subject<Interrupt>();
    const stuck: ServiceOptions = {
      faults: [{ type: 'delay', at: 3, ms: 60_000 }],
      onRequest: () =>
        setTimeout(() => {
          interrupts.next('SIGINT');
        }, 300),
    };
    const { code, stdout, stderr } = await codec([], stuck, { interrupts });
    expect({ code, stdout }).to.deep.equal({ code: 130, stdout: '' });
    expect(stderr).to.match(/^pagewalk: interrupted after \d+ objects in \d pages?\n$/);
  });

  it('shows no secret that the service repeats', async () => {
    const { code, stderr } = await withServer(
      ({ headers }, response) => {
        const errorName = `bad ${headers.authorization ?? ''}`;
        response
          .writeHead(400)
          .end(JSON.stringify({ errorCode: 'CODE', errorName, errorInstanceId: 'i', parameters: {} }));
      },
      (url) => runCommand(['codec', '--base-url', url, 'ri.o', 'badge'], { env: { PAGEWALK_TOKEN: 's3cret' } }),
    );
    expect(code).to.equal(1);
    expect(stderr)
      .to.match(/^pagewalk: HttpFailure: .*redacted/)
      .and.not.include('s3cret');
  });

  it('exits with 1 where the module cannot be written', async () => {
    const [stdout, stderr] = [recorder(), recorder()];
    const objects = closedOutlet('standard output is closed');
    const code = await run(['codec', '--quiet', '--sample', '1'], {
      stdout,
      stderr,
      objects,
      env: {},
      interrupts: NEVER,
    });
    expect({ code, said: stderr.text() }).to.deep.equal({
      code: 1,
      said: 'pagewalk: cannot write the codec: standard output is closed\n',
    });
  });

  it('--name says what it is called, --as what is printed, --literals that there is nothing else', async () => {
    const named = await runCommand(['codec', '--quiet', '--name', 'Colleague', '--literals']);
    expect(named.stdout).to.match(/export const Colleague = [^]*t\.literal\('[^]*export type Colleague = /);
    const schema = await runCommand(['codec', '--quiet', '--as', 'json-schema']);
    expect(JSON.parse(schema.stdout)).to.deep.include({ title: 'Employee', type: 'object' });
  });

  it('takes URL and the options of walk, and names the codec after the path', async () => {
    const { url, close } = await startService({ objects: { badge: [{ id: 1 }, { id: 2 }] }, scheme: 'cursor' });
    const scheme = ['--items', 'items', '--cursor', 'next_cursor', '--to', 'cursor', '--page-size', 'limit=1'];
    try {
      const { code, stdout, stderr } = await runCommand(['codec', `${url}/api/badge`, ...scheme]);
      expect(code).to.equal(0);
      expect(stdout).to.include('export const Badge = t.type({\n  id: t.number, // integer\n});');
      expect(stderr).to.match(/^pagewalk: 2 objects in 2 pages/);
      const looked = await runCommand(['codec', `${url}/api/badge`]);
      expect(looked.code).to.equal(2);
      expect(looked.stderr).to.include('these options would walk it: --items items --cursor next_cursor');
    } finally {
      await close();
    }
  });

  const mixed: ReadonlyArray<readonly [options: ReadonlyArray<string>, message: string]> = [
    [['http://x/', 'badge', '--link'], 'with URL there is no other argument'],
    [['http://x/', '--link', '--search'], 'with URL there is no other argument'],
    [['ri.o', 'badge', '--link'], 'the options of a scheme, --body and --headers-file go with URL'],
    [['--body', '{}'], 'the options of a scheme, --body and --headers-file go with URL'],
  ];
  for (const [options, message] of mixed) {
    it(`refuses ${options.join(' ')}`, async () => {
      const { code, stdout, stderr } = await runCommand(['codec', ...options]);
      expect({ code, stdout }).to.deep.equal({ code: 2, stdout: '' });
      expect(stderr).to.include(message);
    });
  }
});
