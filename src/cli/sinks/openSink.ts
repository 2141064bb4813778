import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import fs from 'node:fs';
import { forgiven } from '../../model/place/nextRound';
import { openOwn } from '../../node/privateFile';
import {
  type Checked,
  type Complaint,
  failure,
  fileComplaint,
  misuse,
} from '../terminal/Complaint';
import type { Outlet } from '../terminal/Io';
import { reachedText } from '../terminal/progress';
import { counted } from '../terminal/text';
import {
  type Advice,
  type Bookmark,
  bookmarkAt,
  keepBookmark,
  keptPlace,
  nothingWritten,
} from './bookmark';
import { fileSink, wholeFileSink } from './fileSink';
import { appendPart, conclude, openPart, putInPlace } from './partFile';
import type { KeptRequest } from './request';
import type { Sink } from './Sink';
import { streamSink } from './streamSink';
import { type Files, partOf, type FileTarget } from './target';

/** Where the document goes; or an earlier run has written all of it, and what there is to say of that. */
export type Opened =
  | { readonly _tag: 'Open'; readonly sink: Sink }
  | { readonly _tag: 'Written'; readonly text: string };

interface Names {
  /** The file that has the objects once all are written. */
  readonly target: FileTarget;
  /** The file that has them until then. */
  readonly part: string;
  readonly file: string;
}

const fileSize = (path: string): number | undefined =>
  fs.statSync(path, { throwIfNoEntry: false })?.size;

const toBeginAgain = ({ file, part }: Names): string => `remove ${file} and ${part} to begin again`;

const adviceFor = (names: Names): Advice => ({
  unusable: `Name another file with --resume, or ${toBeginAgain(names)}`,
  other: ({ out }) => {
    const part = typeof out === 'string' ? partOf(out) : names.part;
    return `Run that one again, name another file with --resume, or ${toBeginAgain({ ...names, part })}`;
  },
});

/** Never write through a link that has the name of the part file, or to a file that others can change. */
const problemWithPart = async (part: string): Promise<string | undefined> => {
  if (fs.lstatSync(part, { throwIfNoEntry: false }) === undefined) return undefined;
  const opened = await openOwn(part, fs.constants.O_RDONLY, 'to writers');
  if (E.isRight(opened)) return opened.right.close().then(() => undefined);
  return `cannot write ${part}: ${opened.left}; remove it, or name another file with --out`;
};

/** Why files cannot be written to of which there is no bookmark. */
const problemOfNew = ({ target, part, file }: Names, isMarked: boolean): string | undefined => {
  if (isMarked && (fileSize(target.path) ?? 0) > 0) {
    return `${target.path} was finished without --mark, so there is no mark to continue from: name another file with --out, or remove it to read everything again`;
  }
  // Nothing is written to a part file before there is a bookmark, so one that holds something is not ours to replace.
  return (fileSize(part) ?? 0) > 0
    ? `${part} is there, but ${file}, which has to say what it holds, is not: ` +
        `name the right file with --resume, or remove ${part} to begin again`
    : undefined;
};

const isFlawed = ({ written }: Bookmark): boolean => written.invalid > 0;

/** Why the files are not as the run before, however it ended, has left them. */
const problemOfKept = (names: Names, bookmark: Bookmark, isMarked: boolean): string | undefined => {
  const { target, part, file } = names;
  const { bytes, base, isDone } = bookmark;
  const [inPart, inTarget] = [fileSize(part), fileSize(target.path) ?? 0];
  const changed = (path: string): string =>
    `${path} is not as it was when ${file} was written; bring it back, or ${toBeginAgain(names)}`;
  if (base > 0 && (isDone ? inTarget < base : inTarget !== base)) return changed(target.path);
  if (!isDone) {
    return (inPart ?? 0) >= bytes
      ? undefined
      : `${part} lacks what ${file} says was written to it; bring it back, or ${toBeginAgain(names)}`;
  }
  const isInPlace =
    (inPart === undefined || isMarked) && !isFlawed(bookmark) && inTarget === base + bytes;
  return inPart === bytes || isInPlace ? undefined : changed(isMarked ? target.path : part);
};

const flawed = ({ written }: Bookmark, names: Names): Complaint =>
  failure(
    `the walk is over: ${reachedText(written)}, and ${counted(written.invalid, 'object')} invalid and left out. ` +
      `What was read is in ${names.part}; ${toBeginAgain(names)}`,
  );

/** Puts what the run before has read in its place. The part file of the next run has what is new. */
const nextRun = async ({ target, part, file }: Names, before: Bookmark): Promise<Bookmark> => {
  const { bytes, base, written } = before;
  if (!before.isDone) {
    await fs.promises.truncate(part, bytes);
    await keepBookmark(file, { ...before, isDone: true }, false);
  }
  if (fileSize(part) === bytes) {
    await (base > 0
      ? appendPart(part, target, base)
      : putInPlace(part, target, { path: file, stays: true }));
  }
  await fs.promises.rm(part, { force: true });
  return {
    ...before,
    ...{ isDone: false, bytes: 0, base: base + bytes, begins: 0 },
    written: { ...nothingWritten, memory: written.memory },
  };
};

/** Whether all of a walk is written. A later run that asks for what is new begins with the last place of the run before. */
const isOver = (kept: Bookmark, isMarked: boolean): boolean =>
  kept.isDone || (isMarked && kept.written.pages > 0 && keptPlace(kept)?.isLast === true);

/** Continues with what an earlier run has begun. At any end, a kill included, the files are such that the next run can do so. */
const openResumable = async (
  names: Names,
  request: KeptRequest,
  isMarked: boolean,
): Promise<Checked<Opened>> => {
  const { target, part, file } = names;
  const notOwn = await problemWithPart(part);
  if (notOwn !== undefined) return E.left(misuse(notOwn));
  const read = await bookmarkAt(file, request, adviceFor(names));
  if (E.isLeft(read)) return read;
  const found = O.toUndefined(read.right);
  const problem = found ? problemOfKept(names, found, isMarked) : problemOfNew(names, isMarked);
  if (problem !== undefined) return E.left(misuse(problem));

  const open = async (kept: Bookmark): Promise<Checked<Opened>> => {
    const opened = await openPart(part, target, kept.bytes);
    const bookmark = { path: file, stays: isMarked };
    return E.right({
      _tag: 'Open',
      sink: fileSink({ path: part, file: opened, target, kept, bookmark }),
    });
  };
  if (found === undefined) {
    const begun = { isDone: false, place: null, bytes: 0, base: 0, begins: 0 };
    return open({ request, ...begun, written: nothingWritten });
  }
  const { begins = fileSize(target.path) ?? 0 } = found;
  if (!isOver(found, isMarked))
    return open({ ...found, place: forgiven(found.place), request, begins });
  if (isFlawed(found)) return E.left(flawed(found, names));
  if (isMarked) return open({ ...(await nextRun(names, found)), request });
  const kept = { path: file, stays: false };
  await (fs.existsSync(part) ? putInPlace(part, target, kept) : conclude(target, kept));
  return E.right({
    _tag: 'Written',
    text: `${reachedText(found.written)}, written to ${target.path}`,
  });
};

/** Opens what the items of a walk are written to. Its files are locked. */
export const openSink = async (
  { out, resume }: Files,
  request: KeptRequest,
  isMarked: boolean,
  stdout: Outlet,
): Promise<Checked<Opened>> => {
  if (out && resume) {
    const names = { target: out, part: partOf(out.path), file: resume.path };
    return openResumable(names, { ...request, out: out.path }, isMarked).catch((error: unknown) =>
      E.left(fileComplaint(`cannot write ${out.path} and ${resume.path}`, error)),
    );
  }
  if (out === undefined) return E.right({ _tag: 'Open', sink: streamSink(stdout) });
  const opened = await wholeFileSink(out);
  return E.isLeft(opened) ? opened : E.right({ _tag: 'Open', sink: opened.right });
};
