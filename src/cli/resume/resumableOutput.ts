import * as E from 'fp-ts/Either';
import fs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { catchError, defer, NEVER, type Observable, ReplaySubject } from 'rxjs';
import type { Place } from '../../index';
import { openOwn, removeLocked, replaceLocked, syncDirectory, writeAll } from '../../node/privateFile';
import type { Output, OutputEnd, Wholeness } from '../outputs/Output';
import { reasonOf } from '../terminal/Complaint';
import { type Bookmark, writeBookmark } from './Bookmark';
import { type Files, renamePart } from './Files';

/** The state of the walk as a bookmark, for a part file of this many bytes. */
type Mark = (bytes: number, isDone: boolean) => Bookmark;

interface ResumableOutput extends Output {
  /** Brings the text so far to the disk, and then the bookmark, with the place that the walk continues from. */
  readonly save: (place: Place) => Observable<unknown>;
  readonly kept: () => Bookmark | undefined;
}

/** Opens a part file for writing behind its first bytes, and drops what is there. */
export const openPart = async ({ part, target }: Files, bytes: number): Promise<FileHandle> => {
  const isNew = !fs.existsSync(part);
  // Whatever the mode of the target and the umask: a file that others can write cannot be continued.
  const opened = isNew
    ? E.right(await fs.promises.open(part, 'wx+', (target.mode & ~0o022) | 0o600))
    : await openOwn(part, fs.constants.O_RDWR, 'to writers');
  if (E.isLeft(opened)) throw new Error(`of ${part}, ${opened.left}`);
  const file = opened.right;
  try {
    await file.truncate(bytes);
    if (isNew) await syncDirectory(dirname(part));
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
};

/** Runs one action after the other: an interrupt must not come between two steps of a page. */
const oneByOne = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <R>(action: () => Promise<R>): Promise<R> => {
    const result = last.then(action);
    last = result.catch(() => undefined);
    return result;
  };
};

/**
 * A file that a later run can continue with, after whatever end of this one.
 *
 * Text is held back until the place after its page is saved; text and bookmark go to the disk, in this order, and then
 * the next request leaves. So at any moment the bookmark tells how much of the part file came from pages before its
 * place.
 */
export const resumableOutput = (files: Files, open: FileHandle, start: number, mark: Mark): ResumableOutput => {
  const { target, part, file } = files;
  const ends = new ReplaySubject<OutputEnd>(1);
  const inTurn = oneByOne();
  let waiting: Array<string> = [];
  let bytes = start;
  let kept: Bookmark | undefined;

  const flush = async (): Promise<void> => {
    const text = Buffer.from(waiting.join(''));
    waiting = [];
    if (text.length === 0) return;
    await writeAll(open, text, bytes);
    await open.datasync();
    bytes += text.length;
  };

  const keep = async (isDone: boolean): Promise<void> => {
    await flush();
    const bookmark = mark(bytes, isDone);
    await replaceLocked(file, writeBookmark(bookmark));
    if (kept === undefined) await syncDirectory(dirname(file));
    kept = bookmark;
  };

  const once = (action: () => Promise<void>): Observable<unknown> =>
    defer(() => inTurn(action)).pipe(
      catchError((error: unknown) => {
        ends.next({ _tag: 'OutputFailed', reason: reasonOf(error) });
        return NEVER;
      }),
    );

  const settle = async (wholeness: Wholeness): Promise<string> => {
    try {
      if (wholeness !== 'broken') await keep(true);
    } finally {
      await open.close();
    }
    if (wholeness === 'whole') {
      await renamePart(files);
      return `written to ${target.path}`;
    }
    if (mark(bytes, false).written.pages > 0) {
      return `what was read is in ${part}, and ${target.path} was not touched`;
    }
    await fs.promises.rm(part, { force: true });
    await removeLocked(file);
    return '';
  };

  return {
    write: (text) => waiting.push(text),
    // A bookmark is written before any page, and when the walk begins again.
    ready: once(async () => {
      if (kept === undefined || kept.course.place !== mark(bytes, false).course.place) await keep(false);
    }),
    save: (place) =>
      once(async () => {
        // Otherwise the page has no usable token: it will be asked for again, so its text must not be kept.
        if (place.pages > (kept?.course.place?.pages ?? 0)) await keep(false);
      }),
    flushed: once(flush),
    ends,
    close: (wholeness) =>
      inTurn(() => settle(wholeness)).then(E.right, (error: unknown) =>
        E.left(`cannot write ${target.path}: ${reasonOf(error)}`),
      ),
    kept: () => kept,
  };
};
