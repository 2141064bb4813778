import * as E from 'fp-ts/Either';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { catchError, defer, NEVER, type Observable, ReplaySubject } from 'rxjs';
import { openOwn, removeLocked, syncDirectory, using, writeAll } from '../../node/privateFile';
import { type Checked, misuse, reasonOf } from '../terminal/Complaint';
import type { Output, OutputEnd, Wholeness } from './Output';
import type { Target } from './target';

/** What a later run continues with: a private file that says how far the walk has come. */
export interface Keeper {
  readonly path: string;
  /** Whether the walk has come further than the file says, or has begun again. */
  readonly isDue: () => boolean;
  /** Replaces the file, for a part file of this many bytes that is on the disk. */
  readonly keep: (bytes: number, isDone: boolean) => Promise<void>;
  /** Whether any run has written a page. */
  readonly hasPages: () => boolean;
  /** Whether the file stays when the walk is over, for the next run. */
  readonly stays: boolean;
}

export interface Part {
  readonly path: string;
  readonly file: FileHandle;
  readonly target: Target;
  /** Bytes that earlier runs have written. */
  readonly start: number;
  /** Where its text goes in the target, behind what is there already; 0 if it replaces the target. */
  readonly base?: number;
  /** Where the text of this walk begins in it, in case that the walk begins again. */
  readonly begins?: number;
  readonly keeper?: Keeper;
}

/** Opens a part file for writing behind its first bytes, and drops what is there. */
export const openPart = async (
  path: string,
  { mode }: Target,
  bytes: number,
): Promise<FileHandle> => {
  const isNew = !fs.existsSync(path);
  // Whatever the mode of the target and the umask: a file that others can write cannot be continued.
  const opened = isNew
    ? E.right(await fs.promises.open(path, 'wx+', (mode & ~0o022) | 0o600))
    : await openOwn(path, fs.constants.O_RDWR, 'to writers');
  if (E.isLeft(opened)) throw new Error(`of ${path}, ${opened.left}`);
  const file = opened.right;
  try {
    await file.truncate(bytes);
    if (isNew) await syncDirectory(dirname(path));
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
};

type Kept = Pick<Keeper, 'path' | 'stays'>;

/** Does what is left to do once a part file has its name: gives it its permissions, and removes what was kept. */
export const conclude = async (target: Target, kept: Kept): Promise<void> => {
  const { stat, chmod } = fs.promises;
  if (((await stat(target.path)).mode & 0o777) !== target.mode)
    await chmod(target.path, target.mode);
  if (!kept.stays) await removeLocked(kept.path);
};

/** Gives a whole part file its name. A kill between two steps does no harm where something was kept. */
export const putInPlace = async (part: string, target: Target, kept?: Kept): Promise<void> => {
  // A power cut must not undo what was kept last and keep the rename: what was kept before speaks of a part file.
  if (kept) await syncDirectory(dirname(kept.path));
  await fs.promises.rename(part, target.path);
  await syncDirectory(dirname(target.path));
  if (kept) await conclude(target, kept);
};

/** Adds the text of a part file to the target, behind what that had before. A kill between two steps does no harm: it is done again. */
export const appendPart = async (part: string, target: Target, base: number): Promise<void> => {
  const flags = fs.constants.O_RDWR | fs.constants.O_NOFOLLOW;
  await using(await fs.promises.open(target.path, flags), async (file) => {
    await file.truncate(base);
    let end = base;
    for await (const chunk of fs.createReadStream(part) as AsyncIterable<Buffer>) {
      await writeAll(file, chunk, end);
      end += chunk.length;
    }
    await file.sync();
  });
  await fs.promises.rm(part);
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
 * A file that appears whole or not at all, by a rename. With a keeper, a later run can continue after whatever end of this
 * one: the text of a page and then its place go to the disk before the next request leaves. So at any moment the place that
 * was kept tells how much of the part file came from pages before it.
 */
export const partOutput = ({
  path,
  file,
  target,
  start,
  base = 0,
  begins = 0,
  keeper,
}: Part): Output => {
  const ends = new ReplaySubject<OutputEnd>(1);
  const inTurn = oneByOne();
  let waiting: Array<string> = [];
  let bytes = start;

  const flush = async (): Promise<void> => {
    const text = Buffer.from(waiting.join(''));
    waiting = [];
    if (text.length === 0) return;
    await writeAll(file, text, bytes);
    if (keeper) await file.datasync();
    bytes += text.length;
  };

  const keep = async (isDone: boolean): Promise<void> => {
    await flush();
    await keeper?.keep(bytes, isDone);
  };

  const once = (action: () => Promise<void>): Observable<unknown> =>
    defer(() => inTurn(action)).pipe(
      catchError((error: unknown) => {
        ends.next({ _tag: 'OutputFailed', reason: reasonOf(error) });
        return NEVER;
      }),
    );

  // A page without a usable token will be asked for again: it is not due, and its text must not be kept.
  const saved = once(async () => {
    if (keeper?.isDue() ?? true) await keep(false);
  });

  const settle = async (wholeness: Wholeness): Promise<string> => {
    const hasText = await using(file, async () => {
      if (wholeness !== 'broken') {
        await flush();
        await file.truncate(bytes);
        await keep(true);
      }
      if (!keeper) await file.sync();
      return (await file.stat()).size > 0;
    });
    if (wholeness === 'whole') {
      await (base > 0 ? appendPart(path, target, base) : putInPlace(path, target, keeper));
      return `written to ${target.path}`;
    }
    if (keeper?.hasPages() ?? hasText)
      return `what was read is in ${path}, and ${target.path} was not touched`;
    await fs.promises.rm(path, { force: true });
    // Where there is text before this walk, the file has the mark to continue from.
    if (keeper && base === 0) await removeLocked(keeper.path);
    return '';
  };

  return {
    write: (text) => waiting.push(text),
    // What is behind is cut off in the end, or by the next run: until another place is kept, the one before speaks of it.
    cut: () => {
      waiting = [];
      bytes = begins;
    },
    // A place is kept before any page, too, and when the walk begins again.
    ready: saved,
    saved,
    flushed: once(flush),
    ends,
    close: (wholeness) =>
      inTurn(() => settle(wholeness)).then(E.right, (error: unknown) =>
        E.left(`cannot write ${target.path}: ${reasonOf(error)}`),
      ),
  };
};

/** Opens a file that this run writes from its beginning to its end, or not at all. */
export const fileOutput = async (target: Target): Promise<Checked<Output>> => {
  const path = `${target.path}.${randomBytes(3).toString('hex')}.part`;
  try {
    const file = await fs.promises.open(path, 'wx', target.mode);
    return E.right(partOutput({ path, file, target, start: 0 }));
  } catch (error) {
    return E.left(misuse(`cannot write ${target.path}: ${reasonOf(error)}`));
  }
};
