import * as O from 'fp-ts/Option';
import { sha256 } from '../../node/sha256';

/** The version of the files of places, which each of them begins with. 1.0.0-rc.2 wrote version 1. */
const version = 2;

/** The id as far as it can be part of a file's name, and a digest of all of it: ids may be long, or differ only in case. */
export const stemOf = (id: string): string =>
  `${id.replace(/[^\w-]+/g, '_').slice(0, 40)}-${sha256(id, 'hex').slice(0, 32)}`;

/** The id of a walk, by the first line of one of its files, or of those of a part. */
export const idIn = (line: string): O.Option<string> =>
  O.tryCatch(() => String(JSON.parse(line.replace(/^pagewalk \d+ /, ''))).replace(/\0.*/s, ''));

export const damagedFile = (path: string, id: string): Error =>
  new Error(
    `filePlaces: ${path} is damaged, or is not a file of the walk ${JSON.stringify(id)}. The walk does not begin again by ` +
      'itself: repair the file, or remove the files of this walk to begin again',
  );

/** What the files of a walk, or of a part of it, are called, and begin with. */
export interface FileHeader {
  readonly stem: string;
  /** The first line of what is written. */
  readonly text: string;
  /** Whether this is the first line of such a file, of this version or an earlier one. Throws for one of a later version. */
  readonly isFirst: (line: string | undefined, path: string) => boolean;
  readonly damaged: (path: string) => Error;
}

export const fileHeader = (id: string, part?: string): FileHeader => {
  // No id has a NUL in it, so none is that of a part.
  const name = part === undefined ? id : `${id}\0${part}`;
  const written = JSON.stringify(name);
  return {
    stem: stemOf(name),
    text: `pagewalk ${version} ${written}\n`,
    isFirst: (line = '', path) => {
      const said = Number(/^pagewalk (\d{1,9}) /.exec(line)?.[1] ?? 0);
      if (said <= version) return said > 0 && line === `pagewalk ${said} ${written}`;
      throw new Error(
        `filePlaces: ${path} was made by a later version of pagewalk (${said}; this one knows ${version}): use that version`,
      );
    },
    damaged: (path) => damagedFile(path, id),
  };
};
