import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives a spec a new directory, and removes it afterwards. */
export const inDirectory = async <R>(use: (directory: string) => R | Promise<R>): Promise<R> => {
  const directory = await mkdtemp(join(tmpdir(), 'pagewalk-spec-'));
  try {
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};
