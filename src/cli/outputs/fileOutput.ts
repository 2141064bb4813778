import * as E from 'fp-ts/Either';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { type Complaint, misuse, reasonOf } from '../terminal/Complaint';
import { type Output, type Wholeness, writableOutput } from './Output';
import { targetOf } from './target';

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
 * A file that appears whole or not at all. It is written under a name of its own in the same directory, which becomes
 * the real one by a rename.
 */
export const fileOutput = async (file: string): Promise<E.Either<Complaint, Output>> => {
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
