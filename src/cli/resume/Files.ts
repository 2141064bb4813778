import * as E from 'fp-ts/Either';
import fs from 'node:fs';
import { dirname } from 'node:path';
import { type Complaint, misuse } from '../Complaint';
import { type Target, targetOf } from '../stream/target';
import { removePrivateFile } from './privateFile';
import { syncDirectory } from './syncDirectory';

/** The files of a run that can be gone on with. */
export interface Files {
  /** What the objects are to be in when all are written. */
  readonly target: Target;
  /** What they are in until then. */
  readonly part: string;
  /** The bookmark. */
  readonly file: string;
}

/** Names the files of a run, by what `--out` and `--resume` say. */
export const filesOf = async (out: string, resume: string): Promise<E.Either<Complaint, Files>> => {
  const target = await targetOf('--out', out);
  if (E.isLeft(target)) return target;
  const bookmark = await targetOf('--resume', resume);
  if (E.isLeft(bookmark)) return bookmark;
  const part = `${target.right.path}.part`;
  const file = bookmark.right.path;
  return file === target.right.path || file === part
    ? E.left(misuse('--resume must name a file of its own: not that of --out, and not its .part file'))
    : E.right({ target: target.right, part, file });
};

/** Puts the part file, whose bookmark says that it is whole, in its place. A kill between two steps does no harm. */
export const placePart = ({ target, part, file }: Files): void => {
  fs.renameSync(part, target.path);
  syncDirectory(dirname(target.path));
  removePrivateFile(file);
};
