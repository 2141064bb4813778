import { expect } from 'chai';
import { NEVER } from 'rxjs';
import { run } from '../../src/cli/commandLine';
import { closedOutlet } from '../../src/cli/terminal/Io';
import { startService } from '../../src/service';
import { withServer } from '../support/withServer';
import { runCommand } from './support/runCommand';
import { recorder } from './support/terminal';

describe('the command line', () => {
  it('says how it is used where no command is given, with exit code 2', async () => {
    const { code, stdout, stderr } = await runCommand([]);
    expect({ code, stdout }).to.deep.equal({ code: 2, stdout: '' });
    expect(stderr).to.match(/^Usage: pagewalk/);
  });

  for (const [command, what] of [
    ['codec --quiet --sample 1', 'the codec'],
    ['completions bash', 'the script'],
    ['walk URL/api/employee', 'the options'],
  ] as const) {
    it(`${command} exits with 1 where ${what} cannot be written`, async () => {
      const service = await startService({ scheme: 'cursor' });
      const [closed, stderr] = [closedOutlet('no space is left'), recorder()];
      const io = { stdout: closed, objects: closed, stderr, env: {}, interrupts: NEVER };
      const code = await run(command.replace('URL', service.url).split(' '), io).finally(
        service.close,
      );
      expect(code).to.equal(1);
      expect(stderr.text()).to.include(`pagewalk: cannot write ${what}: no space is left\n`);
    });
  }

  it('says that a query is not JSON, with exit code 2', async () => {
    const { code, stderr } = await runCommand(['search', '--query', "{'type':'empty'}"]);
    expect(code).to.equal(2);
    expect(stderr).to.match(/^pagewalk: --query is not JSON: .+\n$/);
  });

  it('serve says that a port is in use, with exit code 1', async () => {
    const { code, stderr } = await withServer(
      () => undefined,
      (url) => runCommand(['serve', '--port', new URL(url).port]),
    );
    expect(code).to.equal(1);
    expect(stderr)
      .to.match(/^pagewalk: port \d+ is in use.*\n$/)
      .and.not.match(/\n./);
  });
});
