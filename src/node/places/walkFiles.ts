import { isLeft, isRight, right, tryCatch } from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { createHash, randomUUID } from 'node:crypto';
import fs, { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Place } from '../../model/place/Place';
import { distanceFrom } from '../../walk/durable/pageTransaction';
import type { Claim, ClaimOptions } from '../../walk/durable/Places';
import {
  codeOf,
  openPrivate,
  readPrivate,
  replacePrivate,
  syncDirectory,
  withFileContext,
} from '../privateFile';
import { processName } from '../processName';
import { claimLines, type Line } from './claimLines';

const nothingKept = 'none';

/** Who has a walk that was forgotten or released. */
const nobody = '';

type Taken = Omit<Claim, 'id'>;

/** A file of places that has grown beyond this is followed by a new one. */
const maxBytes = 2 ** 18;

/** Milliseconds after which a file that nobody uses is closed. */
const idle = 1_000;

/** The id of a walk, by the first line of one of its files, or of those of a part. */
export const idIn = (line: string): O.Option<string> =>
  O.tryCatch(() => String(JSON.parse(line.replace(/^pagewalk \d+ /, ''))).replace(/\0.*/s, ''));

/** The id as far as it can be part of a file's name, and a digest of all of it: ids may be long, or differ only in case. */
export const stemOf = (id: string): string =>
  `${id.replace(/[^\w-]+/g, '_').slice(0, 40)}-${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;

/** The version of the files of places, which each of them begins with. */
const version = 1;

export const damagedFile = (path: string, id: string, text = ''): Error => {
  const said = Number(/^pagewalk (\d{1,9}) /.exec(text)?.[1] ?? 0);
  return new Error(
    said > version
      ? `filePlaces: ${path} was made by a later version of pagewalk (${said}; this one knows ${version}): use that version`
      : `filePlaces: ${path} is damaged, or is not a file of the walk ${JSON.stringify(id)}. The walk does not begin again by ` +
          'itself: repair the file, or remove the files of this walk to begin again',
  );
};

/** Whatever changes a file, or puts another one in its place, changes this. */
const fingerprint = (stats?: fs.BigIntStats): string =>
  stats ? [stats.ino, stats.size, stats.ctimeNs].join() : 'it is not there';

// This takes microseconds, and to hand it to another thread ten times as long.
const fingerprintAt = (path: string): string =>
  fingerprint(fs.statSync(path, { bigint: true, throwIfNoEntry: false }));
const fingerprintOf = ({ fd }: FileHandle): string =>
  fingerprint(fs.fstatSync(fd, { bigint: true }));

/** A claim that counts, as long as its files have these fingerprints. */
interface Open {
  readonly by?: string | undefined;
  place: O.Option<Place>;
  /** Where the next place goes: after the last line that is whole. */
  end?: number;
  readonly claimsFingerprint: string;
  fingerprint: string;
  file?: FileHandle;
  closing: NodeJS.Timeout;
}

/** By their nonces. */
export type OpenClaims = Map<string | undefined, Open>;

/**
 * The files of one walk, or of a part of it, in a directory. No locks and no clock. `….claims` has a line for each claim
 * (`claimLines`). `….<epoch>.place` is written by the claim of that epoch alone, which adds a line for each place; the last
 * line that is whole counts. A claim adds its line first and then reads the place before it; a walker writes its place first
 * and then looks for a claim after its own. Whatever the order, either the walker learns that it was superseded, or its
 * successor reads what it wrote.
 */
export const walkFiles = (
  directory: string,
  id: string,
  part?: string,
  open: OpenClaims = new Map(),
) => {
  // No id has a NUL in it, so none is that of a part.
  const name = part === undefined ? id : `${id}\0${part}`;
  const stem = stemOf(name);
  const fileOf = (epoch: number): string => join(directory, `${stem}.${epoch}.place`);
  const header = `pagewalk ${version} ${JSON.stringify(name)}\n`;
  const claims = claimLines(directory, stem, header, (path, text) => damagedFile(path, id, text));

  const textOf = (place: O.Option<Place>, by: string | null = processName()): string =>
    `${header}by ${JSON.stringify(by ?? nobody)}\n${O.isSome(place) ? Place.encode(place.value) : nothingKept}\n`;

  const read = async (epoch: number) => {
    const text = await readPrivate(fileOf(epoch));
    if (text === undefined) return undefined;
    // What follows the last end of a line is torn, and so is a last line of which the disk has got only some blocks.
    const lines = text.split('\n').slice(0, -1);
    if (lines.at(-1)?.includes('\0')) lines.pop();
    const [first, said = ''] = lines;
    const last = lines.at(-1);
    const place = Place.decode(last);
    const by = said.startsWith('by ')
      ? tryCatch(() => String(JSON.parse(said.slice(3))), String)
      : right(undefined);
    const isPlace = last === nothingKept || isRight(place);
    if (`${first}\n` !== header || !isPlace || isLeft(by))
      throw damagedFile(fileOf(epoch), id, text);
    const end = Buffer.byteLength(lines.join('\n')) + 1;
    return { by: by.right, place: O.fromEither(place), end };
  };

  /** What the latest of these claims has written. */
  const writtenUpTo = async (epoch: number, names?: ReadonlyArray<string>) => {
    for (const each of await claims.places(names)) {
      const written = each <= epoch ? await read(each) : undefined;
      if (written) return { ...written, epoch: each };
    }
    return undefined;
  };

  const placeUpTo = async (epoch: number): Promise<O.Option<Place>> =>
    (await writtenUpTo(epoch))?.place ?? O.none;

  const close = async (nonce: string | undefined): Promise<void> => {
    const known = open.get(nonce);
    open.delete(nonce);
    clearTimeout(known?.closing);
    await known?.file?.close();
  };

  const closeLater = (nonce: string | undefined): NodeJS.Timeout =>
    setTimeout(() => void close(nonce), idle).unref();

  /** A successor removes what is left of the claims before it, also while that is being written: then it fails, and is past. */
  const unlessSuperseded = async (claim: Line, write: () => Promise<void>): Promise<void> => {
    try {
      await write();
    } catch (error) {
      await close(claim.nonce);
      if (await claims.isLast(claim)) throw error;
    }
  };

  const timeOf = (path: string): number =>
    fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

  const holder = async (): Promise<NonNullable<Claim['busy']>> => {
    const epoch = await claims.last();
    const { by = nobody } = (await read(epoch)) ?? {};
    return {
      claimedBy: by === nobody ? null : by,
      claimedAt: new Date(timeOf(claims.fileOf(epoch))),
    };
  };

  /** Whether the claim or its place came less than this many milliseconds before a file was written. */
  const isFresh = async (epoch: number, ms: number, now: string): Promise<boolean> => {
    if (epoch === 0 || (await read(epoch))?.by === nobody) return false;
    return distanceFrom(timeOf(now), timeOf(claims.fileOf(epoch)), timeOf(fileOf(epoch))) < ms;
  };

  const claimWith = async (
    before: O.Option<Place>,
    epoch: number,
    { by, ifOlderThan, isDropped }: ClaimOptions & { readonly isDropped?: boolean },
  ): Promise<Taken> => {
    // The file comes first: a claim for whose place there is no room would supersede a walker and fail.
    const beside = `${fileOf(epoch + 1)}.${randomUUID()}.tmp`;
    // A claim that came in between may clean it up before it has its name.
    await replacePrivate(beside, textOf(before, by)).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
    });
    try {
      const isBusy = ifOlderThan !== undefined && (await isFresh(epoch, ifOlderThan, beside));
      const claim = isBusy
        ? undefined
        : await claims.add(ifOlderThan === undefined ? undefined : epoch);
      if (!claim) return { epoch, nonce: randomUUID(), place: before, busy: await holder() };
      const written = isDropped ? undefined : await writtenUpTo(claim.epoch - 1);
      const place = written?.place ?? O.none;
      await unlessSuperseded(claim, async () => {
        const text = textOf(place, by);
        if (text !== textOf(before, by)) await replacePrivate(beside, text);
        // The time of a file of places is when a place was kept, not when it was claimed.
        const keptAt = written && timeOf(fileOf(written.epoch)) / 1_000;
        if (keptAt) await fs.promises.utimes(beside, keptAt, keptAt).catch(() => undefined);
        // A claim that came in between may have cleaned it up.
        const giving = fs.promises
          .rename(beside, fileOf(claim.epoch))
          .then(() => syncDirectory(directory));
        await giving.catch(() => replacePrivate(fileOf(claim.epoch), text));
        await claims.clean(claim.epoch);
      });
      return { ...claim, place };
    } finally {
      await fs.promises.rm(beside, { force: true });
    }
  };

  /** Adds a place to the file of a claim. To write takes microseconds, and to hand it to another thread much longer. */
  const append = async (path: string, known: Open, end: number, place: Place): Promise<void> => {
    if (!known.file) {
      known.file = await openPrivate(path, constants.O_RDWR);
      // Another file of this name was not looked at yet.
      if (fingerprintOf(known.file) !== known.fingerprint) throw new Error('it has changed');
      await known.file.truncate(end);
    }
    const line = Buffer.from(`${Place.encode(place)}\n`);
    for (let at = 0; at < line.length;)
      at += fs.writeSync(known.file.fd, line, at, line.length - at, end + at);
    await known.file.datasync();
    Object.assign(known, {
      place: O.some(place),
      end: end + line.length,
      fingerprint: fingerprintOf(known.file),
    });
  };

  return {
    /** Supersedes every claim before it, and takes over the place that is kept. One that fails has changed nothing. */
    take: async (options: ClaimOptions = {}): Promise<Taken> => {
      const epoch = await claims.last();
      const before = await placeUpTo(epoch);
      options.check?.(before);
      // A walk that is done is not claimed: this nonce stands nowhere.
      if (!options.again && O.isSome(before) && before.value.isLast)
        return { epoch, nonce: randomUUID(), place: before };
      return claimWith(before, epoch, options);
    },
    place: () => placeUpTo(Infinity),
    drop: async () => {
      await claimWith(O.none, await claims.last(), { by: null, isDropped: true });
    },
    /** What people see of it; undefined where nobody has ever claimed it. */
    shown: async (names?: ReadonlyArray<string>) => {
      const written = await writtenUpTo(Infinity, names);
      if (!written) return undefined;
      const { place, by = nobody, epoch } = written;
      return {
        place: O.toUndefined(place),
        claimedBy: by === nobody ? null : by,
        claimedAt: timeOf(claims.fileOf(epoch)),
        keptAt: O.isSome(place) ? timeOf(fileOf(epoch)) : null,
      };
    },
    holder,
    /** The place that a claim kept last, unless somebody has put older files back; undefined where it was superseded. */
    found: async (claim: Line): Promise<O.Option<Place> | undefined> => {
      const { epoch, nonce } = claim;
      const known = open.get(nonce);
      const [claimsFingerprint, now] = [
        fingerprintAt(claims.fileOf(epoch)),
        fingerprintAt(fileOf(epoch)),
      ];
      if (known?.claimsFingerprint === claimsFingerprint && known.fingerprint === now) {
        known.closing.refresh();
        return known.place;
      }
      await close(nonce);
      const written = (await read(epoch)) ?? { place: await placeUpTo(epoch) };
      if (!(await claims.isLast(claim))) return undefined;
      const isFull = await claims.isFull(epoch);
      open.set(nonce, {
        ...written,
        claimsFingerprint: isFull ? '' : claimsFingerprint,
        fingerprint: now,
        closing: closeLater(nonce),
      });
      return written.place;
    },
    keep: (claim: Line, place: Place): Promise<void> =>
      unlessSuperseded(claim, async () => {
        const path = fileOf(claim.epoch);
        const known = open.get(claim.nonce);
        const { end = Infinity, by } = known ?? {};
        if (!known || end > maxBytes) return replacePrivate(path, textOf(O.some(place), by));
        // A sync may take longer than a file is left open.
        clearTimeout(known.closing);
        await withFileContext('write to', path, () => append(path, known, end, place));
        known.closing = closeLater(claim.nonce);
      }),
  };
};
