import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { bundled } from './bundled';

/** A process of its own that says what it does, one line after the other. */
export interface Worker {
  readonly lines: ReadonlyArray<string>;
  /** Waits until it has said a line that matches. */
  said(what: RegExp): Promise<string>;
  signal(signal: NodeJS.Signals): void;
  /** Waits for its end. */
  ended(): Promise<number | NodeJS.Signals>;
}

const running = new Set<ChildProcess>();

process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a program, given by its path in the repository, with what it reads from its arguments as JSON. */
export const startWorker = (program: string, task: object): Worker => {
  const child = spawn(process.execPath, [bundled(program), JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const lines: Array<string> = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  const ended = once(child, 'close').then(([code, signal]): number | NodeJS.Signals => {
    running.delete(child);
    return (signal ?? code) as number | NodeJS.Signals;
  });
  return {
    lines,
    said: async (what) => {
      for (;;) {
        const found = lines.find((line) => what.test(line));
        if (found !== undefined) return found;
        const end = await Promise.race([
          ended.then(() => true),
          once(reader, 'line').then(() => false),
        ]);
        if (end && !lines.some((line) => what.test(line))) {
          throw new Error(`it ended without saying ${String(what)}, but said: ${lines.join(', ')}`);
        }
      }
    },
    signal: (signal) => {
      child.kill(signal);
    },
    ended: () => ended,
  };
};
