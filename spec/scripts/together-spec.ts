import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');

describe('npm test', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'pagewalk-together-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const script = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return `node ${JSON.stringify(join(folder, name))}`;
  };

  it('says what begins, shows a failure while the others still run, and ends with what each took', async () => {
    const flag = join(folder, 'flag');
    // It ends only when somebody has seen the failure of the other lane.
    const waits = script(
      'waits.mjs',
      `const { existsSync } = await import('node:fs'); while (!existsSync(${JSON.stringify(flag)})) await new Promise((done) => setTimeout(done, 10));`,
    );
    const fails = script(
      'fails.mjs',
      "console.log('::progress 1 of 2'); console.log('::failed a walk: lost an object'); console.log('the rest'); process.exitCode = 1;",
    );
    const lanes = [`${fails} && ${waits}`, waits];
    // It may run inside of npm test itself.
    const env = { ...process.env, PAGEWALK_INSIDE: '' };
    const child = spawn(process.execPath, [join(root, 'scripts', 'together.mjs'), ...lanes], {
      env,
    });
    const ended = once(child, 'close');
    let said = '';
    for await (const chunk of child.stdout) {
      said += String(chunk);
      if (said.includes('FAILED after')) writeFileSync(flag, '');
    }
    expect(
      said
        .replace(/\d+ s/g, 'n s')
        .replaceAll(folder, '')
        .replace(/node "\/(\w+).mjs"/g, '$1')
        .split('\n'),
    ).to.deep.equal([
      'begins: fails',
      'begins: waits',
      'FAILED a walk: lost an object',
      'FAILED after n s: fails',
      'n s: waits',
      'the rest',
      'FAILED n s: fails',
      'passed n s: waits',
      '',
    ]);
    expect((await ended)[0]).to.equal(1);
  });
});
