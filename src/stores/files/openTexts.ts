import fs, { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { openPrivate, replacePrivate, withFileContext } from '../../node/privateFile';
import type { StoreEntry, StoreRow } from '../port/Store';
import { setTime, unlessSuperseded } from './claimFiles';
import { claimsPath, isClaimsFileFull, isLastClaim, type Line } from './claimLines';
import { readTexts, textContent, textPath, textsUpTo, writtenAt } from './textFiles';
import type { WalkFiles } from './walkFiles';

/** A file of texts that has grown beyond this is followed by a new one. */
const maxBytes = 2 ** 18;

/** Milliseconds after which a file that nobody uses is closed. */
const idle = 1_000;

/** A claim that counts, as long as its files have these fingerprints. */
interface OpenClaim {
  readonly by: string | null | undefined;
  text: StoreRow['text'];
  end: number;
  readonly claimsFingerprint: string;
  fingerprint: string;
  file?: FileHandle;
  closing: NodeJS.Timeout;
}

/** By their nonces. */
export type OpenClaims = Map<string | undefined, OpenClaim>;

/** Whatever changes a file, or puts another one in its place, changes this. */
const fingerprint = (stats?: fs.BigIntStats): string =>
  stats ? [stats.ino, stats.size, stats.ctimeNs].join() : 'it is not there';

// This takes microseconds, and to hand it to another thread ten times as long.
const fingerprintAt = (path: string): string =>
  fingerprint(fs.statSync(path, { bigint: true, throwIfNoEntry: false }));
const fingerprintOf = ({ fd }: FileHandle): string =>
  fingerprint(fs.fstatSync(fd, { bigint: true }));

const close = async (open: OpenClaims, nonce: string | undefined): Promise<void> => {
  const known = open.get(nonce);
  open.delete(nonce);
  clearTimeout(known?.closing);
  await known?.file?.close();
};

const closeLater = (open: OpenClaims, nonce: string | undefined): NodeJS.Timeout =>
  setTimeout(() => void close(open, nonce), idle).unref();

/** The text that a claim committed last, unless somebody has put older files back; undefined where it was superseded. */
export const committedText = async (
  files: WalkFiles,
  open: OpenClaims,
  claim: Line,
): Promise<Pick<StoreRow, 'text'> | undefined> => {
  const { epoch, nonce } = claim;
  const known = open.get(nonce);
  const claimsFingerprint = fingerprintAt(claimsPath(files, epoch));
  const now = fingerprintAt(textPath(files, epoch));
  if (known?.claimsFingerprint === claimsFingerprint && known.fingerprint === now) {
    known.closing.refresh();
    return known;
  }
  await close(open, nonce);
  const own = await readTexts(files, epoch);
  const written = own ?? (await textsUpTo(files, epoch));
  if (!(await isLastClaim(files, claim))) return undefined;
  const opened = {
    by: own?.by,
    text: written?.text ?? null,
    end: own?.end ?? Infinity,
    claimsFingerprint: (await isClaimsFileFull(files, epoch)) ? '' : claimsFingerprint,
    fingerprint: now,
    closing: closeLater(open, nonce),
  };
  open.set(nonce, opened);
  return opened;
};

/** Adds a text to the file of a claim. To write takes microseconds, and to hand it to another thread much longer. */
const append = async (path: string, known: OpenClaim, text: string): Promise<void> => {
  if (!known.file) {
    known.file = await openPrivate(path, constants.O_RDWR);
    // Another file of this name was not looked at yet.
    if (fingerprintOf(known.file) !== known.fingerprint)
      throw new Error(`filePlaces: ${path} was replaced while a text was written to it`);
    await known.file.truncate(known.end);
  }
  const line = Buffer.from(`${text}\n`);
  for (let at = 0; at < line.length;)
    at += fs.writeSync(known.file.fd, line, at, line.length - at, known.end + at);
  await known.file.datasync();
  known.text = text;
  known.end += line.length;
};

/** Commits a text. What has not advanced the walk leaves the time of the text before. */
export const commitText = (
  files: WalkFiles,
  open: OpenClaims,
  claim: Line,
  { text, hasAdvanced }: StoreEntry,
): Promise<void> => {
  const { epoch, nonce } = claim;
  const path = textPath(files, epoch);
  const known = open.get(nonce);
  // A failure is all that there is to be kept of a walk that has no page.
  const keptAt = known?.text === null ? 0 : writtenAt(path);
  // A sync may take longer than a file is left open.
  clearTimeout(known?.closing);
  const write = async (): Promise<void> => {
    if (!known || known.end > maxBytes)
      await replacePrivate(path, textContent(files, { text, earlier: [] }, known?.by));
    else await withFileContext('write to', path, () => append(path, known, text));
    if (!hasAdvanced) await setTime(path, keptAt);
    if (known?.file) known.fingerprint = fingerprintOf(known.file);
    if (known) known.closing = closeLater(open, nonce);
  };
  return unlessSuperseded(files, claim, () =>
    write().catch(async (error: unknown) => {
      await close(open, nonce);
      throw error;
    }),
  );
};
