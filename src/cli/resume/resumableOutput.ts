import * as E from 'fp-ts/Either';
import fs from 'node:fs';
import { dirname } from 'node:path';
import { defer, NEVER, type Observable, of, ReplaySubject } from 'rxjs';
import type { Place } from '../../index';
import type { Output, OutputEnd, Wholeness } from '../outputs/Output';
import { openOwn, removePrivateFile, replacePrivateFile, syncDirectory, writeAll } from '../outputs/privateFile';
import { reasonOf } from '../terminal/Complaint';
import { type Bookmark, writeBookmark } from './Bookmark';
import { type Files, renamePart } from './Files';

/** The state of the walk as a bookmark, for a part file of so many bytes. */
type Mark = (bytes: number, isDone: boolean) => Bookmark;

interface ResumableOutput extends Output {
  /** Brings the text so far to the disk, and then the bookmark, with the place that the walk is to go on from. */
  readonly save: (place: Place) => Observable<unknown>;
  /** The bookmark that is on the disk. */
  readonly kept: () => Bookmark | undefined;
}

/** Opens a part file for writing behind its first bytes, and drops what is there. */
export const openPart = ({ part, target }: Files, bytes: number): number => {
  const isNew = !fs.existsSync(part);
  // Whatever the target is like and the umask allows: what others can write is not gone on with.
  const opened = isNew
    ? E.right(fs.openSync(part, 'wx+', (target.mode & ~0o022) | 0o600))
    : openOwn(part, fs.constants.O_RDWR);
  if (E.isLeft(opened)) throw new Error(`of ${part}, ${opened.left}`);
  const fd = opened.right;
  fs.ftruncateSync(fd, bytes);
  if (isNew) syncDirectory(dirname(part));
  return fd;
};

/**
 * A file that a later run can go on with, after whatever end of this one.
 *
 * Text is held back until the place after its page is saved; text and bookmark go to the disk, in this order, and then
 * the next request leaves. So at any moment the bookmark tells how much of the part file came from pages before its
 * place. Everything is done before the walk goes on: nothing can come between two steps but a kill.
 */
export const resumableOutput = (files: Files, fd: number, start: number, mark: Mark): ResumableOutput => {
  const { target, part, file } = files;
  const ends = new ReplaySubject<OutputEnd>(1);
  let waiting: ReadonlyArray<string> = [];
  let bytes = start;
  let kept: Bookmark | undefined;

  const flush = (): void => {
    const text = Buffer.from(waiting.join(''));
    waiting = [];
    if (text.length === 0) return;
    writeAll(fd, text, bytes);
    fs.fdatasyncSync(fd);
    bytes += text.length;
  };

  const keep = (isDone: boolean): void => {
    flush();
    const bookmark = mark(bytes, isDone);
    replacePrivateFile(file, writeBookmark(bookmark));
    if (kept === undefined) syncDirectory(dirname(file));
    kept = bookmark;
  };

  const once = (action: () => void): Observable<unknown> =>
    defer(() => {
      try {
        action();
        return of(undefined);
      } catch (error) {
        ends.next({ _tag: 'OutputFailed', reason: reasonOf(error) });
        return NEVER;
      }
    });

  const settle = (wholeness: Wholeness): string => {
    if (wholeness !== 'broken') keep(true);
    fs.closeSync(fd);
    if (wholeness === 'whole') {
      renamePart(files);
      return `written to ${target.path}`;
    }
    if (mark(bytes, false).written.pages > 0) {
      return `what was read is in ${part}, and ${target.path} was not touched`;
    }
    fs.rmSync(part, { force: true });
    removePrivateFile(file);
    return '';
  };

  return {
    write: (text) => {
      waiting = [...waiting, text];
    },
    // Before any page there is a bookmark, and one that says so where the walk begins again.
    ready: once(() => {
      if (kept === undefined || kept.course.place !== mark(bytes, false).course.place) keep(false);
    }),
    save: (place) =>
      once(() => {
        // The token of such a page is not one: the page is to be asked for again, and its text is not to be kept.
        if (place.pages > (kept?.course.place?.pages ?? 0)) keep(false);
      }),
    flushed: once(flush),
    ends,
    close: (wholeness) => {
      try {
        return Promise.resolve(E.right(settle(wholeness)));
      } catch (error) {
        return Promise.resolve(E.left(`cannot write ${target.path}: ${reasonOf(error)}`));
      }
    },
    kept: () => kept,
  };
};
