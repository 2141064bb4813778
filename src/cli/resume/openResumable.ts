import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import fs from 'node:fs';
import type { Place } from '../../index';
import { hiddenOf, placeWith } from '../../model/place/hidden';
import { nextRound } from '../../model/place/nextRound';
import { openOwn } from '../../node/privateFile';
import { createKeys, sharedKeys } from '../document/Keys';
import { courseFrom, documentPlaces, isRestarted, type Opened, type StreamFlags } from '../document/Writing';
import { formatOf } from '../formats/formats';
import { type Lock, lockFiles } from '../outputs/lock';
import { type Checked, type Complaint, failure, misuse, reasonOf } from '../terminal/Complaint';
import { counted } from '../terminal/text';
import { newTally, reachedText } from '../walk/progress';
import type { Bookmark, Request } from './Bookmark';
import { type Files, filesOf, findBookmark, forgetPart, recovery, type Recovery, renamePart } from './Files';
import { openPart, resumableOutput } from './resumableOutput';

/** A place without failed restarts: a user who runs a command again wants it to be tried again. */
const forgiven = (place: Place | undefined): Place | undefined => {
  const hidden = hiddenOf(place);
  return place && hidden && placeWith(place, { ...hidden, past: undefined });
};

const goOn = async (
  files: Files,
  request: Request,
  flags: StreamFlags,
  bookmark: O.Option<Bookmark>,
  { release }: Lock,
): Promise<Checked<Opened>> => {
  const { file, part } = files;
  const format = formatOf(flags);
  const before = O.toUndefined(bookmark);
  const resumed = before === undefined ? O.some(format.begin()) : format.resume(before.memory);
  if (O.isNone(resumed)) {
    return E.left(
      misuse(`cannot continue with ${file}: what it says of the format is damaged. Name another by --resume`),
    );
  }
  const formatter = resumed.value;
  const place = forgiven(before?.course.place);
  const restartedBy = before && isRestarted(before.course) ? before.key : undefined;
  // A run without --key continues with the one that the walk was restarted by. With another key, all has to come again.
  const name = flags.key ?? restartedBy;
  const isOtherKey = restartedBy !== undefined && name !== restartedBy;
  const tally = newTally(before && { ...before.written, ...(isOtherKey && { omitted: 0 }) });
  const course = isOtherKey
    ? courseFrom(O.toUndefined(nextRound(place, Infinity)))
    : { ...courseFrom(), ...before?.course, place };
  const length = before?.written.bytes ?? 0;
  const opened = await openPart(files, length);
  // Reads the file that was opened: another file may have its name by now.
  const readBack = () => fs.createReadStream('', { fd: opened.fd, autoClose: false, start: 0, encoding: 'utf8' });
  const keys = pipe(
    O.fromNullable(name),
    O.map((property) => createKeys(property, format, readBack, isOtherKey ? 0 : before?.written.repeated)),
  );
  const output = resumableOutput(files, opened, length, (bytes, isDone) => {
    const { objects, pages, invalid, omitted } = tally;
    const repeated = O.isSome(keys) ? keys.value.repeated() : 0;
    const written = { bytes, objects, pages, invalid, omitted, repeated };
    return { request, isDone, course: { ...course }, written, key: name, memory: formatter.memory() };
  });
  const places = documentPlaces(course.place, output.save);
  const pages = (): number => (output.kept()?.course ?? course).place?.pages ?? 0;
  const resumption = O.some({ file, part, pages });
  return E.right({ _tag: 'Writing', writing: { output, formatter, tally, course, places, keys, resumption, release } });
};

const sizeOf = (path: string): O.Option<number> => O.fromNullable(fs.statSync(path, { throwIfNoEntry: false })?.size);

const doubtOf = ({ course, written, key }: Bookmark): string =>
  key !== undefined && isRestarted(course) ? sharedKeys({ ...written, name: key }) : '';

const flawed = (bookmark: Bookmark, { file, part }: Files): Complaint => {
  const { written } = bookmark;
  const omitted = written.omitted > 0 ? `; ${doubtOf(bookmark)}` : '';
  const invalid = written.invalid > 0 ? `, and ${counted(written.invalid, 'object')} invalid and left out` : '';
  return failure(
    `the walk is over: ${reachedText(written)}${invalid}${omitted}. ` +
      `What was read is in ${part}; remove ${file} and ${part} to begin again`,
  );
};

/** Never write through a link that has the name of the part file, or to a file that others can change. */
const ownPart = async ({ part }: Files): Promise<Checked<unknown>> => {
  if (fs.lstatSync(part, { throwIfNoEntry: false }) === undefined) return E.right(undefined);
  const opened = await openOwn(part, fs.constants.O_RDONLY, 'to writers');
  if (E.isLeft(opened)) {
    return E.left(misuse(`cannot write ${part}: ${opened.left}; remove it, or name another file by --out`));
  }
  await opened.right.close();
  return opened;
};

const finish = async (found: Exclude<Recovery, { readonly _tag: 'Walk' }>, files: Files): Promise<Checked<Opened>> => {
  if (found._tag === 'Keep') return E.left(flawed(found.bookmark, files));
  await (found._tag === 'Rename' ? renamePart(files) : forgetPart(files));
  const { bookmark } = found;
  const text = `${reachedText(bookmark.written)}, written to ${files.target.path}`;
  return E.right({ _tag: 'Written', text, doubt: doubtOf(bookmark) });
};

const open = async (files: Files, request: Request, flags: StreamFlags, lock: Lock): Promise<Checked<Opened>> => {
  const own = await ownPart(files);
  if (E.isLeft(own)) return own;
  const bookmark = await findBookmark(files, request);
  if (E.isLeft(bookmark)) return bookmark;
  const found = { bookmark: bookmark.right, part: sizeOf(files.part), target: sizeOf(files.target.path) };
  const todo = recovery(found, files);
  if (E.isLeft(todo)) return E.left(misuse(todo.left));
  if (todo.right._tag !== 'Walk') return finish(todo.right, files);
  return goOn(files, request, flags, todo.right.bookmark, lock);
};

/**
 * Opens a document that this run continues with if an earlier one has begun it. At any end, a kill included, the files are
 * such that the next run can do the same.
 */
export const openResumable = async (flags: StreamFlags, resume: string, asked: Request): Promise<Checked<Opened>> => {
  if (flags.out === undefined) {
    return E.left(misuse('--resume needs --out: a walk can only be continued where its objects are in a file'));
  }
  const files = await filesOf(flags.out, resume, flags);
  if (E.isLeft(files)) return files;
  const lock = lockFiles([files.right.file, files.right.part]);
  if (E.isLeft(lock)) return lock;
  const request = {
    ...asked,
    format: flags.format,
    escapeFormulas: flags.escapeFormulas ?? false,
    limit: flags.limit ?? null,
    out: files.right.target.path,
  };
  let isLockPassedOn = false;
  try {
    const opened = await open(files.right, request, flags, lock.right);
    isLockPassedOn = E.isRight(opened) && opened.right._tag === 'Writing';
    return opened;
  } catch (error) {
    return E.left(misuse(`cannot write ${flags.out} and ${resume}: ${reasonOf(error)}`));
  } finally {
    if (!isLockPassedOn) lock.right.release();
  }
};
