import { readdir } from 'node:fs/promises';
import { codeOf, withFileContext } from '../../node/privateFile';

/** The names in a directory; none where there is no such directory. */
export const fileNames = async (directory: string): Promise<ReadonlyArray<string>> => {
  try {
    return await withFileContext('list', directory, () => readdir(directory));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
};
