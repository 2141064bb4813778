import { type ChildProcess, spawn } from 'node:child_process';
import { bundled } from '../../support/bundled';

/** The command line as one program. */
export const bin = (): string => bundled('src/cli/main.ts');

// The loader that runs these specs must not help the bin: users run plain Node.
const plainEnv = { ...process.env, NODE_OPTIONS: '', PAGEWALK_TOKEN: '' };

/** A bin that runs: what it has said so far, and how it ends. */
export interface Running {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  /** Waits until standard error holds a text. */
  readonly says: (text: string | RegExp) => Promise<void>;
}

const started = new Set<ChildProcess>();

// A spec that fails leaves its processes behind.
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

const running = (child: ChildProcess): Running => {
  started.add(child);
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr?.on('data', (chunk) => (stderr += String(chunk)));
  const ended = new Promise<Awaited<Running['ended']>>((resolve) => {
    child.on('close', (code, signal) => {
      started.delete(child);
      resolve({ code, signal });
    });
  });
  const isSaid = (text: string | RegExp): boolean =>
    typeof text === 'string' ? stderr.includes(text) : text.test(stderr);
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    says: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (isSaid(text)) resolve();
        };
        child.stderr?.on('data', look);
        child.on('close', () =>
          reject(new Error(`it ended without saying ${String(text)}; it said: ${stderr}`)),
        );
        look();
      }),
  };
};

/** Starts the bin. */
export const startBin = (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
): Running =>
  running(
    spawn(process.execPath, [bin(), ...args], {
      env: { ...plainEnv, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );

/** Starts a shell command; in it `$PAGEWALK` is the bin. */
export const startShell = (
  command: string,
  env: Readonly<Record<string, string>> = {},
  stdin: 'ignore' | 'pipe' = 'ignore',
): Running => {
  const PAGEWALK = `${process.execPath} ${bin()}`;
  return running(
    spawn('bash', ['-c', command], {
      env: { ...plainEnv, ...env, PAGEWALK },
      stdio: [stdin, 'pipe', 'pipe'],
    }),
  );
};

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const toEnd = async ({ ended, stdout, stderr }: Running): Promise<Ended> => {
  const { code } = await ended;
  return { code, stdout: stdout(), stderr: stderr() };
};

/** Runs the bin to its end. */
export const runBin = (...args: Parameters<typeof startBin>): Promise<Ended> =>
  toEnd(startBin(...args));

/** Runs a shell command to its end. */
export const runShell = (...args: Parameters<typeof startShell>): Promise<Ended> =>
  toEnd(startShell(...args));
