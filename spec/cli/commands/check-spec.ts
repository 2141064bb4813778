import { expect } from 'chai';
import { startService } from '../../../src/service';
import { runCommand } from '../support/runCommand';

const objects = { badge: Array.from({ length: 25 }, (_, id) => ({ id })) };

const escape = '\u001b';

describe('check', () => {
  let service: Awaited<ReturnType<typeof startService>>;
  let argv: ReadonlyArray<string>;

  before(async () => {
    service = await startService({ objects, maxPageSize: 5 });
    const { url, ontologyRid, apiFamily } = service;
    argv = ['check', '--base-url', url, '--object-type', 'badge', '--ontology', ontologyRid, '--api-family', apiFamily];
  });

  after(() => service.close());

  const token = (): Readonly<Record<string, string>> => ({ MY_TOKEN: service.token });

  it('reports on both endpoints, with the token that it is given', async () => {
    const { code, stdout, stderr } = await runCommand([...argv, '--token-env', 'MY_TOKEN'], { env: token() });
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect(stdout).to.match(/^listObjects, revision 1\.0: badge \(25 objects in 5 pages\)\n/);
    expect(stdout).to.match(/\n\nsearchObjects, revision 2\.0: badge \(25 objects in 5 pages\)\n/);
    expect(stdout).to.include('0 broken').and.not.include(escape);
  });

  it('reports in colours on a terminal', async () => {
    const { stdout } = await runCommand([...argv, '--token-env', 'MY_TOKEN'], { env: token(), columns: 80 });
    expect(stdout).to.include(`${escape}[32mholds`);
  });

  it('does without colours where NO_COLOR is set', async () => {
    const env = { ...token(), NO_COLOR: '1' };
    const { stdout } = await runCommand([...argv, '--token-env', 'MY_TOKEN'], { env, columns: 80 });
    expect(stdout).to.include('  holds').and.not.include(escape);
  });

  it('needs a token for search, and says so in one line', async () => {
    const { code, stderr } = await runCommand(argv);
    expect(code).to.equal(1);
    expect(stderr).to.equal(
      'pagewalk: there is no first page to check: 401 MissingCredentials; set PAGEWALK_TOKEN, or name a file by --token-file: the service wants a bearer token\n',
    );
  });

  it('stops after as many pages as it is told', async () => {
    const { stdout } = await runCommand([...argv, '--max-pages', '2', '--token-env', 'MY_TOKEN'], { env: token() });
    expect(stdout).to.include('(10 objects in 2 pages)');
    expect(stdout).to.match(/not seen {2}2\.1\.2/);
  });
});
