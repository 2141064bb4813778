import { isLeft, tryCatch } from 'fp-ts/Either';
import fs from 'node:fs';
import { join } from 'node:path';
import { readPrivate } from '../../node/privateFile';
import { processName } from '../../node/processName';
import type { StoreRow } from '../port/Store';
import { claimsPath, lastClaim, type Line, placeEpochs } from './claimLines';
import type { ListedFiles } from './listedFiles';
import { headerOf, isHeaderOf, type WalkFiles } from './walkFiles';

// `….<epoch>.place` is written by the claim of that epoch alone, which adds a line for each text; the last line that is whole counts.
// There are no locks and no clock. A claim adds its line first and then reads the text before it; a walker writes its text first and
// then looks for a claim after its own. Whatever the order, either the walker learns that it was superseded, or its successor reads
// what it wrote.

type KeptText = StoreRow['text'];

const nothingKept = 'none';

/** Who has a walk that was forgotten or released. */
const nobody = '';

/** What is read of a file that is not as it was written. No place is. */
const damaged = '';

/** What a file says: who has claimed the walk, and its last text. */
export interface WrittenFile {
  readonly by: string | null | undefined;
  readonly text: KeptText;
  /** The texts before it: what is left of one that is damaged. */
  readonly earlier: ReadonlyArray<string>;
  /** Where the next text goes: after the last line that is whole. */
  readonly end: number;
}

/** What is written at the path of an epoch. */
interface WrittenAt extends WrittenFile {
  readonly epoch: number;
}

/** What a row says of the files of a walk, or of a part of it. */
export type FileRow = Pick<
  StoreRow,
  'epoch' | 'nonce' | 'text' | 'claimedBy' | 'claimedAt' | 'keptAt' | 'where'
> &
  Pick<WrittenFile, 'earlier'>;

/** When a file was last written, in milliseconds; 0 where there is none. */
export const writtenAt = (path: string): number =>
  fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The path of the texts that a claim writes. */
export const textPath = ({ directory, stem }: WalkFiles, epoch: number): string =>
  join(directory, `${stem}.${epoch}.place`);

/** What a file of texts has in it. */
export const textContent = (
  files: WalkFiles,
  { text, earlier }: Pick<WrittenFile, 'text' | 'earlier'>,
  by: string | null | undefined,
): string => {
  const claimedBy = JSON.stringify(by === null ? nobody : (by ?? processName()));
  const lines = [...earlier, text ?? nothingKept];
  return `${headerOf(files)}by ${claimedBy}\n${lines.map((line) => `${line}\n`).join('')}`;
};

/** What the claim of an epoch has written; undefined where there is no such file. */
export const readTexts = async (
  files: WalkFiles,
  epoch: number,
): Promise<WrittenFile | undefined> => {
  const path = textPath(files, epoch);
  const content = await readPrivate(path);
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
  if (!isHeaderOf(files, first, path) || isLeft(by))
    return { by: undefined, text: damaged, earlier: [], end };
  const last = lines.at(-1) ?? damaged;
  return {
    by: by.right === nobody ? null : by.right,
    text: last === nothingKept ? null : last,
    earlier: lines.slice(2, -1),
    end,
  };
};

/** What the latest of the claims up to this epoch has written. */
export const textsUpTo = async (
  files: WalkFiles,
  epoch: number,
  known?: ListedFiles,
): Promise<WrittenAt | undefined> => {
  let before = '';
  for (let listed = known; ; listed = undefined) {
    const epochs = (await placeEpochs(files, listed)).filter((each) => each <= epoch);
    for (const each of epochs) {
      const written = await readTexts(files, each);
      if (written) return { ...written, epoch: each };
    }
    // A successor may have removed what was listed, and written its own.
    if (epochs.join() === before) return undefined;
    before = epochs.join();
  }
};

/** The last text, whichever claim has written it. */
export const lastText = async (files: WalkFiles): Promise<KeptText> =>
  (await textsUpTo(files, Infinity))?.text ?? null;

/** The row of a claim, and of what was written last. */
export const rowOfFiles = (
  files: WalkFiles,
  line: Line,
  written: WrittenAt | undefined,
): FileRow => {
  const { text = null, epoch = 0, earlier = [] } = written ?? {};
  return {
    ...line,
    ...{ text, earlier },
    // A claim says who has made it when its file is written.
    claimedBy: line.epoch === 0 ? null : epoch === line.epoch ? written?.by : undefined,
    claimedAt: writtenAt(claimsPath(files, line.epoch)),
    // A walk that has failed at its first page has a text, but has kept no page: then the time is 0.
    keptAt: text === null ? null : writtenAt(textPath(files, epoch)) || null,
    where: textPath(files, epoch),
  };
};

/** The row that is there now. The files in the directory, if they are known. */
export const readFileRow = async (files: WalkFiles, known?: ListedFiles): Promise<FileRow> => {
  for (let listed = known; ; listed = undefined) {
    const last = await lastClaim(files, listed);
    const written = await textsUpTo(files, last.epoch, listed);
    // A claim that came in between has taken the text over, and removed what was written before it.
    if (written || (await lastClaim(files)).epoch === last.epoch)
      return rowOfFiles(files, last, written);
  }
};
