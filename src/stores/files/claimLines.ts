import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { appendPrivate, createPrivate, readPrivate } from '../../node/privateFile';
import { fileNames } from './fileNames';
import type { StoreRow } from '../port/Store';
import type { FileHeader } from './fileHeader';

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
type Claims = readonly [base: number, lines: ReadonlyArray<string>];

// What stands for a line that is not a claim.
const none = '';

/**
 * The claims of one walk, as lines of files that only ever grow. A claim adds a line; its epoch is the number of that line,
 * and it is superseded when there is a line after it. A line without its end was never a claim: a disk was full, or the power
 * failed. A full file is followed by another, whose name says how many lines came before: `….claims`, `….100.claims`.
 */
export const claimLines = (directory: string, header: FileHeader) => {
  const { stem } = header;
  const pathOf = (base: number): string =>
    join(directory, `${stem}${base === 0 ? '' : `.${base}`}.claims`);
  const baseOf = (epoch: number): number => perFile * Math.floor((epoch - 1) / perFile);
  const ownName = new RegExp(`^${stem}(?:\\.(\\d+))?\\.(claims|place(?:\\..*)?)$`);

  /** The files of the walk: claims with the number of lines before them, the others with their epochs. */
  const list = async (names?: ReadonlyArray<string>) => {
    const files = (names ?? (await fileNames(directory))).flatMap((name) => {
      const [, number = '0', kind] = ownName.exec(name) ?? [];
      return kind === undefined ? [] : [{ name, number: Number(number), kind }];
    });
    const numbers = (of: string): ReadonlyArray<number> =>
      files.flatMap(({ number, kind }) => (kind === of ? number : [])).sort((a, b) => a - b);
    return { files, bases: numbers('claims'), latest: numbers('place').at(-1) ?? 0 };
  };

  /** The lines of a file; undefined where there is no such file any more. */
  const read = async (base: number): Promise<ReadonlyArray<string> | undefined> => {
    const text = await readPrivate(pathOf(base));
    if (text === undefined) return undefined;
    const [first, ...rest] = text.split('\n');
    if (!header.isFirst(first, pathOf(base)) || !torn.test(rest.pop() ?? 'x'))
      throw header.damaged(pathOf(base));
    let last = base;
    return rest.map((each, index) => {
      const [, nonce, after] = line.exec(each) ?? [];
      if (nonce === undefined) throw header.damaged(pathOf(base));
      if (after !== undefined && Number(after) !== last) return none;
      last = base + index + 1;
      return nonce;
    });
  };

  const lastOf = ([base, lines]: Claims): Line => {
    const index = lines.reduce((found, nonce, at) => (nonce === none ? found : at), -1);
    return { epoch: base + 1 + index, nonce: lines[index] };
  };

  const tooShort = (path: string, epoch: number): Error =>
    new Error(
      `filePlaces: ${path} is missing, or shorter than it was when the place ${stem}.${epoch}.place beside it was kept. The walk ` +
        'does not begin again by itself: put the file back, or remove the files of this walk to begin again',
    );

  /** The file in which claims are made, and its lines. The places beside it are of claims that it knows. */
  const open = async (names?: ReadonlyArray<string>): Promise<Claims> => {
    for (let listed = names; ; listed = undefined) {
      // A place comes after its claim, so it is looked for first.
      const { bases, latest } = await list(listed);
      const base = bases.at(-1) ?? 0;
      if (bases.length === 0 && latest === 0) return [0, []];
      const lines = await read(base);
      // Where a file was followed by another meanwhile, that one is there now.
      if (
        lines === undefined &&
        bases.length > 0 &&
        (await list()).bases.some((other) => other > base)
      )
        continue;
      if (lines === undefined || latest > base + lines.length) throw tooShort(pathOf(base), latest);
      return [base, lines];
    }
  };

  return {
    /** The last claim. Its epoch is 0 where there is none. The names in the directory, if they are known. */
    last: async (names?: ReadonlyArray<string>): Promise<Line> => lastOf(await open(names)),
    /** Adds a claim; if an epoch is given, only where that is the last one. One that fails has changed nothing. */
    add: async (after?: number): Promise<Line | undefined> => {
      for (;;) {
        const [base, lines] = await open();
        if (after !== undefined && lastOf([base, lines]).epoch !== after) return undefined;
        if (lines.length >= perFile) {
          await createPrivate(
            pathOf(perFile * Math.ceil((base + lines.length) / perFile)),
            header.text,
          );
          continue;
        }
        if (lines.length === 0) await createPrivate(pathOf(base), header.text);
        const nonce = randomUUID();
        await appendPrivate(pathOf(base), `${nonce}${after === undefined ? '' : ` ${after}`}\n`);
        const index = (await read(base))?.indexOf(nonce) ?? -1;
        const isLastFile = (await list()).bases.at(-1) === base;
        if (index >= 0 && index < perFile && isLastFile) return { epoch: base + index + 1, nonce };
      }
    },
    fileOf: (epoch: number): string => pathOf(baseOf(epoch)),
    isFull: async (epoch: number): Promise<boolean> =>
      ((await read(baseOf(epoch)))?.length ?? 0) >= perFile,
    isLast: async ({ epoch, nonce }: Line): Promise<boolean> => {
      const base = baseOf(epoch);
      const [own, ...later] = (await read(base))?.slice(epoch - 1 - base) ?? [];
      const following = (await list()).bases.filter((other) => other > base);
      if (own === undefined && following.length === 0) throw tooShort(pathOf(base), epoch);
      const others = [later, ...(await Promise.all(following.map(read)))];
      return (
        own !== undefined &&
        own === nonce &&
        others.every((each = []) => each.every((other) => other === none))
      );
    },
    /** The epochs of the places that may be there, the latest first. The names in the directory, if they are known. */
    places: async (names?: ReadonlyArray<string>): Promise<ReadonlyArray<number>> =>
      (await list(names)).files
        .flatMap(({ number, kind }) => (kind === 'claims' ? [] : number))
        .sort((a, b) => b - a),
    /** Removes what the claims before this epoch have left. One file of claims stays: a directory is not read in one moment. */
    clean: async (epoch: number): Promise<void> => {
      const { files, bases } = await list();
      const past = bases.filter((base) => base + perFile < epoch).slice(0, -1);
      for (const { name, number, kind } of files) {
        const isPast = kind === 'claims' ? past.includes(number) : number < epoch;
        if (isPast) await rm(join(directory, name), { force: true });
      }
    },
  };
};
