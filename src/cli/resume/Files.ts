import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import fs from 'node:fs';
import { dirname } from 'node:path';
import { isLockOf } from '../outputs/lock';
import { besides, removePrivateFile, syncDirectory } from '../outputs/privateFile';
import { clashOf, type Named, namesOf, type Target, targetOf } from '../outputs/target';
import type { Complaint } from '../terminal/Complaint';

/** The files of a run that another one can continue. */
export interface Files {
  /** What the objects are to be in when all are written. */
  readonly target: Target;
  /** What they are in until then. */
  readonly part: string;
  /** The bookmark. */
  readonly file: string;
}

/** Names the files of a run, by what `--out` and `--resume` say. No two of them may be the same file. */
export const filesOf = async (out: string, resume: string, tokenFile?: string): Promise<E.Either<Complaint, Files>> => {
  const target = await targetOf('--out', out);
  if (E.isLeft(target)) return target;
  const bookmark = await targetOf('--resume', resume);
  if (E.isLeft(bookmark)) return bookmark;
  const part = `${target.right.path}.part`;
  const file = bookmark.right.path;
  const named: ReadonlyArray<Named> = [
    ['the file of --out', [target.right.path, ...(await namesOf(out))]],
    ['the .part file of --out', [part]],
    ['the file of --resume', [file, ...(await namesOf(resume))]],
    ['the .new file of --resume', [besides(file)]],
    ['the file of --token-file', tokenFile === undefined ? [] : await namesOf(tokenFile)],
  ];
  const isLock = (path: string): boolean => isLockOf(file, path) || isLockOf(part, path);
  const locks = named.flatMap(([, paths]) => paths.filter(isLock));
  return pipe(
    clashOf([...named, ['a lock file', locks]]),
    O.match(
      () => E.right({ target: target.right, part, file }),
      (clash) => E.left(clash),
    ),
  );
};

/** Does what is left to do once the part file has its name: gives it its permissions, and forgets the bookmark. */
export const forgetPart = ({ target, file }: Pick<Files, 'target' | 'file'>): void => {
  if ((fs.statSync(target.path).mode & 0o777) !== target.mode) fs.chmodSync(target.path, target.mode);
  removePrivateFile(file);
};

/** Gives the part file, whose bookmark says that it is whole, its name. A kill between two steps does no harm. */
export const renamePart = ({ target, part, file }: Files): void => {
  // A power cut must not undo the last bookmark and keep the rename: the one before speaks of a part file.
  syncDirectory(dirname(file));
  fs.renameSync(part, target.path);
  syncDirectory(dirname(target.path));
  forgetPart({ target, file });
};
