/* Part of the demo: it starts workers and kills some. In production a supervisor does the first, and accidents do the second. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/** The worker processes of this machine. */
export interface Team {
  /** The names of those that run. */
  names(): ReadonlyArray<string>;
  /** The names of those that were killed, here or by hand, or ended by themselves. */
  readonly gone: ReadonlySet<string>;
  /** Why no worker can be started; undefined if they can. */
  failure(): string | undefined;
  /** Kills one with SIGKILL. */
  kill(name: string): void;
  close(): void;
}

/** A worker that ends sooner than this has not worked. */
const tooSoon = 10_000;
/** How many such ends in a row mean that none will ever work. A database that restarts takes less. */
const maxInVain = 20;

/** Starts workers, and another one in the place of each that ends, as a supervisor does. Each has its own number. */
export const startTeam = (size: number, environment: Readonly<Record<string, string>>): Team => {
  const running = new Map<string, ChildProcess>();
  const gone = new Set<string>();
  const timers = new Set<NodeJS.Timeout>();
  let started = 0;
  let inVain = 0;
  let isClosed = false;

  const start = (): void => {
    started += 1;
    const name = String(started);
    const began = performance.now();
    // A worker ends with this process: its channel breaks.
    const child = fork(join(__dirname, 'main.ts'), ['worker', '--name', name], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    running.set(name, child);
    child.once('exit', (code) => {
      running.delete(name);
      gone.add(name);
      if (isClosed) return;
      inVain = code !== null && performance.now() - began < tooSoon ? inVain + 1 : 0;
      const timer = setTimeout(() => {
        timers.delete(timer);
        start();
      }, 500);
      timers.add(timer);
    });
  };

  for (let index = 0; index < size; index += 1) start();
  return {
    names: () => [...running.keys()],
    gone,
    failure: () => (inVain > maxInVain ? 'no worker stays at work' : undefined),
    kill: (name) => running.get(name)?.kill('SIGKILL'),
    close: () => {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      for (const child of running.values()) child.kill('SIGKILL');
    },
  };
};
