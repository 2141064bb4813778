import * as E from 'fp-ts/Either';
import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Complaint, misuse } from '../Complaint';

/** A file that is to be replaced. */
export interface Target {
  readonly path: string;
  readonly mode: number;
  /** Its size in bytes, if it is there. */
  readonly size: number | undefined;
}

/** The file that an option names. A link stays a link to the new file, and a file keeps its permissions. */
export const targetOf = async (option: string, file: string): Promise<E.Either<Complaint, Target>> => {
  if (file === '') return E.left(misuse(`${option} needs the name of a file`));
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return E.right({ path: resolve(file), mode: 0o666, size: undefined });
  // Renaming over a device or a pipe would put a file in its place: /dev/null must survive `--out /dev/null`.
  if (!found.isFile()) return E.left(misuse(`cannot write ${file}: it is no regular file`));
  return E.right({ path: await realpath(file), mode: found.mode & 0o777, size: found.size });
};
