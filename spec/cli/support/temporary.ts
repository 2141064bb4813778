import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives a new directory to use, and takes it away afterwards. */
export const withDirectory = async <R>(use: (directory: string) => Promise<R>): Promise<R> => {
  const directory = await mkdtemp(join(tmpdir(), 'pagewalk-'));
  try {
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true });
  }
};
