import { expect } from 'chai';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runCommand } from './support/runCommand';

describe('the command line', () => {
  it('says how it is used where no command is given, with exit code 2', async () => {
    const { code, stdout, stderr } = await runCommand([]);
    expect({ code, stdout }).to.deep.equal({ code: 2, stdout: '' });
    expect(stderr).to.match(/^Usage: pagewalk/);
  });

  it('says that a query is not JSON, with exit code 2', async () => {
    const { code, stderr } = await runCommand(['search', '--query', "{'type':'empty'}"]);
    expect(code).to.equal(2);
    expect(stderr).to.match(/^pagewalk: --query is not JSON: .+\n$/);
  });

  it('serve says that a port is in use, with exit code 1', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { code, stderr } = await runCommand(['serve', '--port', String(port)]);
    await new Promise((resolve) => server.close(resolve));
    expect(code).to.equal(1);
    expect(stderr)
      .to.match(/^pagewalk: port \d+ is in use.*\n$/)
      .and.not.match(/\n./);
  });
});
