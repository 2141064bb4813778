import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { createHash } from 'node:crypto';
import { Place } from '../../index';

/** What the output depends on: a bookmark belongs to one request and one file. It holds no secret. */
export type Request = Readonly<Record<string, unknown>>;

const version = 3;

const Count = t.refinement(t.number, (n) => Number.isSafeInteger(n) && n >= 0, 'Count');

const fields = <P extends t.Mixed>(place: P) => ({
  request: t.UnknownRecord,
  /** The walk is over, and its document is whole but for objects that were left out. */
  isDone: t.boolean,
  course: t.type({ place: t.union([place, t.undefined]), invalid: Count, omitted: Count }),
  /** What is in the part file, of how many pages it came, what it lacks, and how many objects had another one's key. */
  written: t.type({ bytes: Count, objects: Count, pages: Count, invalid: Count, omitted: Count, repeated: Count }),
  key: t.union([t.string, t.undefined]),
  memory: t.unknown,
});

const Kept = t.strict(fields(Place));

/** The same as JSON has it. The text of a place holds the page token. */
const Written = t.type({ version: t.literal(version), ...fields(t.string), digest: t.string });

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

const isVersioned = t.type({ version: t.number, request: t.UnknownRecord }).is;

/** Reads it back, or says what is wrong with it: only the very bytes that were written are taken. */
export const readBookmark = (bytes: Buffer): E.Either<string, Bookmark> => {
  const value = O.toUndefined(O.tryCatch((): unknown => JSON.parse(bytes.toString())));
  const written = Written.decode(value);
  if (E.isRight(written)) {
    const isIntact = Buffer.from(textOf(written.right)).equals(bytes);
    return pipe(
      isIntact ? Kept.decode(value) : E.left([]),
      E.mapLeft(() => 'it is damaged, or was edited'),
    );
  }
  return E.left(
    isVersioned(value) && value.version !== version
      ? `it is of version ${value.version}, and this program reads version ${version}`
      : 'it was not written by --resume',
  );
};

/** A query can be long; the beginning is enough to recognise it. */
const maxLength = 60;

const told = (value: unknown): string => {
  const text =
    value === undefined || value === null ? 'not given' : typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
};

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export const differences = (before: Request, now: Request): ReadonlyArray<string> =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((name) => !same(before[name], now[name]))
    .map((name) => `${name} was ${told(before[name])} and is ${told(now[name])}`);
