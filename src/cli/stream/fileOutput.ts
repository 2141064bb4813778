import * as E from 'fp-ts/Either';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { realpath, rename, rm, stat } from 'node:fs/promises';
import { type Complaint, misuse, reasonOf } from '../Complaint';
import type { Output } from './Output';
import { writableOutput } from './writableOutput';

interface Target {
  readonly path: string;
  readonly mode: number;
}

/** A link stays a link to the new file, and a file keeps its permissions. */
const targetOf = async (file: string): Promise<E.Either<Complaint, Target>> => {
  if (file === '') return E.left(misuse('--out needs the name of a file'));
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return E.right({ path: file, mode: 0o666 });
  // Renaming over a device or a pipe would put a file in its place: /dev/null must survive `--out /dev/null`.
  if (!found.isFile()) return E.left(misuse(`cannot write ${file}: it is no regular file`));
  return E.right({ path: await realpath(file), mode: found.mode & 0o777 });
};

const closed = async (stream: WriteStream): Promise<void> => {
  stream.end();
  if (!stream.closed) await once(stream, 'close');
};

/** Puts the file in its place if it is whole; what is left of a walk that broke off stays under its temporary name. */
const settle = async (part: string, target: string, isWhole: boolean): Promise<string> => {
  if (isWhole) {
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
  const refused = (error: unknown): string => `cannot write ${file}: ${reasonOf(error)}`;
  try {
    const target = await targetOf(file);
    if (E.isLeft(target)) return target;
    const { path, mode } = target.right;
    const part = `${path}.${randomBytes(3).toString('hex')}.part`;
    // Flushed to the disk before it is renamed: a file that a power cut leaves empty was not whole.
    const stream = createWriteStream(part, { flags: 'wx', mode, flush: true });
    await once(stream, 'open');
    return E.right({
      ...writableOutput(stream),
      close: (isWhole) =>
        closed(stream)
          .then(() => settle(part, path, isWhole))
          .then(E.right, (error: unknown) => E.left(refused(error))),
    });
  } catch (error) {
    return E.left(misuse(refused(error)));
  }
};
