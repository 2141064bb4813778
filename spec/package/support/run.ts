import { execFile } from 'node:child_process';

/** What a finished process left behind; `code` is null where it had to be stopped. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

// The loader that runs these specs must not help the programs that they start: users run plain Node.
const env = { ...process.env, NODE_OPTIONS: '' };

/** Runs a program to its end; a failure is a value, with its code. */
export const run = (
  file: string,
  args: ReadonlyArray<string>,
  cwd: string,
  timeout = 600_000,
  more: Readonly<Record<string, string>> = {},
): Promise<Finished> =>
  new Promise((resolve) => {
    const child = execFile(
      file,
      args,
      { cwd, env: { ...env, ...more }, timeout, maxBuffer: 2 ** 26 },
      (_error, stdout, stderr) => {
        resolve({ code: child.exitCode, stdout, stderr });
      },
    );
  });

/** Runs plain Node. */
export const runNode = (
  args: ReadonlyArray<string>,
  cwd: string,
  timeout?: number,
  more?: Readonly<Record<string, string>>,
): Promise<Finished> => run(process.execPath, args, cwd, timeout, more);

/** All that plain Node prints for a program: its errors follow what it logs. */
export const printedBy = async (file: string, cwd: string): Promise<string> => {
  const { stdout, stderr } = await runNode([file], cwd);
  return stdout + stderr;
};
