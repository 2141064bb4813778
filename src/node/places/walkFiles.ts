import { isRight } from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { createHash, randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Place } from '../../model/place/Place';
import { writePrivate } from '../privateFile';
import { claimLines, type Line } from './claimLines';
import { prepareFile } from './preparedFile';
import { readPrivate } from './trustedFile';

const nothingKept = 'none';

/** The id as far as it can be part of a file's name, and a digest of all of it: ids may be long, or differ only in case. */
export const stemOf = (id: string): string =>
  `${id.replace(/[^\w-]+/g, '_').slice(0, 40)}-${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;

export const damagedFile = (path: string, id: string): Error =>
  new Error(
    `filePlaces: ${path} is damaged, or is not a file of the walk ${JSON.stringify(id)}. The walk does not begin again by itself: ` +
      'repair the file, or remove the files of this walk to begin again',
  );

export interface Taken extends Line {
  readonly place: O.Option<Place>;
}

/**
 * The files of one walk, or of a part of it, in a directory. No locks and no clock:
 *
 * - `….claims` has a line for each claim (`claimLines`).
 * - `….<epoch>.place` is written by the claim of that epoch alone. A claim adds its line first and then reads the place
 *   before it; a walker writes its place first and then looks for a line after its own. Whatever the order, either the
 *   walker learns that it was superseded, or its successor reads what it wrote.
 */
export interface WalkFiles {
  /** Supersedes every claim before it, and takes over the place that is kept. One that fails has changed nothing. */
  take(): Promise<Taken>;
  /** The place that is kept, without a claim. */
  place(): Promise<O.Option<Place>>;
  /** Supersedes every claim before it, and drops the place. */
  drop(): Promise<void>;
  isCurrent(claim: Line): Promise<boolean>;
  /** The place that is there: the one that the claim kept last, unless somebody has put older files back. */
  found(claim: Line): Promise<O.Option<Place>>;
  keep(claim: Line, place: Place): Promise<void>;
}

export const walkFiles = (directory: string, id: string, part?: string): WalkFiles => {
  // No id has a NUL in it, so none is that of a part.
  const name = part === undefined ? id : `${id}\0${part}`;
  const stem = stemOf(name);
  const fileOf = (epoch: number): string => join(directory, `${stem}.${epoch}.place`);
  const header = `pagewalk 1 ${JSON.stringify(name)}\n`;
  const damaged = (path: string): Error => damagedFile(path, id);
  const claims = claimLines(directory, stem, header, damaged);

  const textOf = (place: O.Option<Place>): string =>
    `${header}${O.isSome(place) ? Place.encode(place.value) : nothingKept}\n`;

  const readPlace = async (epoch: number): Promise<O.Option<O.Option<Place>>> => {
    const text = await readPrivate(fileOf(epoch));
    if (text === undefined) return O.none;
    const kept = text.slice(header.length, -1);
    if (text === textOf(O.none)) return O.some(O.none);
    const place = Place.decode(kept);
    if (text !== `${header}${kept}\n` || !isRight(place)) throw damaged(fileOf(epoch));
    return O.some(O.some(place.right));
  };

  const ownPlace = new RegExp(`^${stem}\\.(\\d+)\\.place`);

  /** The epochs of the place files, and of what may be left beside them. */
  const placeFiles = async (): Promise<ReadonlyArray<readonly [name: string, epoch: number]>> =>
    (await readdir(directory)).flatMap((name) => {
      const [, epoch] = ownPlace.exec(name) ?? [];
      return epoch === undefined ? [] : [[name, Number(epoch)] as const];
    });

  const placeUpTo = async (epoch: number): Promise<O.Option<Place>> => {
    const epochs = (await placeFiles()).map(([, each]) => each).filter((each) => each <= epoch);
    for (const before of [...new Set(epochs)].sort((a, b) => b - a)) {
      const place = await readPlace(before);
      if (O.isSome(place)) return place.value;
    }
    return O.none;
  };

  /** Removes what the claims before this epoch have left. */
  const clean = async (epoch: number): Promise<void> => {
    for (const [name, each] of await placeFiles()) {
      if (each < epoch) await rm(join(directory, name), { force: true });
    }
    await claims.clean(epoch);
  };

  /** A successor removes what is left of the claims before it, also while that is being written: then it fails, and is past. */
  const unlessSuperseded = async (claim: Line, write: () => Promise<void>): Promise<void> => {
    try {
      await write();
    } catch (error) {
      if (await claims.isLast(claim)) throw error;
    }
  };

  const claimWith = async (
    before: O.Option<Place>,
    epoch: number,
    placeAfter: (epoch: number) => Promise<O.Option<Place>>,
  ): Promise<Taken> => {
    // The file comes first: a claim for whose place there is no room would supersede a walker and fail.
    const file = await prepareFile(`${fileOf(epoch + 1)}.${randomUUID()}.tmp`, textOf(before));
    try {
      const claim = await claims.add();
      const place = await placeAfter(claim.epoch - 1);
      await unlessSuperseded(claim, async () => {
        await file.give(fileOf(claim.epoch), textOf(place));
        await clean(claim.epoch);
      });
      return { ...claim, place };
    } finally {
      await file.drop();
    }
  };

  return {
    take: async () => {
      const epoch = await claims.last();
      const before = await placeUpTo(epoch);
      // A walk that is done is not claimed: this mark stands nowhere.
      if (O.isSome(before) && before.value.isLast) return { epoch, mark: randomUUID(), place: before };
      return claimWith(before, epoch, placeUpTo);
    },
    place: () => placeUpTo(Infinity),
    drop: async () => {
      await claimWith(O.none, await claims.last(), () => Promise.resolve(O.none));
    },
    isCurrent: (claim) => claims.isLast(claim),
    found: async ({ epoch }) => O.getOrElseW(() => placeUpTo(epoch))(await readPlace(epoch)),
    keep: (claim, place) => unlessSuperseded(claim, () => writePrivate(fileOf(claim.epoch), textOf(O.some(place)))),
  };
};
