import { readdir } from 'node:fs/promises';
import { codeOf, withFileContext } from '../../node/privateFile';

/** A file of claims, with the number of lines before it, or one of texts, with the epoch of the claim that writes it. */
export interface ListedFile {
  readonly name: string;
  readonly number: number;
  readonly kind: string;
}

/** The files in a directory, by the stem of their names. */
export type ListedFiles = ReadonlyMap<string, ReadonlyArray<ListedFile>>;

const listedName = /^([\w-]+-[\da-f]{32})(?:\.(\d+))?\.(claims|place(?:\..*)?)$/;

/** The names in a directory; none where there is no such directory. */
const directoryNames = async (directory: string): Promise<ReadonlyArray<string>> => {
  try {
    return await withFileContext('list', directory, () => readdir(directory));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
};

/** The files of all walks in a directory, or those whose names have this stem. */
export const listFiles = async (directory: string, only = ''): Promise<ListedFiles> => {
  const files = new Map<string, Array<ListedFile>>();
  for (const name of await directoryNames(directory)) {
    const own = name.startsWith(only) ? listedName.exec(name) : null;
    const [, stem = '', number = '0', kind] = own ?? [];
    if (kind === undefined) continue;
    const known = files.get(stem) ?? [];
    known.push({ name, number: Number(number), kind });
    files.set(stem, known);
  }
  return files;
};
