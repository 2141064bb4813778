import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/** The worker processes of this machine. */
export interface Team {
  /** The names of those that run. */
  names(): ReadonlyArray<string>;
  readonly killed: ReadonlySet<string>;
  /** What one said that ended by itself; nobody should. */
  failure(): string | undefined;
  /** Kills one with SIGKILL and starts another in its place. */
  kill(name: string): void;
  close(): void;
}

/** Starts workers; each has a number of its own, those that replace others included. */
export const startTeam = (size: number, environment: Readonly<Record<string, string>>): Team => {
  const running = new Map<string, ChildProcess>();
  const killed = new Set<string>();
  let started = 0;
  let failure: string | undefined;

  const start = (): void => {
    started += 1;
    const name = String(started);
    // A worker ends with this process: its channel breaks.
    const child = fork(join(__dirname, 'main.ts'), ['worker', '--name', name], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    running.set(name, child);
    child.once('exit', (code, signal) => {
      if (running.delete(name)) failure ??= `worker ${name} ended by itself (${signal ?? code ?? ''})`;
    });
  };

  const end = (name: string): void => {
    const child = running.get(name);
    running.delete(name);
    child?.kill('SIGKILL');
  };

  for (let index = 0; index < size; index += 1) start();
  return {
    names: () => [...running.keys()],
    killed,
    failure: () => failure,
    kill: (name) => {
      end(name);
      killed.add(name);
      start();
    },
    close: () => {
      for (const name of [...running.keys()]) end(name);
    },
  };
};
