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

  it('helps with a command, on standard output', async () => {
    const { code, stdout, stderr } = await runCommand(['help', 'list']);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect(stdout).to.match(/^Usage: pagewalk/m);
  });

  it('says that a query is not JSON, with exit code 2', async () => {
    const { code, stderr } = await runCommand(['search', '--query', "{'type':'empty'}"]);
    expect(code).to.equal(2);
    expect(stderr).to.match(/^pagewalk: --query is not JSON: .+\n$/);
  });

  it('has the version of the package', async () => {
    const { code, stdout } = await runCommand(['--version']);
    expect(code).to.equal(0);
    expect(stdout).to.match(/^\d+\.\d+\.\d+(-rc\.\d+)?\n$/);
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
