import { NEVER, type Observable } from 'rxjs';
import { run } from '../../../src/cli/commandLine';
import type { Interrupt } from '../../../src/cli/terminal/Io';
import { recorder } from './terminal';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Surroundings {
  readonly env?: Readonly<Record<string, string>>;
  readonly interrupts?: Observable<Interrupt>;
  /** The width of the terminal that both streams are; without it they are none. */
  readonly columns?: number;
}

/** Runs a command line in this process. */
export const runCommand = async (
  argv: ReadonlyArray<string>,
  { env = {}, interrupts = NEVER, columns }: Surroundings = {},
): Promise<Ran> => {
  const [stdout, stderr] = [recorder(columns), recorder(columns)];
  const code = await run(argv, { stdout, stderr, env, interrupts });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
};
