import { isLeft, isRight, right, tryCatch } from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { createHash, randomUUID } from 'node:crypto';
import fs, { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Place } from '../../model/place/Place';
import type { Claim, ClaimOptions } from '../../walk/durable/Places';
import { syncDirectory } from '../privateFile';
import { claimLines, type Line } from './claimLines';
import { doing, openPrivate, readPrivate, replacePrivate } from './trustedFile';
import { processName } from '../processName';

const nothingKept = 'none';

/** A file of places that has grown beyond this is followed by a new one. */
const maxBytes = 2 ** 18;

/** Milliseconds after which a file that nobody uses is closed. */
const idle = 1_000;

/** The id as far as it can be part of a file's name, and a digest of all of it: ids may be long, or differ only in case. */
export const stemOf = (id: string): string =>
  `${id.replace(/[^\w-]+/g, '_').slice(0, 40)}-${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;

export const damagedFile = (path: string, id: string): Error =>
  new Error(
    `filePlaces: ${path} is damaged, or is not a file of the walk ${JSON.stringify(id)}. The walk does not begin again by itself: ` +
      'repair the file, or remove the files of this walk to begin again',
  );

/** Whatever changes a file, or puts another one in its place, changes this. */
const look = ({ ino, size, ctimeNs }: fs.BigIntStats): string => [ino, size, ctimeNs].join();

// To look takes microseconds, and to hand it to another thread ten times as long.
const lookAt = (path: string): string => {
  const stats = fs.statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats ? look(stats) : 'it is not there';
};

/** What a file of places says. */
interface Written {
  readonly by?: string | undefined;
  readonly place: O.Option<Place>;
  /** Where the next place goes: after the last line that is whole. */
  readonly end: number;
}

/** A claim that counts, as long as its files look like this. */
interface Open extends Partial<Written> {
  readonly place: O.Option<Place>;
  readonly claimsLook: string;
  readonly look: string;
  readonly file?: FileHandle;
  readonly closing: NodeJS.Timeout;
}

/** The claims of a process that count, by their nonces. */
export type OpenClaims = Map<string, Open>;

/**
 * The files of one walk, or of a part of it, in a directory. No locks and no clock:
 *
 * - `….claims` has a line for each claim (`claimLines`).
 * - `….<epoch>.place` is written by the claim of that epoch alone, which adds a line for each place. The last line that is
 *   whole counts: one that was torn was never kept. A claim adds its line to the claims first and then reads the place
 *   before it; a walker writes its place first and then looks for a claim after its own. Whatever the order, either the
 *   walker learns that it was superseded, or its successor reads what it wrote.
 *
 * Both are read again only when they have changed.
 */
export const walkFiles = (directory: string, id: string, part?: string, open: OpenClaims = new Map()) => {
  // No id has a NUL in it, so none is that of a part.
  const name = part === undefined ? id : `${id}\0${part}`;
  const stem = stemOf(name);
  const fileOf = (epoch: number): string => join(directory, `${stem}.${epoch}.place`);
  const header = `pagewalk 1 ${JSON.stringify(name)}\n`;
  const damaged = (path: string): Error => damagedFile(path, id);
  const claims = claimLines(directory, stem, header, damaged);

  // Where it was forgotten, nobody has it.
  const textOf = (place: O.Option<Place>, by = processName()): string =>
    `${header}by ${JSON.stringify(by)}\n${O.isSome(place) ? Place.encode(place.value) : nothingKept}\n`;

  const read = async (epoch: number): Promise<Written | undefined> => {
    const text = await readPrivate(fileOf(epoch));
    if (text === undefined) return undefined;
    // What follows the last end of a line is torn, and so is a last line of which the disk has got only some blocks.
    const lines = text.split('\n').slice(0, -1);
    if (lines.at(-1)?.includes('\0')) lines.pop();
    const [first, said = ''] = lines;
    const last = lines.at(-1);
    const place = Place.decode(last);
    const by = said.startsWith('by ') ? tryCatch(() => String(JSON.parse(said.slice(3))), String) : right(undefined);
    const isPlace = last === nothingKept || isRight(place);
    if (`${first}\n` !== header || !isPlace || isLeft(by)) throw damaged(fileOf(epoch));
    const end = Buffer.byteLength(lines.join('\n')) + 1;
    return { by: by.right, place: O.fromEither(place), end };
  };

  const placeFiles = async () => (await claims.list()).filter(({ kind }) => kind !== 'claims');

  const placeUpTo = async (epoch: number): Promise<O.Option<Place>> => {
    const epochs = (await placeFiles()).map(({ number }) => number).filter((number) => number <= epoch);
    for (const before of epochs.sort((a, b) => b - a)) {
      const written = await read(before);
      if (written) return written.place;
    }
    return O.none;
  };

  /** Removes what the claims before this epoch have left. */
  const clean = async (epoch: number): Promise<void> => {
    const before = (await placeFiles()).filter(({ number }) => number < epoch);
    for (const { name } of before) await fs.promises.rm(join(directory, name), { force: true });
    await claims.clean(epoch);
  };

  const close = async (nonce: string): Promise<void> => {
    const known = open.get(nonce);
    open.delete(nonce);
    clearTimeout(known?.closing);
    await known?.file?.close();
  };

  const closeLater = (nonce: string): NodeJS.Timeout => setTimeout(() => void close(nonce), idle).unref();

  /** A successor removes what is left of the claims before it, also while that is being written: then it fails, and is past. */
  const unlessSuperseded = async (claim: Line, write: () => Promise<void>): Promise<void> => {
    try {
      await write();
    } catch (error) {
      await close(claim.nonce);
      if (await claims.isLast(claim)) throw error;
    }
  };

  /** Gives a file its name, also where a claim that came in between has cleaned it up. */
  const give = async (beside: string, path: string, text: string): Promise<void> => {
    try {
      await fs.promises.rename(beside, path);
      await syncDirectory(dirname(path));
    } catch {
      await replacePrivate(path, text);
    }
  };

  /** Who has claimed it last, and when. */
  const holder = async (): Promise<NonNullable<Claim['busy']>> => {
    const epoch = await claims.last();
    const written = await read(epoch);
    const path = claims.fileOf(epoch);
    const { mtime } = await doing('look at', path, () => fs.promises.stat(path));
    return { claimedBy: written?.by === '' ? null : (written?.by ?? null), claimedAt: mtime };
  };

  /** Whether the claim or its place came less than this many milliseconds before a file was written: by the clock of the disk. */
  const isFresh = async (epoch: number, ms: number, now: string): Promise<boolean> => {
    if (epoch === 0 || (await read(epoch))?.by === '') return false;
    const timeOf = (path: string): Promise<number> =>
      fs.promises.stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      );
    const [at, ...others] = await Promise.all([now, claims.fileOf(epoch), fileOf(epoch)].map(timeOf));
    return (at ?? 0) - Math.max(...others) < ms;
  };

  const claimWith = async (
    before: O.Option<Place>,
    epoch: number,
    placeAfter: (epoch: number) => Promise<O.Option<Place>>,
    { by, ifOlderThan }: ClaimOptions,
  ): Promise<Omit<Claim, 'id'>> => {
    // The file comes first: a claim for whose place there is no room would supersede a walker and fail.
    const beside = `${fileOf(epoch + 1)}.${randomUUID()}.tmp`;
    await replacePrivate(beside, textOf(before, by));
    try {
      const isBusy = ifOlderThan !== undefined && (await isFresh(epoch, ifOlderThan, beside));
      const claim = isBusy ? undefined : await claims.add(ifOlderThan === undefined ? undefined : epoch);
      if (!claim) return { epoch, nonce: randomUUID(), place: before, busy: await holder() };
      const place = await placeAfter(claim.epoch - 1);
      await unlessSuperseded(claim, async () => {
        const text = textOf(place, by);
        if (text !== textOf(before, by)) await replacePrivate(beside, text);
        await give(beside, fileOf(claim.epoch), text);
        await clean(claim.epoch);
      });
      return { ...claim, place };
    } finally {
      await fs.promises.rm(beside, { force: true });
    }
  };

  const append = async (epoch: number, known: Open, end: number, place: Place): Promise<Partial<Open>> => {
    const { file = await openPrivate(fileOf(epoch), constants.O_RDWR) } = known;
    try {
      // Another file of this name was not looked at yet.
      if (!known.file && look(fs.fstatSync(file.fd, { bigint: true })) !== known.look)
        throw new Error('it has changed');
      const line = Buffer.from(`${Place.encode(place)}\n`);
      if (!known.file) await file.truncate(end);
      // To write takes microseconds, and to hand it to another thread much longer.
      for (let at = 0; at < line.length;) at += fs.writeSync(file.fd, line, at, line.length - at, end + at);
      await file.datasync();
      return { file, end: end + line.length, look: look(fs.fstatSync(file.fd, { bigint: true })) };
    } catch (error) {
      if (!known.file) await file.close();
      throw error;
    }
  };

  return {
    /** Supersedes every claim before it, and takes over the place that is kept. One that fails has changed nothing. */
    take: async (options: ClaimOptions = {}): Promise<Omit<Claim, 'id'>> => {
      const epoch = await claims.last();
      const before = await placeUpTo(epoch);
      // A walk that is done is not claimed: this nonce stands nowhere.
      if (!options.again && O.isSome(before) && before.value.isLast)
        return { epoch, nonce: randomUUID(), place: before };
      return claimWith(before, epoch, placeUpTo, options);
    },
    /** The place that is kept, without a claim. */
    place: () => placeUpTo(Infinity),
    /** Supersedes every claim before it, and drops the place. */
    drop: async () => {
      await claimWith(O.none, await claims.last(), () => Promise.resolve(O.none), { by: '' });
    },
    holder,
    /** The place that a claim kept last, unless somebody has put older files back; undefined where it was superseded. */
    found: async (claim: Line): Promise<O.Option<Place> | undefined> => {
      const { epoch, nonce } = claim;
      const known = open.get(nonce);
      const [claimsLook, now] = [lookAt(claims.fileOf(epoch)), lookAt(fileOf(epoch))];
      if (known?.claimsLook === claimsLook && known.look === now) {
        known.closing.refresh();
        return known.place;
      }
      await close(nonce);
      const written = (await read(epoch)) ?? { place: await placeUpTo(epoch) };
      if (!(await claims.isLast(claim))) return undefined;
      const isFull = await claims.isFull(epoch);
      open.set(nonce, { ...written, claimsLook: isFull ? '' : claimsLook, look: now, closing: closeLater(nonce) });
      return written.place;
    },
    keep: (claim: Line, place: Place): Promise<void> =>
      unlessSuperseded(claim, async () => {
        const { epoch, nonce } = claim;
        const known = open.get(nonce);
        if (known?.end === undefined || known.end > maxBytes) {
          await replacePrivate(fileOf(epoch), textOf(O.some(place), known?.by));
          return;
        }
        const { end } = known;
        // A sync may take longer than a file is left open.
        clearTimeout(known.closing);
        const written = await doing('write to', fileOf(epoch), () => append(epoch, known, end, place));
        open.set(nonce, { ...known, ...written, place: O.some(place), closing: closeLater(nonce) });
      }),
  };
};
