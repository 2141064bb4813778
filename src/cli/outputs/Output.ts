import * as E from 'fp-ts/Either';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { defer, firstValueFrom, fromEvent, map, merge, Observable, of, ReplaySubject, take } from 'rxjs';
import { type Checked, failure, misuse, reasonOf } from '../terminal/Complaint';
import type { Outlet } from '../terminal/Io';
import { targetOf } from './target';

/** Why an output takes no more: its reader went away (`| head -1`), or writing failed. */
export type OutputEnd = { readonly _tag: 'ReaderGone' } | { readonly _tag: 'OutputFailed'; readonly reason: string };

/** How the document ended: whole, at its end but without objects that were invalid, or before its end. */
export type Wholeness = 'whole' | 'flawed' | 'broken';

export interface Output {
  readonly write: (text: string) => void;
  /** Emits once when there is room for a page; it paces the walk, which waits for it before every request. */
  readonly ready: Observable<unknown>;
  /** Emits once when everything written has left this process, and never where it cannot. */
  readonly flushed: Observable<unknown>;
  readonly ends: Observable<OutputEnd>;
  /** Closes it; a Left or a Right is what there is to say about it: why it failed, or where the text is. */
  readonly close: (wholeness: Wholeness) => Promise<E.Either<string, string>>;
}

const readerIsGone = (error: Error): boolean => {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EPIPE' || code === 'ECONNRESET';
};

/**
 * Any stream as an output. While the stream holds more than its mark, there is no room for a page: a pipe whose reader
 * stops reading stops the walk.
 */
export const writableOutput = (stream: Writable): Output => {
  const ends = new ReplaySubject<OutputEnd>(1);
  // The listener stays: an error may also come after the last write.
  stream.on('error', (error) =>
    ends.next(readerIsGone(error) ? { _tag: 'ReaderGone' } : { _tag: 'OutputFailed', reason: reasonOf(error) }),
  );

  return {
    write: (text) => {
      if (text !== '') stream.write(text);
    },
    ready: defer(() => (stream.writableNeedDrain ? fromEvent(stream, 'drain').pipe(take(1)) : of(undefined))),
    flushed: new Observable((subscriber) => {
      stream.write('', (error) => {
        // `ends` reports what failed; to say "flushed" here would make a broken output a whole one.
        if (error !== null && error !== undefined) return;
        subscriber.next(undefined);
        subscriber.complete();
      });
    }),
    ends,
    close: () => Promise.resolve(E.right('')),
  };
};

/** Prints a text; a Left says why it could not. A reader that stops reading is not a failure. */
export const printText = async (what: string, text: string, outlet: Outlet): Promise<Checked<unknown>> => {
  const output = writableOutput(outlet);
  output.write(text);
  const end = await firstValueFrom(merge(output.flushed.pipe(map(() => undefined)), output.ends));
  return end?._tag === 'OutputFailed' ? E.left(failure(`cannot write ${what}: ${end.reason}`)) : E.right(undefined);
};

const closed = async (stream: WriteStream): Promise<void> => {
  stream.end();
  if (!stream.closed) await once(stream, 'close');
};

/** Puts the file in its place if it is whole; what is left of a walk that broke off stays under its temporary name. */
const settle = async (part: string, target: string, wholeness: Wholeness): Promise<string> => {
  if (wholeness === 'whole') {
    await rename(part, target);
    return `written to ${target}`;
  }
  if ((await stat(part)).size > 0) return `what was read is in ${part}, and ${target} was not touched`;
  await rm(part);
  return '';
};

/**
 * A file that appears whole or not at all. It is written under another name in the same directory, which becomes
 * the real one by a rename.
 */
export const fileOutput = async (file: string): Promise<Checked<Output>> => {
  const cannotWrite = (error: unknown): string => `cannot write ${file}: ${reasonOf(error)}`;
  try {
    const target = await targetOf('--out', file);
    if (E.isLeft(target)) return target;
    const { path, mode } = target.right;
    const part = `${path}.${randomBytes(3).toString('hex')}.part`;
    // Flushed to the disk before it is renamed: a file that a power cut leaves empty was not whole.
    const stream = createWriteStream(part, { flags: 'wx', mode, flush: true });
    await once(stream, 'open');
    return E.right({
      ...writableOutput(stream),
      close: (wholeness) =>
        closed(stream)
          .then(() => settle(part, path, wholeness))
          .then(E.right, (error: unknown) => E.left(cannotWrite(error))),
    });
  } catch (error) {
    return E.left(misuse(cannotWrite(error)));
  }
};
