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

/** Starts workers, and each again that ends, under the same name, as a supervisor does. `3.2` is the second start of worker 3. */
export const startTeam = (size: number, environment: Readonly<Record<string, string>>): Team => {
  const running = new Map<string, ChildProcess>();
  const gone = new Set<string>();
  const timers = new Set<NodeJS.Timeout>();
  let inVain = 0;
  let isClosed = false;

  const start = (worker: number, count: number): void => {
    const name = `${worker}.${count}`;
    const began = performance.now();
    // A worker ends with this process: its channel breaks.
    const child = fork(
      join(__dirname, 'main.ts'),
      ['worker', '--name', String(worker), '--by', name],
      {
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      },
    );
    running.set(name, child);
    child.once('exit', (code) => {
      running.delete(name);
      gone.add(name);
      if (isClosed) return;
      inVain = code !== null && performance.now() - began < tooSoon ? inVain + 1 : 0;
      const timer = setTimeout(() => {
        timers.delete(timer);
        start(worker, count + 1);
      }, 500);
      timers.add(timer);
    });
  };

  for (let worker = 1; worker <= size; worker += 1) start(worker, 1);
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
