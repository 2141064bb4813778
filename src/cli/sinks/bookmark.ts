import { sha256 } from '../../node/sha256';
import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { dirname } from 'node:path';
import { Place } from '../../model/place/Place';
import { readOwn, replaceLocked, syncDirectory } from '../../node/privateFile';
import { type Checked, misuse } from '../terminal/Complaint';
import { changedNames, type KeptRequest } from './request';
import type { DocumentState } from './Sink';

/** What a later run has to know to continue where this one stands. */
export interface Bookmark {
  readonly request: KeptRequest;
  /** The walk is over, and its document is whole but for objects that were left out. */
  readonly isDone: boolean;
  /** The text of a place, which holds the page token. */
  readonly place: string | null;
  /** How much of the part file was written before that place was kept. */
  readonly bytes: number;
  /** With --mark: how many bytes of the target the part file goes behind. Otherwise it replaces the target. */
  readonly base: number;
  /** Where the text of this walk begins in the part file: 1.0.0-rc.2 copied the target into it. Undefined where it has to be asked. */
  readonly begins?: number | undefined;
  readonly written: DocumentState;
}

export const nothingWritten: DocumentState = { pages: 0, objects: 0, invalid: 0, memory: null };

const version = 4;

const Count = t.refinement(t.number, (n) => Number.isSafeInteger(n) && n >= 0, 'Count');
const PlaceText = t.refinement(t.string, (text) => E.isRight(Place.decode(text)), 'PlaceText');

const Bookmark = t.exact(
  t.type({
    request: t.UnknownRecord,
    isDone: t.boolean,
    place: t.union([PlaceText, t.null]),
    bytes: Count,
    base: Count,
    begins: Count,
    written: t.exact(t.type({ pages: Count, objects: Count, invalid: Count, memory: t.unknown })),
  }),
);

/** What 1.0.0-rc.2 kept. */
const Version3 = t.intersection([
  t.type({
    request: t.UnknownRecord,
    isDone: t.boolean,
    course: t.intersection([t.type({ omitted: Count }), t.partial({ place: Place })]),
    written: t.type({ bytes: Count, objects: Count, pages: Count, invalid: Count }),
  }),
  t.partial({ memory: t.unknown, base: Count }),
]);

/**
 * A walk of 1.0.0-rc.2 that had begun again wrote only what it had not written before. Its document is not that of one round: it is
 * written from its beginning.
 */
const fromVersion3 = ({
  request,
  isDone,
  course: { place, omitted },
  written: { bytes, pages, objects, invalid },
  memory = null,
  base,
}: t.TypeOf<typeof Version3>): Bookmark => {
  const isMarked = request.mark !== undefined;
  const isUnion = isDone ? omitted > 0 : !isMarked && (place?.round ?? 1) > 1;
  const whole: Bookmark = {
    request,
    isDone,
    place: place === undefined ? null : Place.encode(place),
    bytes,
    base: base ?? 0,
    begins: isMarked && base === undefined ? undefined : 0,
    written: { pages, objects, invalid, memory },
  };
  return isUnion
    ? { ...whole, isDone: false, place: null, bytes: 0, written: nothingWritten }
    : whole;
};

/** The text of all that is kept, with a digest of it in the end. */
const textOf = (kept: object): string => {
  const digest = sha256(JSON.stringify({ ...kept, digest: '' }), 'hex');
  return `${JSON.stringify({ ...kept, digest }, null, 2)}\n`;
};

export const writeBookmark = (bookmark: Bookmark): string => textOf({ version, ...bookmark });

const isVersioned = t.type({ version: t.number, request: t.UnknownRecord, digest: t.string }).is;

/** Reads it back, or says what is wrong with it: only the very bytes that were written are taken. */
export const readBookmark = (bytes: Buffer): E.Either<string, Bookmark> => {
  const value = O.toUndefined(O.tryCatch((): unknown => JSON.parse(bytes.toString())));
  if (!isVersioned(value)) return E.left('it was not written by --resume');
  if (value.version !== version && value.version !== 3) {
    return E.left(`it is of version ${value.version}, and this program reads version ${version}`);
  }
  const isWhole = Buffer.from(textOf(value)).equals(bytes);
  const decoded: E.Either<unknown, Bookmark> =
    value.version === 3
      ? pipe(Version3.decode(value), E.map(fromVersion3))
      : Bookmark.decode(value);
  return isWhole && E.isRight(decoded) ? decoded : E.left('it is damaged, or was edited');
};

/** Where a walk continues; undefined before its first page. */
export const keptPlace = ({ place }: Pick<Bookmark, 'place'>): Place | undefined =>
  O.toUndefined(O.fromEither(Place.decode(place)));

/** What to do about a bookmark that cannot be used. */
export interface Advice {
  /** It is damaged or not to be trusted. */
  readonly unusable: string;
  /** It belongs to another request. */
  readonly other: (before: KeptRequest) => string;
}

/** The bookmark that an earlier run has kept for the same request; none where this is the first. */
export const bookmarkAt = async (
  path: string,
  request: KeptRequest,
  advice: Advice,
): Promise<Checked<O.Option<Bookmark>>> =>
  pipe(
    await readOwn(path, 'to writers'),
    E.chain(O.traverse(E.Applicative)(readBookmark)),
    E.mapLeft((problem) => `cannot continue with ${path}: ${problem}. ${advice.unusable}`),
    E.chain((kept) => {
      const before = O.isSome(kept) ? kept.value.request : request;
      const others = changedNames(before, request);
      return others.length === 0
        ? E.right(kept)
        : E.left(
            `${path} belongs to another request: ${others.join('; ')}. ${advice.other(before)}`,
          );
    }),
    E.mapLeft(misuse),
  );

/** Replaces the bookmark as a whole. A name that is new has to be on the disk, too. */
export const keepBookmark = async (
  path: string,
  bookmark: Bookmark,
  isNew: boolean,
): Promise<void> => {
  await replaceLocked(path, writeBookmark(bookmark));
  if (isNew) await syncDirectory(dirname(path));
};
