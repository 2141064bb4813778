import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import fs from 'node:fs';
import { dirname } from 'node:path';
import { besides, readOwn, removeLocked, syncDirectory } from '../../node/privateFile';
import { isLockOf } from '../outputs/lock';
import { clashOf, type Named, namesOf, secretFiles, type SecretFiles, type Target, targetOf } from '../outputs/target';
import { type Checked, misuse } from '../terminal/Complaint';
import { type Bookmark, differences, readBookmark, type Request } from './Bookmark';

export interface Files {
  /** The file that has the objects once all are written. */
  readonly target: Target;
  /** The file that has them until then. */
  readonly part: string;
  readonly file: string;
}

/** Names the files of a run, by what `--out` and `--resume` say. No two of them may be the same file. */
export const filesOf = async (out: string, resume: string, secrets: SecretFiles = {}): Promise<Checked<Files>> => {
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
    ...(await secretFiles(secrets)),
  ];
  const isLock = (path: string): boolean => isLockOf(file, path) || isLockOf(part, path);
  const locks = named.flatMap(([, paths]) => paths.filter(isLock));
  const clash = clashOf([...named, ['a lock file', locks]]);
  return O.isSome(clash) ? E.left(clash.value) : E.right({ target: target.right, part, file });
};

/** Does what is left to do once the part file has its name: gives it its permissions, and forgets the bookmark. */
export const forgetPart = async ({ target, file }: Pick<Files, 'target' | 'file'>): Promise<void> => {
  const { stat, chmod } = fs.promises;
  if (((await stat(target.path)).mode & 0o777) !== target.mode) await chmod(target.path, target.mode);
  await removeLocked(file);
};

/** Gives the part file, whose bookmark says that it is whole, its name. A kill between two steps does no harm. */
export const renamePart = async ({ target, part, file }: Files): Promise<void> => {
  // A power cut must not undo the last bookmark and keep the rename: the one before speaks of a part file.
  await syncDirectory(dirname(file));
  await fs.promises.rename(part, target.path);
  await syncDirectory(dirname(target.path));
  await forgetPart({ target, file });
};

/** Where the objects of a request are, whatever `--out` says now. */
const partOf = ({ out }: Request, part: string): string => (typeof out === 'string' ? `${out}.part` : part);

/** The bookmark of a request, if there is one; that of another request is nothing to continue with. */
export const findBookmark = async ({ file, part }: Files, request: Request): Promise<Checked<O.Option<Bookmark>>> =>
  pipe(
    await readOwn(file, 'to writers'),
    E.chain(O.traverse(E.Applicative)(readBookmark)),
    E.mapLeft(
      (problem) =>
        `cannot continue with ${file}: ${problem}. ` +
        `Name another file by --resume, or remove ${file} and ${part} to begin again`,
    ),
    E.chain((bookmark) => {
      const before = O.isSome(bookmark) ? bookmark.value.request : request;
      const others = differences(before, request);
      if (others.length === 0) return E.right(bookmark);
      return E.left(
        `${file} is of another request: ${others.join('; ')}. ` +
          `Run that one again, name another file by --resume, ` +
          `or remove ${file} and ${partOf(before, part)} to begin again`,
      );
    }),
    E.mapLeft(misuse),
  );

/** What is on the disk when a run begins; sizes in bytes. */
export interface Found {
  readonly bookmark: O.Option<Bookmark>;
  readonly part: O.Option<number>;
  readonly target: O.Option<number>;
}

export type Recovery =
  /** Walk, from the first page or from the bookmark's place. */
  | { readonly _tag: 'Walk'; readonly bookmark: O.Option<Bookmark> }
  | { readonly _tag: 'Rename'; readonly bookmark: Bookmark }
  /** Nothing but to remove the bookmark: the part file has its name. */
  | { readonly _tag: 'Forget'; readonly bookmark: Bookmark }
  /** Nothing: the walk is over, but objects were left out. */
  | { readonly _tag: 'Keep'; readonly bookmark: Bookmark };

/** Decides what a run has to do after whatever end of the run before it; a Left says why it cannot continue. */
export const recovery = (
  { bookmark, part, target }: Found,
  names: Pick<Files, 'file' | 'part'>,
): E.Either<string, Recovery> => {
  const beginAgain = `remove ${names.file} and ${names.part} to begin again`;
  if (O.isNone(bookmark)) {
    // Nothing is written to a part file before there is a bookmark, so one that holds something is not ours to replace.
    return O.isSome(part) && part.value > 0
      ? E.left(
          `${names.part} is there, but ${names.file}, which has to say what it holds, is not: ` +
            `name the right file by --resume, or remove ${names.part} to begin again`,
        )
      : E.right({ _tag: 'Walk', bookmark });
  }
  const { isDone, written } = bookmark.value;
  const isFlawed = written.invalid + written.omitted > 0;
  const bytes = O.getOrElse(() => 0)(part);
  if (!isDone) {
    return bytes >= written.bytes
      ? E.right({ _tag: 'Walk', bookmark })
      : E.left(`${names.part} lacks what ${names.file} says was written to it; bring it back, or ${beginAgain}`);
  }
  if (O.isSome(part) && part.value === written.bytes) {
    return E.right({ _tag: isFlawed ? 'Keep' : 'Rename', bookmark: bookmark.value });
  }
  return O.isNone(part) && !isFlawed && O.isSome(target) && target.value === written.bytes
    ? E.right({ _tag: 'Forget', bookmark: bookmark.value })
    : E.left(`${names.part} is not as it was when ${names.file} was written; bring it back, or ${beginAgain}`);
};
