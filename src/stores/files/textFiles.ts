import { isLeft, tryCatch } from 'fp-ts/Either';
import { randomUUID } from 'node:crypto';
import fs, { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import {
  codeOf,
  openPrivate,
  readPrivate,
  replacePrivate,
  syncDirectory,
  withFileContext,
} from '../../node/privateFile';
import { processName } from '../../node/processName';
import type { StoreEntry, StoreRow } from '../port/Store';
import { claimLines, type Line } from './claimLines';
import { fileHeader } from './fileHeader';

type KeptText = StoreRow['text'];

const nothingKept = 'none';

/** Who has a walk that was forgotten or released. */
const nobody = '';

/** What is read of a file that is not as it was written. No place is. */
const damaged = '';

/** A file of texts that has grown beyond this is followed by a new one. */
const maxBytes = 2 ** 18;

/** Milliseconds after which a file that nobody uses is closed. */
const idle = 1_000;

/** What a file says: who has claimed the walk, and its last text. */
interface WrittenFile {
  readonly by: string | null | undefined;
  readonly text: KeptText;
  /** The texts before it: what is left of one that is damaged. */
  readonly earlier: ReadonlyArray<string>;
  /** Where the next text goes: after the last line that is whole. */
  readonly end: number;
}

/** What a claim takes over: the last text, and the one before it, in case that is all that can be read. */
const takenOver = (written: WrittenFile | undefined): Pick<WrittenFile, 'text' | 'earlier'> => ({
  text: written?.text ?? null,
  earlier: written?.earlier.slice(-1) ?? [],
});

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
  readonly by: string | null | undefined;
  text: KeptText;
  end: number;
  readonly claimsFingerprint: string;
  fingerprint: string;
  file?: FileHandle;
  closing: NodeJS.Timeout;
}

/** By their nonces. */
export type OpenClaims = Map<string | undefined, Open>;

/** When a file was last written, in milliseconds; 0 where there is none. */
export const writtenAt = (path: string): number =>
  fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Milliseconds to the seconds that a file has. */
const setTime = (path: string, ms: number): Promise<void> =>
  fs.promises.utimes(path, ms / 1_000, ms / 1_000).catch(() => undefined);

/** What a row says of the files of a walk, or of a part of it. */
export type FileRow = Pick<
  StoreRow,
  'epoch' | 'nonce' | 'text' | 'claimedBy' | 'claimedAt' | 'keptAt' | 'where'
> &
  Pick<WrittenFile, 'earlier'>;

/**
 * The files of one walk, or of a part of it, in a directory. No locks and no clock. `….claims` has a line for each claim
 * (`claimLines`). `….<epoch>.place` is written by the claim of that epoch alone, which adds a line for each text; the last
 * line that is whole counts. A claim adds its line first and then reads the text before it; a walker writes its text first
 * and then looks for a claim after its own. Whatever the order, either the walker learns that it was superseded, or its
 * successor reads what it wrote.
 */
export const textFiles = (
  directory: string,
  { id, part }: Pick<StoreRow, 'id' | 'part'>,
  open: OpenClaims = new Map(),
) => {
  const header = fileHeader(id, part);
  const fileOf = (epoch: number): string => join(directory, `${header.stem}.${epoch}.place`);
  const claims = claimLines(directory, header);

  const contentOf = (
    { text, earlier }: Pick<WrittenFile, 'text' | 'earlier'>,
    by: string | null | undefined,
  ): string => {
    const claimedBy = JSON.stringify(by === null ? nobody : (by ?? processName()));
    const lines = [...earlier, text ?? nothingKept];
    return `${header.text}by ${claimedBy}\n${lines.map((line) => `${line}\n`).join('')}`;
  };

  const read = async (epoch: number): Promise<WrittenFile | undefined> => {
    const content = await readPrivate(fileOf(epoch));
    if (content === undefined) return undefined;
    // What follows the last end of a line is torn, and so is a last line of which the disk has got only some blocks.
    const lines = content.split('\n').slice(0, -1);
    if (lines.at(-1)?.includes('\0')) lines.pop();
    const [first, said = ''] = lines;
    const end = Buffer.byteLength(lines.join('\n')) + 1;
    const by = tryCatch(
      () => (said.startsWith('by ') ? String(JSON.parse(said.slice(3))) : undefined),
      String,
    );
    if (!header.isFirst(first, fileOf(epoch)) || isLeft(by))
      return { by: undefined, text: damaged, earlier: [], end };
    const last = lines.at(-1) ?? damaged;
    return {
      by: by.right === nobody ? null : by.right,
      text: last === nothingKept ? null : last,
      earlier: lines.slice(2, -1),
      end,
    };
  };

  /** What the latest of these claims has written. */
  const writtenUpTo = async (epoch: number, names?: ReadonlyArray<string>) => {
    let before = '';
    for (let listed = names; ; listed = undefined) {
      const epochs = (await claims.places(listed)).filter((each) => each <= epoch);
      for (const each of epochs) {
        const written = await read(each);
        if (written) return { ...written, epoch: each };
      }
      // A successor may have removed what was listed, and written its own.
      if (epochs.join() === before) return undefined;
      before = epochs.join();
    }
  };

  const rowOf = (
    line: Line,
    written: (WrittenFile & { readonly epoch: number }) | undefined,
  ): FileRow => {
    const { text = null, epoch = 0, earlier = [] } = written ?? {};
    return {
      ...line,
      ...{ text, earlier },
      // A claim says who has made it when its file is written.
      claimedBy: line.epoch === 0 ? null : epoch === line.epoch ? written?.by : undefined,
      claimedAt: writtenAt(claims.fileOf(line.epoch)),
      keptAt: text === null ? null : writtenAt(fileOf(epoch)),
      where: fileOf(epoch),
    };
  };

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

  /** Writes the file of a claim, whose line is there, under the name that it has until then. */
  const giveName = async (
    beside: string,
    { epoch }: Line,
    content: string,
    written: { readonly epoch: number } | undefined,
  ): Promise<void> => {
    // The time of a file of texts is when one was committed, not when it was claimed.
    if (written) await setTime(beside, writtenAt(fileOf(written.epoch)));
    // A claim that came in between may have cleaned it up.
    const giving = fs.promises.rename(beside, fileOf(epoch)).then(() => syncDirectory(directory));
    await giving.catch(() => replacePrivate(fileOf(epoch), content));
    await claims.clean(epoch);
  };

  /** Adds a text to the file of a claim. To write takes microseconds, and to hand it to another thread much longer. */
  const append = async (path: string, known: Open, text: string): Promise<void> => {
    if (!known.file) {
      known.file = await openPrivate(path, constants.O_RDWR);
      // Another file of this name was not looked at yet.
      if (fingerprintOf(known.file) !== known.fingerprint) throw new Error('it has changed');
      await known.file.truncate(known.end);
    }
    const line = Buffer.from(`${text}\n`);
    for (let at = 0; at < line.length;)
      at += fs.writeSync(known.file.fd, line, at, line.length - at, known.end + at);
    await known.file.datasync();
    known.text = text;
    known.end += line.length;
  };

  return {
    /** The names in the directory, if they are known. */
    row: async (names?: ReadonlyArray<string>): Promise<FileRow> => {
      const last = await claims.last(names);
      return rowOf(last, await writtenUpTo(last.epoch, names));
    },
    last: claims.last,
    /** The last text, whoever has claimed it. */
    text: async (): Promise<KeptText> => (await writtenUpTo(Infinity))?.text ?? null,
    /**
     * Supersedes every claim before it, and takes over the text that is there, or drops it. With `after` it does so only where that
     * is still the last claim. One that fails has changed nothing.
     */
    claim: async (
      by: string | null | undefined,
      after: number | undefined,
      isDropped = false,
    ): Promise<FileRow | undefined> => {
      const before = isDropped ? undefined : await writtenUpTo(Infinity);
      // The file comes first: a claim for whose text there is no room would supersede a walker and fail.
      const beside = `${fileOf((await claims.last()).epoch + 1)}.${randomUUID()}.tmp`;
      const expected = contentOf(takenOver(before), by);
      // A claim that came in between may clean it up before it has its name.
      await replacePrivate(beside, expected).catch((error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error;
      });
      try {
        const claim = await claims.add(after);
        if (!claim) return undefined;
        const written = isDropped ? undefined : await writtenUpTo(claim.epoch - 1);
        await unlessSuperseded(claim, async () => {
          const content = contentOf(takenOver(written), by);
          if (content !== expected) await replacePrivate(beside, content);
          await giveName(beside, claim, content, written);
        });
        const kept = written ?? { text: null, earlier: [], end: 0 };
        return rowOf(claim, { ...kept, by, epoch: claim.epoch });
      } finally {
        await fs.promises.rm(beside, { force: true });
      }
    },
    /** The text that a claim committed last, unless somebody has put older files back; undefined where it was superseded. */
    found: async (claim: Line): Promise<{ readonly text: KeptText } | undefined> => {
      const { epoch, nonce } = claim;
      const known = open.get(nonce);
      const claimsFingerprint = fingerprintAt(claims.fileOf(epoch));
      const now = fingerprintAt(fileOf(epoch));
      if (known?.claimsFingerprint === claimsFingerprint && known.fingerprint === now) {
        known.closing.refresh();
        return known;
      }
      await close(nonce);
      const own = await read(epoch);
      const written = own ?? (await writtenUpTo(epoch));
      if (!(await claims.isLast(claim))) return undefined;
      const isFull = await claims.isFull(epoch);
      const opened = {
        by: own?.by,
        text: written?.text ?? null,
        end: own?.end ?? Infinity,
        claimsFingerprint: isFull ? '' : claimsFingerprint,
        fingerprint: now,
        closing: closeLater(nonce),
      };
      open.set(nonce, opened);
      return opened;
    },
    /** Commits a text. What has not advanced the walk leaves the time of the text before. */
    commit: (claim: Line, { text, hasAdvanced }: StoreEntry): Promise<void> =>
      unlessSuperseded(claim, async () => {
        const path = fileOf(claim.epoch);
        const known = open.get(claim.nonce);
        const keptAt = writtenAt(path);
        // A sync may take longer than a file is left open.
        clearTimeout(known?.closing);
        if (!known || known.end > maxBytes)
          await replacePrivate(path, contentOf({ text, earlier: [] }, known?.by));
        else await withFileContext('write to', path, () => append(path, known, text));
        if (!hasAdvanced) await setTime(path, keptAt);
        if (known?.file) known.fingerprint = fingerprintOf(known.file);
        if (known) known.closing = closeLater(claim.nonce);
      }),
  };
};
