import * as E from 'fp-ts/Either';
import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { temporaryName } from '../../node/privateFile';
import { type Checked, misuse } from '../terminal/Complaint';
import { isLockOf } from './lock';

export interface FileTarget {
  readonly path: string;
  readonly mode: number;
}

/** A path in its real directory: two names of one directory must not make two files of one. */
const located = async (file: string): Promise<string> => {
  const path = resolve(file);
  const directory = dirname(path);
  return join(await realpath(directory).catch(() => directory), basename(path));
};

/** All names that a file is known by: the one that is given, and if that is a link, the one that it leads to. */
const namesOf = async (file: string): Promise<ReadonlyArray<string>> => {
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
const fileTargetOf = async (option: string, file: string): Promise<Checked<FileTarget>> => {
  if (file === '') return E.left(misuse(`${option} needs the name of a file`));
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) {
    // Renaming over it would leave the link's owner without a link, and without a file where it leads.
    const link = await lstat(file).catch(() => undefined);
    if (link?.isSymbolicLink())
      return E.left(
        misuse(
          `cannot write ${file}: it is a link that leads nowhere; remove it, or name another file with ${option}`,
        ),
      );
    return E.right({ path: await located(file), mode: newFile() });
  }
  // Renaming over a device or a pipe would put a file in its place: /dev/null must survive `--out /dev/null`.
  if (!found.isFile()) return E.left(misuse(`cannot write ${file}: it is not a regular file`));
  return E.right({ path: await realpath(file), mode: found.mode & 0o777 });
};

/** Files that are replaced as a whole, by their options. */
const replaced = ['out', 'resume'] as const;

/** Files that are read or appended to. */
const others = {
  events: '--events',
  tokenFile: '--token-file',
  headersFile: '--headers-file',
  clientSecretFile: '--client-secret-file',
  bodyFile: '--body',
  document: 'FILE',
} as const;

export type FileFlags = Readonly<
  Partial<Record<'out' | keyof typeof others, string | undefined>>
> & {
  /** Without a name it is that of `--out` and an ending. */
  readonly resume?: string | true;
};

/** The files that a run replaces, under their real names. */
export type Files = Readonly<Partial<Record<(typeof replaced)[number], FileTarget>>>;

/** The file that has the objects of a walk that can be continued, until all are written. */
export const partOf = (out: string): string => `${out}.part`;

/** The files that only one run may touch at a time. */
export const lockedOf = ({ out, resume }: Files): ReadonlyArray<string> =>
  [resume?.path, resume && out && partOf(out.path)].filter((path) => path !== undefined);

/** Finds the files of a run. No two of all may be the same under two names: one would replace or remove the other. */
export const filesOf = async (flags: FileFlags): Promise<Checked<Files>> => {
  const files: Partial<Record<keyof Files, FileTarget>> = {};
  const owners = new Map<string, string>();
  let clash: string | undefined;
  const own = (owner: string, paths: ReadonlyArray<string>): void => {
    for (const path of paths) {
      const first = owners.get(path) ?? owner;
      if (first !== owner)
        clash ??= `${path} cannot be ${first} and ${owner} at once: name another file`;
      owners.set(path, first);
    }
  };

  const { out, resume } = flags;
  const given = { out, resume: resume === true ? `${out ?? ''}.place` : resume };
  for (const name of replaced) {
    const file = given[name];
    if (file === undefined) continue;
    const target = await fileTargetOf(`--${name}`, file);
    if (E.isLeft(target)) return target;
    files[name] = target.right;
    const { path } = target.right;
    own(`the file of --${name}`, [path, ...(await namesOf(file))]);
    if (name !== 'out') own(`the .new file of --${name}`, [temporaryName(path)]);
    else if (resume !== undefined) own('the .part file of --out', [partOf(path)]);
  }
  for (const [name, option] of Object.entries(others)) {
    const file = flags[name as keyof typeof others];
    if (file !== undefined) own(`the file of ${option}`, await namesOf(file));
  }
  const locked = lockedOf(files);
  own(
    'a lock file',
    [...owners.keys()].filter((path) => locked.some((one) => isLockOf(one, path))),
  );
  return clash === undefined ? E.right(files) : E.left(misuse(clash));
};
