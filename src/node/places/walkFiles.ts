import { isRight } from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { createHash, randomUUID } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Place } from '../../model/place/Place';
import { createPrivate, writePrivate } from '../privateFile';
import { appendPrivate, readPrivate } from './trustedFile';

/** A line of the claims: a random name, so that whoever has added one finds it. */
const markLength = 37;

const nothingKept = 'none';

/** The id as far as it can be part of a file's name, and a digest of all of it: ids may be long, or differ only in case. */
const stemOf = (id: string): string =>
  `${id.replace(/[^\w-]+/g, '_').slice(0, 40)}-${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;

/**
 * The files of one walk in a directory. No locks and no clock:
 *
 * - `….claims` only ever grows. A claim adds a line; the number of that line is its epoch, and it is superseded when there
 *   is a line after it. So no epoch comes twice.
 * - `….<epoch>.place` is written by the claim of that epoch alone. A claim adds its line first and then reads the place
 *   before it; a walker writes its place first and then looks for a line after its own. Whatever the order, either the
 *   walker learns that it was superseded, or its successor reads what it wrote.
 */
export interface WalkFiles {
  /** Supersedes every claim before it. */
  claim(): Promise<number>;
  /** Whether the claim of this epoch is the last one. */
  isCurrent(epoch: number): Promise<boolean>;
  /** The place that was kept before this epoch. */
  placeBefore(epoch: number): Promise<O.Option<Place>>;
  keep(epoch: number, place: O.Option<Place>): Promise<void>;
  /** Removes what the claims before this epoch have left. */
  clean(epoch: number): Promise<void>;
}

export const walkFiles = (directory: string, id: string): WalkFiles => {
  const stem = stemOf(id);
  const claims = join(directory, `${stem}.claims`);
  const fileOf = (epoch: number): string => join(directory, `${stem}.${epoch}.place`);
  const header = `pagewalk 1 ${JSON.stringify(id)}\n`;
  const size = Buffer.byteLength(header);

  const damaged = (path: string): Error =>
    new Error(
      `filePlaces: ${path} is damaged, or is not a file of the walk ${JSON.stringify(id)}. The walk does not begin again by itself: ` +
        'repair the file, or remove the files of this walk to begin again',
    );

  const readClaims = async (): Promise<ReadonlyArray<string>> => {
    const text = (await readPrivate(claims)) ?? '';
    const marks = text.slice(header.length);
    if (!text.startsWith(header) || !/^(?:[\da-f-]{36}\n)*$/.test(marks)) throw damaged(claims);
    return marks.split('\n').slice(0, -1);
  };

  const readPlace = async (epoch: number): Promise<O.Option<O.Option<Place>>> => {
    const text = await readPrivate(fileOf(epoch));
    if (text === undefined) return O.none;
    const kept = text.slice(header.length, -1);
    if (text === `${header}${nothingKept}\n`) return O.some(O.none);
    const place = Place.decode(kept);
    if (text !== `${header}${kept}\n` || !isRight(place)) throw damaged(fileOf(epoch));
    return O.some(O.some(place.right));
  };

  return {
    claim: async () => {
      if ((await readPrivate(claims)) === undefined) await createPrivate(claims, header);
      await readClaims();
      const mark = randomUUID();
      await appendPrivate(claims, `${mark}\n`);
      return (await readClaims()).indexOf(mark) + 1;
    },
    isCurrent: async (epoch) => {
      const lines = ((await lstat(claims)).size - size) / markLength;
      if (lines < epoch) throw damaged(claims);
      return lines === epoch;
    },
    placeBefore: async (epoch) => {
      for (let before = epoch - 1; before > 0; before -= 1) {
        const place = await readPlace(before);
        if (O.isSome(place)) return place.value;
      }
      return O.none;
    },
    keep: (epoch, place) =>
      writePrivate(fileOf(epoch), `${header}${O.isSome(place) ? Place.encode(place.value) : nothingKept}\n`),
    clean: async (epoch) => {
      const ownName = new RegExp(`^${stem}\\.(\\d+)\\.place`);
      for (const name of await readdir(directory)) {
        const found = Number(ownName.exec(name)?.[1] ?? epoch);
        if (found < epoch) await rm(join(directory, name), { force: true });
      }
    },
  };
};
