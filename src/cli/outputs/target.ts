import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type Checked, type Complaint, misuse } from '../terminal/Complaint';

export interface Target {
  readonly path: string;
  readonly mode: number;
}

/** A path in its real directory: two names of one directory must not make two files of one. */
const located = async (file: string): Promise<string> => {
  const path = resolve(file);
  return realpath(dirname(path)).then(
    (directory) => join(directory, basename(path)),
    () => path,
  );
};

/** All names that a file is known by: the one that is given, and if that is a link, the one that it leads to. */
export const namesOf = async (file: string): Promise<ReadonlyArray<string>> => {
  const name = await located(file);
  return [name, await realpath(file).catch(() => name)];
};

/** The permissions of a new file. The mask can only be read by setting it; nothing else is under way yet. */
const newFile = (): number => {
  const mask = process.umask(0o077);
  process.umask(mask);
  return 0o666 & ~mask;
};

/** The file that an option names. A link stays a link to the new file, and a file keeps its permissions. */
export const targetOf = async (option: string, file: string): Promise<Checked<Target>> => {
  if (file === '') return E.left(misuse(`${option} needs the name of a file`));
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) {
    // Renaming over it would leave the link's owner without a link, and without a file where it leads.
    const isLink = await lstat(file).then(
      (link) => link.isSymbolicLink(),
      () => false,
    );
    if (isLink)
      return E.left(
        misuse(`cannot write ${file}: it is a link that leads nowhere; remove it, or name another file by ${option}`),
      );
    return E.right({ path: await located(file), mode: newFile() });
  }
  // Renaming over a device or a pipe would put a file in its place: /dev/null must survive `--out /dev/null`.
  if (!found.isFile()) return E.left(misuse(`cannot write ${file}: it is not a regular file`));
  return E.right({ path: await realpath(file), mode: found.mode & 0o777 });
};

/** A file by what it is to the user, under all names that it has. */
export type Named = readonly [what: string, paths: ReadonlyArray<string>];

export interface SecretFiles {
  readonly tokenFile?: string;
  readonly headersFile?: string;
}

export const secretFiles = async ({ tokenFile, headersFile }: SecretFiles): Promise<ReadonlyArray<Named>> => [
  ['the file of --token-file', tokenFile === undefined ? [] : await namesOf(tokenFile)],
  ['the file of --headers-file', headersFile === undefined ? [] : await namesOf(headersFile)],
];

/** Refuses files that are the same under two names: one of them would be replaced by the other, or removed. */
export const clashOf = (named: ReadonlyArray<Named>): O.Option<Complaint> => {
  const owners = new Map<string, string>();
  for (const [what, paths] of named) {
    for (const path of paths) {
      const owner = owners.get(path) ?? what;
      if (owner !== what) return O.some(misuse(`${path} cannot be ${owner} and ${what} at once: name another file`));
      owners.set(path, owner);
    }
  }
  return O.none;
};
