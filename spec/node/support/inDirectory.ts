import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a spec with a directory of its own, which is removed afterwards. */
export const inDirectory = async <R>(use: (directory: string) => R | Promise<R>): Promise<R> => {
  const directory = await mkdtemp(join(tmpdir(), 'pagewalk-spec-'));
  try {
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};
