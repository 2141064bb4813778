import * as E from 'fp-ts/Either';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { defer, from, lastValueFrom, NEVER } from 'rxjs';
import { Place } from '../../model/place/Place';
import { firstPlace, runOf } from '../../model/place/runs';
import { removeLocked, using, writeAll } from '../../node/privateFile';
import { indexOfPlace } from '../../stores/port/indexOf';
import type { Store, StoreEntry, StoreRow } from '../../stores/port/Store';
import { type Checked, fileComplaint, reasonOf } from '../terminal/Complaint';
import { type Bookmark, keepBookmark, keptPlace, nothingWritten } from './bookmark';
import { appendPart, type KeptFile, putInPlace } from './partFile';
import {
  type DocumentState,
  ownRow,
  type PageSink,
  refuseDrop,
  type Sink,
  SinkProblem,
  type Wholeness,
} from './Sink';
import type { FileTarget } from './target';

export interface PartFile {
  readonly path: string;
  readonly file: FileHandle;
  readonly target: FileTarget;
  readonly kept: Bookmark;
  /** The file that has the bookmark, so that a later run can continue. */
  readonly bookmark?: KeptFile;
}

/** Where a walk begins again: with its mark, if it has one. */
const beginningOf = (kept: Bookmark): string | null => {
  const run = runOf(keptPlace(kept));
  return run?.by === 'mark' && run.before !== undefined
    ? Place.encode(firstPlace({ by: 'mark', run: '', before: run.before }))
    : null;
};

/** A document of which this walk has written nothing. The heading of a csv file stays where others have written it. */
const unwritten = (kept: Bookmark): Bookmark => {
  const { base, begins = 0, written } = kept;
  const memory = base + begins === 0 ? null : written.memory;
  return {
    ...kept,
    place: beginningOf(kept),
    bytes: begins,
    written: { ...nothingWritten, memory },
  };
};

/** Runs one action after the other: an interrupt must not come between two steps of a page. */
const inOrder = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <R>(action: () => Promise<R>): Promise<R> => {
    const result = last.then(action);
    last = result.catch(() => undefined);
    return result;
  };
};

const orProblem = (error: unknown): never => {
  throw new SinkProblem(reasonOf(error));
};

/** A part file and its bookmark: what is kept of both, and the steps by which they change. */
const partWriter = ({ file, kept: found, bookmark }: PartFile) => {
  const state = {
    kept: found,
    index: indexOfPlace(keptPlace(found)),
    end: found.bytes,
    isOnDisk: false,
  };

  const write = async (text: string): Promise<number> => {
    const bytes = Buffer.from(text);
    await writeAll(file, bytes, state.kept.bytes);
    if (bookmark && bytes.length > 0) await file.datasync();
    return state.kept.bytes + bytes.length;
  };

  const keep = async (kept: Bookmark): Promise<void> => {
    if (bookmark) await keepBookmark(bookmark.path, kept, !state.isOnDisk);
    Object.assign(state, { kept, end: kept.bytes, isOnDisk: true });
  };

  return {
    state,
    keep,
    /** A page. A round replaces what the round before it has written; a kill between the two leaves a walk that has not begun. */
    keepPage: async (
      { text: place, index }: Pick<StoreEntry, 'text' | 'index'>,
      text: string,
      written: DocumentState,
    ): Promise<void> => {
      const { isLast, round, pages } = state.index;
      const isOther = isLast || index.round !== round;
      // A page without a usable token will be asked for again: its text must not be kept.
      if (bookmark && !isOther && index.pages <= pages) return;
      if (isOther && !isLast && state.kept.place !== null) await keep(unwritten(state.kept));
      const bytes = await write(text);
      await keep({ ...state.kept, place, bytes, written });
      state.index = index;
    },
    end: async (text: string): Promise<void> => {
      state.end = await write(text);
    },
  };
};

/** Gives a whole part file its place, and keeps or removes one that is not. Says where the document is. */
const putAway = async (
  { path, file, target, kept: found, bookmark }: PartFile,
  { state, keep }: ReturnType<typeof partWriter>,
  wholeness: Wholeness,
): Promise<string> => {
  const hasText = await using(file, async () => {
    if (wholeness !== 'broken') {
      await file.truncate(state.end);
      await keep({ ...state.kept, bytes: state.end, isDone: true });
    }
    if (!bookmark) await file.sync();
    return (await file.stat()).size > 0;
  });
  if (wholeness === 'whole') {
    await (found.base > 0
      ? appendPart(path, target, found.base)
      : putInPlace(path, target, bookmark));
    return `written to ${target.path}`;
  }
  if (bookmark ? state.kept.written.pages + found.bytes > 0 : hasText)
    return `what was read is in ${path}, and ${target.path} was not touched`;
  await fs.promises.rm(path, { force: true });
  // What has no page may have the mark of the run before.
  if (bookmark && state.kept.place === null) await removeLocked(bookmark.path);
  return '';
};

/**
 * A file that appears whole or not at all, by a rename. With a bookmark, a later run can continue after whatever end of this
 * one: the text of a page and then its place go to the disk before the next request leaves. So at any moment the place that
 * was kept tells how much of the part file came from pages before it.
 */
export const fileSink = (part: PartFile): Sink => {
  const { path, target, kept: found, bookmark } = part;
  const inTurn = inOrder();
  const writer = partWriter(part);
  const { state, keep, keepPage, end } = writer;
  const row = (id: string): StoreRow => ownRow(id, { text: state.kept.place, index: state.index });

  const store: Store<PageSink> = {
    name: 'file',
    isAtomic: false,
    read: ({ id = '' }) => Promise.resolve(state.kept.place === null ? [] : [row(id)]),
    // Nothing is written to a part file before there is a bookmark: one that holds something belongs to somebody else.
    claim: (id) => inTurn(() => keep(state.kept)).then(() => row(id), orProblem),
    commit: (_fence, entry, work) =>
      inTurn(async () => {
        let [text, written] = ['', state.kept.written];
        const page: PageSink = {
          write: (...given) => {
            [text, written] = given;
          },
        };
        await lastValueFrom(from(work(page)), { defaultValue: undefined });
        await keepPage(entry, text, written).catch(orProblem);
        return E.right(undefined);
      }),
    drop: refuseDrop,
  };

  return {
    store,
    before: found.place === null ? undefined : found.written,
    lastRun: state.index.isLast ? state.index.objects : undefined,
    beginAgain: () => unwritten(state.kept).written,
    ready: defer(() => inTurn(() => Promise.resolve())),
    ends: NEVER,
    end: (text) => inTurn(() => end(text())).catch(orProblem),
    close: (wholeness) =>
      inTurn(() => putAway(part, writer, wholeness)).catch((error: unknown) => {
        const where = bookmark || !fs.existsSync(path) ? '' : `; what was read is in ${path}`;
        throw new SinkProblem(`cannot write ${target.path}: ${reasonOf(error)}${where}`);
      }),
    ...(bookmark && {
      resumption: {
        file: bookmark.path,
        part: path,
        isMarked: bookmark.stays,
        pages: () => state.kept.written.pages,
      },
    }),
  };
};

/** Opens a file that this run writes from its beginning to its end, or not at all. */
export const wholeFileSink = async (target: FileTarget): Promise<Checked<Sink>> => {
  const path = `${target.path}.${randomBytes(3).toString('hex')}.part`;
  const kept = {
    ...{ request: {}, isDone: false, place: null, bytes: 0, base: 0, begins: 0 },
    written: nothingWritten,
  };
  try {
    const file = await fs.promises.open(path, 'wx', target.mode);
    return E.right(fileSink({ path, file, target, kept }));
  } catch (error) {
    return E.left(fileComplaint(`cannot write ${target.path}`, error));
  }
};
