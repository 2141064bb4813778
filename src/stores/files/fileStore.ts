import { type Either, isLeft, left, right } from 'fp-ts/Either';
import { isNone } from 'fp-ts/Option';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { concat, defer, ignoreElements, type Observable, of, switchMap } from 'rxjs';
import { readPrivate, withFileContext } from '../../node/privateFile';
import { isIdAsked, isRowAsked } from '../port/asked';
import { indexOfTexts } from '../port/indexOf';
import type { Store, StoreFence, StoreRow } from '../port/Store';
import { begunWalk, type BegunWalk, rowNames } from './begunWalk';
import { damagedFile, idIn } from './fileHeader';
import { fileNames } from './fileNames';
import { type FileRow, type OpenClaims, textFiles } from './textFiles';
import { dueText } from './unfinished';

type Commit = Either<StoreRow | undefined, void>;

/** Keeps texts as files of a directory. The clock is that of this machine. */
export const fileStore = (directory: string): Store<void> => {
  const path = resolve(directory);
  const open: OpenClaims = new Map();

  /** A row, of what the files of a walk, or of its part, say. */
  const rowOf = async (
    { id, part }: Pick<StoreRow, 'id' | 'part'>,
    begun: BegunWalk | undefined,
    { earlier, ...found }: FileRow,
  ): Promise<StoreRow> => {
    const { run, parts } = begun ?? {};
    const isDue = run !== undefined && (await begunWalk(path, id).isUnfinished(run));
    const text = isDue && found.text !== null ? dueText(found.text, run) : found.text;
    const index = indexOfTexts(text === null ? [] : [...earlier, text]);
    const claimedAt = found.claimedAt || begunWalk(path, id).begunAt();
    return { ...found, id, part, parts, run, text, index, claimedAt, now: Date.now() };
  };

  /** The walk, or its parts. */
  const rowsOf = async (
    id: string,
    names?: ReadonlyArray<string>,
  ): Promise<ReadonlyArray<StoreRow>> => {
    const walk = begunWalk(path, id);
    const begun = await walk.read();
    if (!begun && (await walk.isForgotten())) return [];
    // A walk of an earlier version has no such file.
    if (!begun && (await textFiles(path, { id }).text()) === null) return [];
    return Promise.all(
      rowNames(begun?.parts).map(async (part) => {
        const key = { id, part };
        return rowOf(key, begun, await textFiles(path, key).row(names));
      }),
    );
  };

  const rowNow = async ({
    id,
    part,
  }: Pick<StoreRow, 'id' | 'part'>): Promise<StoreRow | undefined> =>
    (await rowsOf(id)).find((row) => row.part === part);

  /** Whether a row is still as it was read. */
  const isThere = async (row: StoreRow): Promise<boolean> => {
    const now = await rowNow(row);
    return now?.epoch === row.epoch && now.text === row.text;
  };

  /** The ids of the walks whose files these are, in the order of their UTF-8 bytes. */
  const idsIn = async (names: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
    const ids = new Set<string>();
    for (const name of names.filter((each) => /-[\da-f]{32}(?:\.\d+)?\.claims$/.test(each))) {
      const [line = ''] = (await readPrivate(join(path, name)))?.split('\n', 1) ?? [];
      const id = idIn(line);
      if (isNone(id)) throw damagedFile(join(path, name), name);
      ids.add(id.value);
    }
    return [...ids].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  };

  /** What is there instead of the text that a walker knows. A text that 1.0.0-rc.2 wrote may be known as more than it is. */
  const standing = async (
    files: ReturnType<typeof textFiles>,
    fence: StoreFence,
    text = fence.text,
  ): Promise<Commit> => {
    const found = await files.found(fence);
    if (found?.text === text) return right(undefined);
    const row = await rowNow(fence);
    return found && row?.epoch === fence.epoch && row.text === text ? right(undefined) : left(row);
  };

  return {
    name: 'filePlaces',
    isAtomic: false,
    read: async ({ id, limit = Infinity, ...filter }) => {
      if (id !== undefined) return rowsOf(id);
      const names = await fileNames(path);
      const walks: Array<ReadonlyArray<StoreRow>> = [];
      for (const each of await idsIn(names)) {
        if (walks.length === limit) break;
        if (!isIdAsked(each, filter)) continue;
        const rows = (await rowsOf(each, names)).filter((row) => isRowAsked(row, filter));
        if (rows.length > 0) walks.push(rows);
      }
      return walks.flat();
    },
    claim: async (id, part, { by, after }) => {
      await withFileContext('make', path, () => mkdir(path, { recursive: true, mode: 0o700 }));
      const [walk, key] = [begunWalk(path, id), { id, part: part?.name }];
      const files = textFiles(path, key);
      for (;;) {
        await walk.dropForgotten();
        const { epoch } = await files.last();
        const known = await rowNow(key);
        if (after !== undefined && (known?.epoch ?? 0) !== after) return undefined;
        const parts = part?.of;
        const begun = await walk.open(parts);
        if (JSON.stringify(begun.parts) !== JSON.stringify(parts)) return undefined;
        const expected = after === undefined ? undefined : (known?.epoch ?? epoch);
        const claimed = await files.claim(by, expected);
        if (!claimed) return undefined;
        // Where it was forgotten in between, this is a claim of the walk before.
        if ((await walk.read())?.stamp === begun.stamp) return rowOf(key, begun, claimed);
      }
    },
    commit: (fence, entry, work) => {
      const files = textFiles(path, fence, open);
      const saving = defer(async (): Promise<Commit> => {
        const before = await standing(files, fence);
        if (isLeft(before)) return before;
        await files.commit(fence, entry);
        return standing(files, fence, entry.text);
      });
      return defer(() => standing(files, fence)).pipe(
        switchMap((before): Observable<Commit> =>
          isLeft(before) ? of(before) : concat(defer(() => work()).pipe(ignoreElements()), saving),
        ),
      );
    },
    drop: async (asked) => {
      const dropped: Array<StoreRow> = [];
      for (const id of new Set(asked.map((row) => row.id))) {
        const rows: Array<StoreRow> = [];
        for (const row of asked) if (row.id === id && (await isThere(row))) rows.push(row);
        const isWhole = rows.length === rowNames(rows[0]?.parts).length;
        if (isWhole) await begunWalk(path, id).forget();
        for (const row of rows)
          if (isWhole || (await textFiles(path, row).claim(null, row.epoch, true)))
            dropped.push(row);
      }
      return dropped;
    },
  };
};
