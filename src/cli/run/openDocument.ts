import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import fs from 'node:fs';
import type { Place } from '../../index';
import { hiddenOf, placeWith } from '../../model/place/placeInternals';
import { nextRound } from '../../model/place/nextRound';
import { openOwn } from '../../node/privateFile';
import type { Formatter } from '../formats/Format';
import { formatOf } from '../formats/formats';
import { writableOutput } from '../sinks/Output';
import {
  appendPart,
  conclude,
  fileOutput,
  openPart,
  partOutput,
  putInPlace,
} from '../sinks/partOutput';
import { type Files, partOf, type Target } from '../sinks/target';
import { type Checked, type Complaint, failure, misuse, reasonOf } from '../terminal/Complaint';
import type { Io } from '../terminal/Io';
import { counted } from '../terminal/text';
import { newTally, reachedText } from '../terminal/progress';
import {
  type Advice,
  type Bookmark,
  keep,
  readKept,
  type Request,
  writeBookmark,
} from './keptFile';
import { createKeys, sharedKeys } from './Keys';
import { courseFrom, isRestarted, type Opened, type StreamFlags } from './Writing';

interface Names {
  /** The file that has the objects once all are written. */
  readonly target: Target;
  /** The file that has them until then. */
  readonly part: string;
  readonly file: string;
}

const sizeOf = (path: string): number | undefined =>
  fs.statSync(path, { throwIfNoEntry: false })?.size;

/** A place without failed restarts: a user who runs a command again wants it to be tried again. */
const forgiven = (place: Place | undefined): Place | undefined => {
  const hidden = hiddenOf(place);
  return place && hidden && placeWith(place, { ...hidden, past: undefined });
};

/** Where the walk continues, by which key, and what is written. A walk that restarted by another key comes again. */
const stateFrom = (before: Bookmark | undefined, flags: StreamFlags) => {
  const place = forgiven(before?.course.place);
  const restartedBy = before && isRestarted(before.course) ? before.key : undefined;
  // A run without --key continues with the one that the walk was restarted by.
  const key = flags.key ?? restartedBy;
  if (restartedBy === undefined || key === restartedBy) {
    const course = { ...courseFrom(), ...before?.course, place };
    return { key, course, tally: newTally(before?.written), repeated: before?.written.repeated };
  }
  const course = courseFrom(O.toUndefined(nextRound(place, Infinity)));
  return { key, course, tally: newTally({ ...before?.written, omitted: 0 }), repeated: 0 };
};

const goOn = async (
  { target, part, file }: Names,
  request: Request,
  flags: StreamFlags,
  before: Bookmark | undefined,
): Promise<Checked<Opened>> => {
  const format = formatOf(flags);
  const resumed = before === undefined ? O.some(format.begin()) : format.resume(before.memory);
  if (O.isNone(resumed)) {
    const advice = 'Name another with --resume';
    return E.left(
      misuse(`cannot continue with ${file}: what it says of the format is damaged. ${advice}`),
    );
  }
  let current = resumed.value;
  const formatter: Formatter = {
    open: (records) => current.open(records),
    add: (record) => current.add(record),
    end: () => current.end(),
    losses: (show) => current.losses(show),
    memory: () => current.memory(),
  };
  const { key, course, tally, repeated } = stateFrom(before, flags);
  const start = before?.written.bytes ?? 0;
  const base = before?.base ?? 0;
  // Part files of an earlier version begin with all that is in the target.
  const begins = before && before.base === undefined ? (sizeOf(target.path) ?? 0) : 0;
  const opened = await openPart(part, target, start);
  // Reads the file that was opened: another file may have its name by now. A stream that is destroyed would close it.
  const readBack = () =>
    fs
      .createReadStream('', { fd: opened.fd, autoClose: false, start: 0, encoding: 'utf8' })
      .iterator({ destroyOnReturn: false }) as AsyncIterable<string>;
  const keys = key === undefined ? O.none : O.some(createKeys(key, format, readBack, repeated));
  let kept: Bookmark | undefined;
  const keeper = {
    path: file,
    isDue: () => {
      const { pages = 0, round = 1, isLast = false } = kept?.course.place ?? {};
      const now = { pages: 0, round: 1, ...course.place };
      // Behind the last page of a run comes the first page of the next one.
      return (
        kept === undefined || now.round !== round || now.pages > pages || (isLast && now.pages > 0)
      );
    },
    keep: async (bytes: number, isDone: boolean) => {
      const { objects, pages, invalid, omitted } = tally;
      const written = {
        bytes,
        objects,
        pages,
        invalid,
        omitted,
        repeated: O.isSome(keys) ? keys.value.repeated() : 0,
      };
      const bookmark = {
        request,
        isDone,
        course: { ...course },
        written,
        key,
        memory: formatter.memory(),
        ...(flags.mark && { base }),
      };
      await keep(file, writeBookmark(bookmark), kept === undefined);
      kept = bookmark;
    },
    hasPages: () => tally.pages > 0 || start > 0,
    stays: flags.mark !== undefined,
  };
  const output = partOutput({ path: part, file: opened, target, start, base, begins, keeper });
  const beginAgain = (): void => {
    output.cut?.();
    Object.assign(tally, { objects: 0, pages: 0, invalid: 0, omitted: 0, earlier: 0 });
    if (base + begins === 0) current = format.begin();
  };
  const pages = (): number => (kept?.course ?? course).place?.pages ?? 0;
  const resumption = O.some({ file, part, pages, isMarked: flags.mark !== undefined });
  return E.right({
    _tag: 'Writing',
    writing: { output, formatter, tally, course, keys, resumption, beginAgain },
  });
};

const doubtOf = ({ course, written, key }: Bookmark): string =>
  key !== undefined && isRestarted(course) ? sharedKeys(key, written) : '';

const isFlawed = ({ written }: Bookmark): boolean => written.invalid + written.omitted > 0;

const flawed = (bookmark: Bookmark, { file, part }: Names): Complaint => {
  const { written } = bookmark;
  const omitted = written.omitted > 0 ? `; ${doubtOf(bookmark)}` : '';
  const invalid =
    written.invalid > 0 ? `, and ${counted(written.invalid, 'object')} invalid and left out` : '';
  return failure(
    `the walk is over: ${reachedText(written)}${invalid}${omitted}. ` +
      `What was read is in ${part}; remove ${file} and ${part} to begin again`,
  );
};

/** Never write through a link that has the name of the part file, or to a file that others can change. */
const ownPart = async (part: string): Promise<Checked<unknown>> => {
  if (fs.lstatSync(part, { throwIfNoEntry: false }) === undefined) return E.right(undefined);
  const opened = await openOwn(part, fs.constants.O_RDONLY, 'to writers');
  if (E.isLeft(opened)) {
    return E.left(
      misuse(`cannot write ${part}: ${opened.left}; remove it, or name another file with --out`),
    );
  }
  await opened.right.close();
  return opened;
};

/** Why the files are not as the run before, however it ended, has left them. */
const problemWith = (
  { target, part, file }: Names,
  bookmark: Bookmark | undefined,
  isMarked: boolean,
): string | undefined => {
  const size = sizeOf(part);
  const beginAgain = `remove ${file} and ${part} to begin again`;
  if (bookmark === undefined && isMarked && (sizeOf(target.path) ?? 0) > 0) {
    return `${target.path} was finished without --mark, so there is no mark to continue from: name another file with --out, or remove it to read everything again`;
  }
  if (bookmark === undefined) {
    // Nothing is written to a part file before there is a bookmark, so one that holds something is not ours to replace.
    return (size ?? 0) > 0
      ? `${part} is there, but ${file}, which has to say what it holds, is not: ` +
          `name the right file with --resume, or remove ${part} to begin again`
      : undefined;
  }
  const { bytes } = bookmark.written;
  const { base = 0 } = bookmark;
  const inTarget = sizeOf(target.path) ?? 0;
  const isCut = base > 0 && (bookmark.isDone ? inTarget < base : inTarget !== base);
  if (isCut)
    return `${target.path} is not as it was when ${file} was written; bring it back, or ${beginAgain}`;
  if (!bookmark.isDone) {
    return (size ?? 0) >= bytes
      ? undefined
      : `${part} lacks what ${file} says was written to it; bring it back, or ${beginAgain}`;
  }
  const isInPlace =
    (size === undefined || isMarked) && !isFlawed(bookmark) && inTarget === base + bytes;
  return size === bytes || isInPlace
    ? undefined
    : `${isMarked ? target.path : part} is not as it was when ${file} was written; bring it back, or ${beginAgain}`;
};

/** The part file of the next run has what is new. It is added to the target when the run is done. */
const nextRun = async ({ target, part, file }: Names, before: Bookmark): Promise<Bookmark> => {
  const { bytes } = before.written;
  const { base = 0 } = before;
  if (sizeOf(part) === bytes) {
    await (base > 0
      ? appendPart(part, target, base)
      : putInPlace(part, target, { path: file, stays: true }));
  }
  await fs.promises.rm(part, { force: true });
  const written = { bytes: 0, objects: 0, pages: 0, invalid: 0, omitted: 0, repeated: 0 };
  return {
    ...before,
    isDone: false,
    course: courseFrom(before.course.place),
    written,
    base: base + bytes,
  };
};

const adviceOn = ({ part, file }: Names): Advice => ({
  unusable: `Name another file with --resume, or remove ${file} and ${part} to begin again`,
  other: ({ out }) =>
    `Run that one again, name another file with --resume, ` +
    `or remove ${file} and ${typeof out === 'string' ? partOf(out) : part} to begin again`,
});

/** Continues with what an earlier run has begun. At any end, a kill included, the files are such that the next run can do so. */
const openResumable = async (
  names: Names,
  request: Request,
  flags: StreamFlags,
): Promise<Checked<Opened>> => {
  const { target, part, file } = names;
  const own = await ownPart(part);
  if (E.isLeft(own)) return own;
  const read = await readKept(file, request, adviceOn(names));
  if (E.isLeft(read)) return read;
  const bookmark = O.toUndefined(read.right);
  const problem = problemWith(names, bookmark, flags.mark !== undefined);
  if (problem !== undefined) return E.left(misuse(problem));
  if (bookmark?.isDone !== true) return goOn(names, request, flags, bookmark);
  if (isFlawed(bookmark)) return E.left(flawed(bookmark, names));
  if (flags.mark) return goOn(names, request, flags, await nextRun(names, bookmark));
  const kept = { path: file, stays: false };
  await (fs.existsSync(part) ? putInPlace(part, target, kept) : conclude(target, kept));
  const text = `${reachedText(bookmark.written)}, written to ${target.path}`;
  return E.right({ _tag: 'Written', text, doubt: doubtOf(bookmark) });
};

/** Opens a document: it is written from its beginning to its end by this run, or continued with. Its files are locked. */
export const openDocument = async (
  flags: StreamFlags,
  files: Files,
  request: Request,
  { stdout, objects = stdout }: Pick<Io, 'stdout' | 'objects'>,
): Promise<Checked<Opened>> => {
  const { out, resume } = files;
  if (out && resume) {
    const { format = 'ndjson', escapeFormulas = false, fields, limit = null, mark } = flags;
    const added = {
      ...(fields && { fields: Object.keys(fields) }),
      ...(mark && { mark: mark.text }),
    };
    const whole = { ...request, format, escapeFormulas, limit, out: out.path, ...added };
    const names = { target: out, part: partOf(out.path), file: resume.path };
    return openResumable(names, whole, flags).catch((error: unknown) =>
      E.left(misuse(`cannot write ${out.path} and ${resume.path}: ${reasonOf(error)}`)),
    );
  }
  return pipe(
    out === undefined ? E.right(writableOutput(objects)) : await fileOutput(out),
    E.map((output) => {
      const format = formatOf(flags);
      const keys = O.Functor.map(O.fromNullable(flags.key), (key) => createKeys(key, format));
      const begun = { tally: newTally(), course: courseFrom(), resumption: O.none };
      return { _tag: 'Writing', writing: { output, formatter: format.begin(), keys, ...begun } };
    }),
  );
};
