import { expect } from 'chai';
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../textFiles';
import { checkExamples } from './checkExamples';
import { examplesIn } from './examples';
import { fencedBlocks } from './fencedBlocks';
import { runNode } from '../support/run';
import { installed } from '../support/tarball';

const origin = 'docs/getting-started.md';
const text = readFileSync(join(root, origin), 'utf8');
const blocks = fencedBlocks(text);
const [first = '', ...later] = blocks
  .map(({ code }) => code)
  .filter((code) => code.startsWith('npx pagewalk serve'));

/** The arguments of a command of the page, for a service at another port. */
const argumentsOf = (command: string): ReadonlyArray<string> =>
  command
    .replace('--port 8080 ', '')
    .split(/[\s\\]+/)
    .slice(2);

/** The output that the page shows below a command or a program. */
const shownBelow = (isMeant: (code: string) => boolean): string => {
  const below = blocks.slice(blocks.findIndex((block) => isMeant(block.code)) + 1);
  const { info, code } = below.find(({ code }) => !code.startsWith('npx tsx ')) ?? {};
  expect(info).to.equal('text');
  return `${code}\n`;
};

const bin = async (): Promise<string> => {
  const { directory, manifest } = await installed();
  return join(directory, manifest.bin?.pagewalk ?? '');
};

/** The services that a reader has left running. */
const served: Array<ChildProcess> = [];

/** Does as the reader of the page does, and gives what was said, up to the line on how to stop it. */
const serve = async (command: string): Promise<string> => {
  const child = spawn(process.execPath, [await bin(), ...argumentsOf(command)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  served.push(child);
  let said = '';
  for await (const part of child.stderr) {
    said += String(part);
    if (said.includes('Ctrl-C\n')) break;
  }
  return said;
};

const addressIn = (said: string): string => /http:\S+/.exec(said)?.[0] ?? '';

describe(origin, () => {
  let said: string;

  before(async () => {
    said = await serve(first);
  });

  after(() => {
    for (const child of served) child.kill();
  });

  const commands = blocks
    .map(({ code }) => code)
    .filter((code) => /^npx pagewalk (walk|codec)/.test(code));
  for (const command of commands) {
    it(`shows what ${command} prints`, async () => {
      const args = argumentsOf(command.replace('http://127.0.0.1:8080', addressIn(said)));
      const { code, stdout, stderr } = await runNode([await bin(), ...args], root);
      const isLook = /^--items/m.test(stdout);
      expect({ code, stdout: isLook ? `${stderr}${stdout}` : stdout }).to.deep.equal({
        code: 0,
        stdout: shownBelow((shown) => shown === command),
      });
    });
  }

  it('shows what the last program logs while the service fails', async () => {
    const program = examplesIn(origin, text).slice(-1);
    const logs = shownBelow((code) => code === program[0]?.code).replace(/^(?=.)/gm, '// ');
    const address = addressIn(await serve(later.join()));
    const logging = program.map((example) => ({
      ...example,
      code: `${example.code}\n// Logs:\n${logs}`,
    }));
    expect(await checkExamples('getting-started', logging, address)).to.deep.equal([[]]);
  });
});
