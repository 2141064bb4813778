import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const ownName = /^pagewalk-spool-(\d+)-/;

/** The name of a new temporary file; it says which process it belongs to. */
export const nameFor = (pid: number, unique: string): string => `pagewalk-spool-${pid}-${unique}`;

/** Whether there is no process of this number. */
export const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
};

const attempt = <R>(action: () => R): R | undefined => {
  try {
    return action();
  } catch {
    return undefined;
  }
};

/**
 * Removes the temporary files of processes that are no more.
 *
 * It can be wrong about a process that lives in another container and shares the directory, and does no harm then: a file
 * that is open stays usable without its name. What cannot be listed or removed is left alone.
 */
export const removeAbandoned = (directory: string): void => {
  for (const name of attempt(() => readdirSync(directory)) ?? []) {
    const pid = ownName.exec(name)?.[1];
    if (pid === undefined || !isGone(Number(pid))) continue;
    attempt(() => {
      rmSync(join(directory, name));
    });
  }
};
