import fs, { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

const changing = ['rename', 'link', 'rm'] as const;
const reading = ['readdir'] as const;

type Call = (...args: ReadonlyArray<unknown>) => Promise<unknown>;

const isForWriting = (flags: unknown): boolean =>
  typeof flags === 'number'
    ? (flags & (constants.O_WRONLY | constants.O_RDWR)) !== 0
    : flags !== 'r';

/**
 * Runs something on a file system that is gone after a number of steps that change it, as for a process that is killed. Says
 * whether it came to that.
 */
export const crashingAfter = async (
  steps: number,
  run: () => Promise<unknown>,
): Promise<boolean> => {
  const { promises } = fs;
  const originals = { ...promises };
  let done = 0;
  const step = (): void => {
    if (done >= steps) {
      done = Infinity;
      throw new Error('crashed');
    }
    done += 1;
  };
  const alive = (): void => {
    if (done === Infinity) throw new Error('crashed');
  };
  const before =
    (check: () => void, call: Call): Call =>
    async (...args) => {
      check();
      return call(...args);
    };
  const replaced: Record<string, unknown> = {};
  for (const name of changing) replaced[name] = before(step, originals[name] as Call);
  for (const name of reading) replaced[name] = before(alive, originals[name] as Call);
  replaced.open = async (
    path: string,
    flags: string | number,
    mode?: number,
  ): Promise<FileHandle> => {
    if (isForWriting(flags)) step();
    else alive();
    const file = await originals.open(path, flags, mode);
    const write = file.write.bind(file) as Call;
    return Object.assign(file, { write: before(step, write) });
  };
  Object.assign(promises, replaced);
  const { writeSync } = fs;
  fs.writeSync = ((...args: Parameters<typeof writeSync>) => {
    step();
    return writeSync(...args);
  }) as typeof writeSync;
  try {
    await run().catch(() => undefined);
    return done === Infinity;
  } finally {
    Object.assign(promises, originals);
    fs.writeSync = writeSync;
  }
};
