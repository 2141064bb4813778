import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { Place } from '../../index';
import { readOwn, replaceLocked, syncDirectory } from '../../node/privateFile';
import { type Checked, misuse } from '../terminal/Complaint';

/** What the output depends on: a file that is kept belongs to one request. It holds no secret. */
export type Request = Readonly<Record<string, unknown>>;

/** A query can be long; the beginning is enough to recognise it. */
const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/** Where a `?` says that something may be absent. */
const mayBeAbsent = ['items', 'more', 'last', 'total', 'cursor', 'link'];

/** What only says how a response is read, and not what is asked for. */
const ofReading = ['errors', 'pastEnd'];

/**
 * A value as it is compared. What may be absent, where errors are and which status is past the end are no part of a request: an
 * error on the last page of a long walk must cost no more than another option.
 */
const comparable = (name: string, value: unknown): unknown => {
  if (ofReading.includes(name)) return undefined;
  if (name === 'then' && typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([inner, part]) => [inner, comparable(inner, part)]),
    );
  const isSource = mayBeAbsent.includes(name);
  if (isSource && Array.isArray(value)) return value.map((part) => comparable(name, part));
  return isSource && typeof value === 'string' ? value.replace(/\?$/, '') : value;
};

const differences = (before: Request, now: Request): ReadonlyArray<string> =>
  Object.keys({ ...before, ...now })
    .filter(
      (name) =>
        JSON.stringify(comparable(name, before[name])) !==
        JSON.stringify(comparable(name, now[name])),
    )
    .map(
      (name) =>
        `${name} was ${shown(before[name] ?? 'not given')} and is ${shown(now[name] ?? 'not given')}`,
    );

/** What to do about a bookmark that cannot be used. */
export interface Advice {
  /** It is damaged or not to be trusted. */
  readonly unusable: string;
  /** It belongs to another request. */
  readonly other: (before: Request) => string;
}

/** Replaces what is kept, as a whole. A name that is new has to be on the disk, too. */
export const keep = async (path: string, text: string, isNew = true): Promise<void> => {
  await replaceLocked(path, text);
  if (isNew) await syncDirectory(dirname(path));
};

const version = 3;

const Count = t.refinement(t.number, (n) => Number.isSafeInteger(n) && n >= 0, 'Count');

const Kept = t.exact(
  t.intersection([
    t.type({
      request: t.UnknownRecord,
      /** The walk is over, and its document is whole but for objects that were left out. */
      isDone: t.boolean,
      /** The text of a place holds the page token. */
      course: t.type({ place: t.union([Place, t.undefined]), invalid: Count, omitted: Count }),
      /** What is in the part file, of how many pages it came, what it lacks, and how many objects had another one's key. */
      written: t.type({
        bytes: Count,
        objects: Count,
        pages: Count,
        invalid: Count,
        omitted: Count,
        repeated: Count,
      }),
      key: t.union([t.string, t.undefined]),
      memory: t.unknown,
    }),
    /** With --mark: how many bytes of the target the part file goes behind. Without it the part file has everything. */
    t.partial({ base: Count }),
  ]),
);

/** All that a later run has to know to continue where this one stands. */
export type Bookmark = t.TypeOf<typeof Kept>;

/** The text of all that is kept, with a digest of it in the end. */
const textOf = (kept: object): string => {
  const digest = createHash('sha256')
    .update(JSON.stringify({ ...kept, digest: '' }))
    .digest('hex');
  return `${JSON.stringify({ ...kept, digest }, null, 2)}\n`;
};

export const writeBookmark = (bookmark: Bookmark): string =>
  textOf({ version, ...Kept.encode(bookmark) });

const isVersioned = t.type({ version: t.number, request: t.UnknownRecord, digest: t.string }).is;

/** Reads it back, or says what is wrong with it: only the very bytes that were written are taken. */
export const readBookmark = (bytes: Buffer): E.Either<string, Bookmark> => {
  const value = O.toUndefined(O.tryCatch((): unknown => JSON.parse(bytes.toString())));
  if (!isVersioned(value)) return E.left('it was not written by --resume');
  if (value.version !== version) {
    return E.left(`it is of version ${value.version}, and this program reads version ${version}`);
  }
  const kept = Buffer.from(textOf(value)).equals(bytes) ? Kept.decode(value) : E.left([]);
  return E.mapLeft(() => 'it is damaged, or was edited')(kept);
};

/** The bookmark that an earlier run has kept for the same request; none where this is the first. */
export const readKept = async (
  path: string,
  request: Request,
  advice: Advice,
): Promise<Checked<O.Option<Bookmark>>> =>
  pipe(
    await readOwn(path, 'to writers'),
    E.chain(O.traverse(E.Applicative)(readBookmark)),
    E.mapLeft((problem) => `cannot continue with ${path}: ${problem}. ${advice.unusable}`),
    E.chain((kept) => {
      const before = O.isSome(kept) ? kept.value.request : request;
      const others = differences(before, request);
      return others.length === 0
        ? E.right(kept)
        : E.left(
            `${path} belongs to another request: ${others.join('; ')}. ${advice.other(before)}`,
          );
    }),
    E.mapLeft(misuse),
  );
