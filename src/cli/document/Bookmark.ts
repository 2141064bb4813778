import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { createHash } from 'node:crypto';
import { Place } from '../../index';

const version = 3;

const Count = t.refinement(t.number, (n) => Number.isSafeInteger(n) && n >= 0, 'Count');

const Kept = t.strict({
  request: t.UnknownRecord,
  /** The walk is over, and its document is whole but for objects that were left out. */
  isDone: t.boolean,
  /** The text of a place holds the page token. */
  course: t.type({ place: t.union([Place, t.undefined]), invalid: Count, omitted: Count }),
  /** What is in the part file, of how many pages it came, what it lacks, and how many objects had another one's key. */
  written: t.type({ bytes: Count, objects: Count, pages: Count, invalid: Count, omitted: Count, repeated: Count }),
  key: t.union([t.string, t.undefined]),
  memory: t.unknown,
});

/** All that a later run has to know to continue where this one stands. */
export type Bookmark = t.TypeOf<typeof Kept>;

/** The text of all that is kept, with a digest of it in the end. */
const textOf = (kept: object): string => {
  const digest = createHash('sha256')
    .update(JSON.stringify({ ...kept, digest: '' }))
    .digest('hex');
  return `${JSON.stringify({ ...kept, digest }, null, 2)}\n`;
};

export const writeBookmark = (bookmark: Bookmark): string => textOf({ version, ...Kept.encode(bookmark) });

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
