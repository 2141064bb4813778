import * as E from 'fp-ts/Either';
import { randomBytes } from 'node:crypto';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { type Complaint, misuse, reasonOf } from '../Complaint';
import type { Output } from './Output';
import { writableOutput } from './writableOutput';

interface Target {
  readonly path: string;
  readonly mode: number;
}

/** A link stays a link to the new file, and a file keeps its permissions. */
const targetOf = async (file: string): Promise<E.Either<Complaint, Target>> => {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return E.right({ path: file, mode: 0o666 });
  // Renaming over a device or a pipe would put a file in its place: /dev/null must survive `--out /dev/null`.
  if (!found.isFile()) return E.left(misuse(`cannot write ${file}: it is no regular file`));
  return E.right({ path: await realpath(file), mode: found.mode & 0o777 });
};

/**
 * A file that appears whole or not at all. It is written under a name of its own in the same directory, which becomes
 * the real one by a rename; what a walk leaves that did not reach its end stays under that name.
 */
export const fileOutput = async (file: string): Promise<E.Either<Complaint, Output>> => {
  try {
    const target = await targetOf(file);
    if (E.isLeft(target)) return target;
    const { path, mode } = target.right;
    const part = `${path}.${randomBytes(3).toString('hex')}.part`;
    const handle = await open(part, 'wx', mode);
    const stream = handle.createWriteStream({ autoClose: false });
    const output = writableOutput(stream);

    const settle = async (isWhole: boolean): Promise<string> => {
      if (isWhole) {
        stream.end();
        await finished(stream);
        await handle.sync();
      } else {
        stream.destroy();
      }
      const { size } = await handle.stat();
      await handle.close();
      if (isWhole) {
        await rename(part, path);
        return `written to ${file}`;
      }
      if (size === 0) {
        await rm(part);
        return '';
      }
      return `what was read is in ${part}; ${file} was not touched`;
    };

    return E.right({
      ...output,
      close: (isWhole) =>
        settle(isWhole).then(E.right, (error: unknown) => E.left(`cannot write ${file}: ${reasonOf(error)}`)),
    });
  } catch (error) {
    return E.left(misuse(`cannot write ${file}: ${reasonOf(error)}`));
  }
};
