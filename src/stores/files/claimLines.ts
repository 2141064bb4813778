import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { appendPrivate, createPrivate, readPrivate } from '../../node/privateFile';
import type { StoreRow } from '../port/Store';
import { type ListedFiles, listFiles } from './listedFiles';
import { damagedFile, headerOf, isHeaderOf, type WalkFiles } from './walkFiles';

// The claims of one walk are lines of files that only ever grow. A claim adds a line; its epoch is the number of that line, and it
// is superseded when there is a line after it. A line without its end was never a claim: a disk was full, or the power failed. A
// full file is followed by another, whose name says how many lines came before: `….claims`, `….100.claims`.

/** A claim on the files of a walk: the number of its line, and what stands there. */
export type Line = Pick<StoreRow, 'epoch' | 'nonce'>;

/** How many lines of a file count; those after them are void, and claims continue in the next file. */
const perFile = 100;

/**
 * A line: a random name, so that the run that added it finds it, after what may be left of one that was torn. A number after
 * it is the epoch that must be the last one: of several that saw the same, only the first is a claim.
 */
const line = /^[\da-f\0 -]*?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?: (\d+))?$/;
const torn = /^[\da-f\0 -]*$/;

/** A file of claims: the number of lines before it, and its lines. */
interface ClaimsFile {
  readonly base: number;
  readonly lines: ReadonlyArray<string>;
}

// What stands for a line that is not a claim.
const none = '';

const pathAt = ({ directory, stem }: WalkFiles, base: number): string =>
  join(directory, `${stem}${base === 0 ? '' : `.${base}`}.claims`);
const baseOf = (epoch: number): number => perFile * Math.floor((epoch - 1) / perFile);

/** The path of the file in which a claim is. */
export const claimsPath = (files: WalkFiles, epoch: number): string => pathAt(files, baseOf(epoch));

/** The files of the walk: claims with the number of lines before them, the others with their epochs. */
const list = async ({ directory, stem }: WalkFiles, known?: ListedFiles) => {
  const listed = (known ?? (await listFiles(directory, stem))).get(stem) ?? [];
  const numbers = (of: string): ReadonlyArray<number> =>
    listed.flatMap(({ number, kind }) => (kind === of ? number : [])).sort((a, b) => a - b);
  return { listed, bases: numbers('claims'), latest: numbers('place').at(-1) ?? 0 };
};

/** The lines of a file; undefined where there is no such file any more. */
const readLines = async (
  files: WalkFiles,
  base: number,
): Promise<ReadonlyArray<string> | undefined> => {
  const path = pathAt(files, base);
  const text = await readPrivate(path);
  if (text === undefined) return undefined;
  const [first, ...rest] = text.split('\n');
  if (!isHeaderOf(files, first, path) || !torn.test(rest.pop() ?? 'x'))
    throw damagedFile(path, files.id);
  let last = base;
  return rest.map((each, index) => {
    const [, nonce, after] = line.exec(each) ?? [];
    if (nonce === undefined) throw damagedFile(path, files.id);
    if (after !== undefined && Number(after) !== last) return none;
    last = base + index + 1;
    return nonce;
  });
};

const lastOf = ({ base, lines }: ClaimsFile): Line => {
  const index = lines.reduce((found, nonce, at) => (nonce === none ? found : at), -1);
  return { epoch: base + 1 + index, nonce: lines[index] };
};

const tooShort = (files: WalkFiles, base: number, epoch: number): Error =>
  new Error(
    `filePlaces: ${pathAt(files, base)} is missing, or shorter than it was when the place ${files.stem}.${epoch}.place beside it ` +
      'was kept. The walk does not begin again by itself: put the file back, or remove the files of this walk to begin again',
  );

/** The file in which claims are made, and its lines. The places beside it are of claims that it knows. */
const openClaims = async (files: WalkFiles, known?: ListedFiles): Promise<ClaimsFile> => {
  for (let listed = known; ; listed = undefined) {
    // A place comes after its claim, so it is looked for first.
    const { bases, latest } = await list(files, listed);
    const base = bases.at(-1) ?? 0;
    if (bases.length === 0 && latest === 0) return { base: 0, lines: [] };
    const lines = await readLines(files, base);
    // Where a file was followed by another meanwhile, that one is there now.
    const isGone = lines === undefined && bases.length > 0;
    if (isGone && (await list(files)).bases.some((other) => other > base)) continue;
    if (lines === undefined || latest > base + lines.length) throw tooShort(files, base, latest);
    return { base, lines };
  }
};

/** The last claim. Its epoch is 0 where there is none. The files in the directory, if they are known. */
export const lastClaim = async (files: WalkFiles, known?: ListedFiles): Promise<Line> =>
  lastOf(await openClaims(files, known));

/** Adds a line, and gives its claim, unless it is void. */
const addLine = async (
  files: WalkFiles,
  base: number,
  after: number | undefined,
): Promise<Line | undefined> => {
  const nonce = randomUUID();
  await appendPrivate(pathAt(files, base), `${nonce}${after === undefined ? '' : ` ${after}`}\n`);
  const index = (await readLines(files, base))?.indexOf(nonce) ?? -1;
  const isLastFile = (await list(files)).bases.at(-1) === base;
  return index >= 0 && index < perFile && isLastFile
    ? { epoch: base + index + 1, nonce }
    : undefined;
};

/** Adds a claim; if an epoch is given, only where that is the last one. One that fails has changed nothing. */
export const addClaim = async (files: WalkFiles, after?: number): Promise<Line | undefined> => {
  for (;;) {
    const known = await openClaims(files);
    const { base, lines } = known;
    if (after !== undefined && lastOf(known).epoch !== after) return undefined;
    if (lines.length >= perFile) {
      const next = perFile * Math.ceil((base + lines.length) / perFile);
      await createPrivate(pathAt(files, next), headerOf(files));
      continue;
    }
    if (lines.length === 0) await createPrivate(pathAt(files, base), headerOf(files));
    const added = await addLine(files, base, after);
    if (added) return added;
  }
};

/** Whether no claim after this one goes into the same file. */
export const isClaimsFileFull = async (files: WalkFiles, epoch: number): Promise<boolean> =>
  ((await readLines(files, baseOf(epoch)))?.length ?? 0) >= perFile;

/** Whether no claim has come after this one. */
export const isLastClaim = async (files: WalkFiles, { epoch, nonce }: Line): Promise<boolean> => {
  const base = baseOf(epoch);
  const [own, ...later] = (await readLines(files, base))?.slice(epoch - 1 - base) ?? [];
  const following = (await list(files)).bases.filter((other) => other > base);
  if (own === undefined && following.length === 0) throw tooShort(files, base, epoch);
  const others = [later, ...(await Promise.all(following.map((each) => readLines(files, each))))];
  return (
    own !== undefined &&
    own === nonce &&
    others.every((each = []) => each.every((other) => other === none))
  );
};

/** The epochs of the places that may be there, the latest first. The files in the directory, if they are known. */
export const placeEpochs = async (
  files: WalkFiles,
  known?: ListedFiles,
): Promise<ReadonlyArray<number>> =>
  (await list(files, known)).listed
    .flatMap(({ number, kind }) => (kind === 'claims' ? [] : number))
    .sort((a, b) => b - a);

/** Removes what the claims before this epoch have left. One file of claims stays: a directory is not read in one moment. */
export const removePast = async (files: WalkFiles, epoch: number): Promise<void> => {
  const { listed, bases } = await list(files);
  const past = bases.filter((base) => base + perFile < epoch).slice(0, -1);
  for (const { name, number, kind } of listed) {
    const isPast = kind === 'claims' ? past.includes(number) : number < epoch;
    if (isPast) await rm(join(files.directory, name), { force: true });
  }
};
