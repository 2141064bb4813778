import { expect } from 'chai';
import { Writable } from 'node:stream';
import { demo } from '../../scripts/start/demo';
import { preview } from '../../scripts/start/preview';
import { runCommand } from './support/runCommand';
import { recorder } from './support/terminal';

describe('help', () => {
  for (const columns of [40, 60, 80, 120]) {
    it(`fits ${columns} columns`, async () => {
      for (const command of [[], ['walk'], ['list'], ['serve'], ['check'], ['codec']]) {
        const { code, stdout } = await runCommand([...command, '--help'], {
          columns,
          env: { NO_COLOR: '1' },
        });
        expect(code).to.equal(0);
        // A name cannot be broken: nothing else is longer than the terminal is wide.
        const long = stdout
          .split('\n')
          .filter((text) => text.length > columns && text.trim().includes(' '));
        expect(long).to.deep.equal([]);
      }
    });
  }

  for (const command of ['walk', 'list']) {
    it(`of ${command} begins with examples that can be copied`, async () => {
      const { stdout } = await runCommand([command, '--help'], {
        columns: 80,
        env: { NO_COLOR: '1' },
      });
      const [before = ''] = stdout.split('Usage:');
      expect(before).to.match(new RegExp(`^\\S.*:\n( +pagewalk ${command} .*\n)+\n$`));
    });
  }

  it('begins with walk, and reads like the others', async () => {
    const { stdout } = await runCommand(['--help'], { columns: 200, env: { NO_COLOR: '1' } });
    const [listed = ''] = stdout.split('Commands:\n')[1]?.split('\n\n') ?? [];
    const lines = listed.split('\n');
    expect(lines[0]).to.match(/^ +walk /);
    expect(lines.filter((text) => !/ {2}[A-Z]\w+s\b.*\.$/.test(text))).to.deep.equal([]);
  });

  it('has the short names that people try first', async () => {
    const [help, short] = [await runCommand(['--help']), await runCommand(['-h'])];
    expect(short).to.deep.equal(help);
    expect((await runCommand(['list', '-h'])).stdout).to.equal(
      (await runCommand(['list', '--help'])).stdout,
    );
    for (const name of ['-V', '--version']) {
      expect((await runCommand([name])).stdout).to.match(/^\d+\.\d+\.\d+(-rc\.\d+)?\n$/);
    }
  });

  it('has colour on a terminal, and none where NO_COLOR is set or nobody can see it', async () => {
    expect((await runCommand(['--help'], { columns: 80 })).stdout).to.include('\x1b[');
    expect(
      (await runCommand(['--help'], { columns: 80, env: { NO_COLOR: '1' } })).stdout,
    ).to.not.include('\x1b[');
    expect(
      (await runCommand(['--help'], { columns: 80, env: { TERM: 'dumb' } })).stdout,
    ).to.not.include('\x1b[');
    expect((await runCommand(['--help'])).stdout).to.not.include('\x1b[');
  });
});

describe('npm start', () => {
  it('writes every object once, and says how each failure is got over', async () => {
    const screen = recorder(80);
    const lines: Array<string> = [];
    await demo(screen, (line) => lines.push(line));
    const objects = screen.text().trimEnd().split('\n');
    expect([objects.length, new Set(objects).size]).to.deep.equal([2_499, 2_499]);
    const events = [
      'access token',
      '429',
      '503',
      'connection',
      'page token',
      'InvalidObject',
      '2,499 objects in',
    ];
    expect(lines.map((line, index) => line.includes(events[index] ?? '?'))).to.deep.equal(
      events.map(() => true),
    );
    expect(lines.at(-1)).to.match(
      /each once, and 1 invalid object: 3 repeated requests, 1 new credential, 1 expired/,
    );
  });

  it('ends where its reader is gone, as with `| head`, and fails where nothing can be written', async () => {
    const broken = (code: string) =>
      new Writable({
        write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })),
      });
    const lines: Array<string> = [];
    await demo(broken('EPIPE'), (line) => lines.push(line));
    expect(lines.at(-1)).to.match(/^\d+ objects? in /);
    const full = await demo(broken('ENOSPC'), () => undefined).catch(String);
    expect(full).to.equal('Error: ENOSPC');
  });

  it('shows a few objects, and how many more there were', async () => {
    const screen = recorder(80);
    const outlet: Writable = preview(screen, 2);
    outlet.write('one\ntw');
    outlet.write('o\nthree\nfour\n');
    await new Promise((resolve) => outlet.end(resolve));
    expect(screen.text()).to.equal(
      'one\ntwo\n2 of 4 objects are shown; a pipe gets all of them (npm start --silent | head)\n',
    );
  });

  it('adds nothing where there are not more', async () => {
    const screen = recorder(80);
    const outlet = preview(screen, 2);
    outlet.write('one\ntwo\n');
    await new Promise((resolve) => outlet.end(resolve));
    expect(screen.text()).to.equal('one\ntwo\n');
  });
});
