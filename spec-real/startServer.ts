import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../spec/support/withServer';
import { pause } from '../spec/support/collect';

/** A server that somebody else wrote, in a process of its own. */
export interface Started {
  readonly url: string;
  /** A folder for its data, which is removed with it. */
  readonly directory: string;
  readonly stop: () => Promise<void>;
}

/** How to start a server at a port, with a folder for its data. */
export interface Program {
  /** A program of Debian, by its path; without it, one of this folder's packages. */
  readonly path?: string;
  readonly name: string;
  /** What else has to be there. */
  readonly needs?: string | ReadonlyArray<string>;
  readonly arguments: (port: number, directory: string) => ReadonlyArray<string>;
  /** The path that it answers once it is ready. */
  readonly ready?: string;
}

/** Whether there is such a program. */
export const isInstalled = ({ path, name, needs }: Program): boolean =>
  [path ?? join(__dirname, 'node_modules', '.bin', name), ...[needs ?? []].flat()].every(
    existsSync,
  );

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    async (response) => {
      await response.text();
      return true;
    },
    () => false,
  );

const stopped = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      resolve();
      return;
    }
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });

/** Starts a server on the loopback interface, and waits until it answers. */
export const startServer = async (program: Program): Promise<Started> => {
  const port = await freePort();
  const directory = mkdtempSync(join(tmpdir(), `pagewalk-${program.name}-`));
  const argv = program.arguments(port, directory);
  const child =
    program.path === undefined
      ? spawn(process.execPath, [join(__dirname, 'node_modules', '.bin', program.name), ...argv], {
          cwd: directory,
        })
      : spawn(program.path, argv, { cwd: directory });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2_000)));
  }
  const stop = async (): Promise<void> => {
    await stopped(child);
    rmSync(directory, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  for (let waited = 0; waited < 300; waited += 1) {
    if (child.exitCode !== null) break;
    if (await answers(url + (program.ready ?? '/'))) return { url, directory, stop };
    await pause(100);
  }
  await stop();
  throw new Error(`${program.name} does not answer; it said: ${said}`);
};
