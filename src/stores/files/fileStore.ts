import { type Either, isLeft, left, right } from 'fp-ts/Either';
import { isNone } from 'fp-ts/Option';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { concat, defer, ignoreElements, type Observable, of, switchMap } from 'rxjs';
import { readPrivate, withFileContext } from '../../node/privateFile';
import { compareIds, isIdAsked, isRowAsked } from '../port/asked';
import { indexOfTexts } from '../port/indexOf';
import { isInParts, isStanding } from '../port/standing';
import type { RowFilter, Store, StoreFence, StoreRow } from '../port/Store';
import {
  begunAt,
  begunWalk,
  type BegunWalk,
  dropForgotten,
  filesOfPart,
  forgetFiles,
  isForgotten,
  isUnfinished,
  openWalk,
  rowNames,
} from './begunWalk';
import { claimFiles } from './claimFiles';
import { lastClaim } from './claimLines';
import { type ListedFiles, listFiles } from './listedFiles';
import { committedText, commitText, type OpenClaims } from './openTexts';
import { type FileRow, lastText, readFileRow } from './textFiles';
import { dueText } from './unfinished';
import { damagedFile, idIn, type WalkFiles, walkFiles } from './walkFiles';

type FileCommit = Either<StoreRow | undefined, void>;

/** A row, of what the files of a walk, or of its part, say. */
const rowOf = async (
  files: WalkFiles,
  begun: BegunWalk | undefined,
  { earlier, ...found }: FileRow,
): Promise<StoreRow> => {
  const { id, part } = files;
  const { run, parts } = begun ?? {};
  const walk = filesOfPart(files, undefined);
  const isDue = run !== undefined && (await isUnfinished(walk, run));
  const text = isDue && found.text !== null ? dueText(found.text, run) : found.text;
  const index = indexOfTexts(text === null ? [] : [...earlier, text]);
  const claimedAt = found.claimedAt || begunAt(walk);
  return { ...found, id, part, parts, run, text, index, claimedAt, now: Date.now() };
};

/** The walk, or its parts. */
const rowsOf = async (walk: WalkFiles, known?: ListedFiles): Promise<ReadonlyArray<StoreRow>> => {
  const begun = await begunWalk(walk);
  if (!begun && (await isForgotten(walk))) return [];
  // A walk of an earlier version has no such file.
  if (!begun && (await lastText(walk)) === null) return [];
  return Promise.all(
    rowNames(begun?.parts).map(async (part) => {
      const files = filesOfPart(walk, part);
      return rowOf(files, begun, await readFileRow(files, known));
    }),
  );
};

const rowNow = async (files: WalkFiles): Promise<StoreRow | undefined> =>
  (await rowsOf(filesOfPart(files, undefined))).find((row) => row.part === files.part);

/** The id of the walk whose files these are; undefined where they are gone. */
const idOf = async (
  directory: string,
  files: ReadonlyArray<string>,
): Promise<string | undefined> => {
  for (const name of files) {
    const path = join(directory, name);
    const content = await readPrivate(path);
    // A claim that came in between has removed it, and there is another one.
    if (content === undefined) continue;
    const id = idIn(content.split('\n', 1)[0] ?? '');
    if (isNone(id)) throw damagedFile(path, name);
    return id.value;
  }
  return undefined;
};

/** The ids of the walks whose files these are, in the order of their UTF-8 bytes. */
const idsIn = async (directory: string, known: ListedFiles): Promise<ReadonlyArray<string>> => {
  const ids = new Set<string>();
  for (const files of known.values()) {
    const claims = files.flatMap(({ name, kind }) => (kind === 'claims' ? name : []));
    const id = await idOf(directory, claims);
    if (id !== undefined) ids.add(id);
  }
  return [...ids].sort(compareIds);
};

const readRows = async (
  directory: string,
  { id, limit = Infinity, ...filter }: RowFilter,
): Promise<ReadonlyArray<StoreRow>> => {
  if (id !== undefined) return rowsOf(walkFiles(directory, { id }));
  const known = await listFiles(directory);
  const walks: Array<ReadonlyArray<StoreRow>> = [];
  for (const each of await idsIn(directory, known)) {
    if (walks.length === limit) break;
    if (!isIdAsked(each, filter)) continue;
    const rows = await rowsOf(walkFiles(directory, { id: each }), known);
    const asked = rows.filter((row) => isRowAsked(row, filter));
    if (asked.length > 0) walks.push(asked);
  }
  return walks.flat();
};

const claimRow = async (
  files: WalkFiles,
  parts: ReadonlyArray<string> | undefined,
  { by, after }: Parameters<Store<void>['claim']>[2],
): Promise<StoreRow | undefined> => {
  const walk = filesOfPart(files, undefined);
  for (;;) {
    await dropForgotten(walk);
    const { epoch } = await lastClaim(files);
    const known = await rowNow(files);
    if (after !== undefined && (known?.epoch ?? 0) !== after) return undefined;
    const begun = await openWalk(walk, parts);
    if (!isInParts(begun, parts)) return undefined;
    const expected = after === undefined ? undefined : (known?.epoch ?? epoch);
    const claimed = await claimFiles(files, by, expected);
    if (!claimed) return undefined;
    // Where it was forgotten in between, this is a claim of the walk before.
    if ((await begunWalk(walk))?.stamp === begun.stamp) return rowOf(files, begun, claimed);
  }
};

/** What is there instead of the text that a walker knows. A text that 1.0.0-rc.2 wrote may be known as more than it is. */
const standing = async (
  files: WalkFiles,
  open: OpenClaims,
  fence: StoreFence,
  text = fence.text,
): Promise<FileCommit> => {
  const found = await committedText(files, open, fence);
  if (found?.text === text) return right(undefined);
  const row = await rowNow(files);
  return found && isStanding(row, { ...fence, text }) ? right(undefined) : left(row);
};

/** Drops those rows of a walk that are still as they were read. */
const dropRows = async (
  walk: WalkFiles,
  rows: ReadonlyArray<StoreRow>,
): Promise<ReadonlyArray<StoreRow>> => {
  const still: Array<StoreRow> = [];
  for (const row of rows) {
    if (isStanding(await rowNow(filesOfPart(walk, row.part)), row)) still.push(row);
  }
  if (still.length === rowNames(still[0]?.parts).length) {
    await forgetFiles(walk);
    return still;
  }
  const dropped: Array<StoreRow> = [];
  for (const row of still)
    if (await claimFiles(filesOfPart(walk, row.part), null, row.epoch, true)) dropped.push(row);
  return dropped;
};

/** Keeps texts as files of a directory. The clock is that of this machine. */
export const fileStore = (directory: string): Store<void> => {
  const path = resolve(directory);
  const open: OpenClaims = new Map();

  return {
    name: 'filePlaces',
    isAtomic: false,
    read: (filter) => readRows(path, filter),
    claim: async (id, part, how) => {
      await withFileContext('make', path, () => mkdir(path, { recursive: true, mode: 0o700 }));
      return claimRow(walkFiles(path, { id, part: part?.name }), part?.of, how);
    },
    commit: (fence, entry, work) => {
      const files = walkFiles(path, fence);
      const saving = defer(async (): Promise<FileCommit> => {
        const before = await standing(files, open, fence);
        if (isLeft(before)) return before;
        await commitText(files, open, fence, entry);
        return standing(files, open, fence, entry.text);
      });
      return defer(() => standing(files, open, fence)).pipe(
        switchMap((before): Observable<FileCommit> =>
          isLeft(before) ? of(before) : concat(defer(() => work()).pipe(ignoreElements()), saving),
        ),
      );
    },
    drop: async (asked) => {
      const dropped: Array<StoreRow> = [];
      for (const id of new Set(asked.map((row) => row.id))) {
        const rows = asked.filter((row) => row.id === id);
        dropped.push(...(await dropRows(walkFiles(path, { id }), rows)));
      }
      return dropped;
    },
  };
};
