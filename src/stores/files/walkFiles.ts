import * as O from 'fp-ts/Option';
import { sha256 } from '../../node/sha256';
import type { StoreRow } from '../port/Store';

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

/** The files of a walk, or of a part of it: where they are, and what they are called. */
export interface WalkFiles extends Pick<StoreRow, 'id' | 'part'> {
  readonly directory: string;
  readonly stem: string;
  /** What the first line of each says after the version. */
  readonly written: string;
}

export const walkFiles = (
  directory: string,
  { id, part }: Pick<StoreRow, 'id' | 'part'>,
): WalkFiles => {
  // No id has a NUL in it, so none is that of a part.
  const name = part === undefined ? id : `${id}\0${part}`;
  return { directory, id, part, stem: stemOf(name), written: JSON.stringify(name) };
};

/** The first line of what is written. */
export const headerOf = ({ written }: WalkFiles): string => `pagewalk ${version} ${written}\n`;

/** Whether this is the first line of such a file, of this version or an earlier one. Throws for one of a later version. */
export const isHeaderOf = ({ written }: WalkFiles, line = '', path: string): boolean => {
  const said = Number(/^pagewalk (\d{1,9}) /.exec(line)?.[1] ?? 0);
  if (said <= version) return said > 0 && line === `pagewalk ${said} ${written}`;
  throw new Error(
    `filePlaces: ${path} was made by a later version of pagewalk (${said}; this one knows ${version}): use that version`,
  );
};
