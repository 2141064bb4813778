import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { createHash } from 'node:crypto';
import { Place } from '../../index';
import type { Course } from '../stream/Course';

/** What the output depends on: a bookmark belongs to one request and one file. It holds no secret. */
export type Request = Readonly<Record<string, unknown>>;

const version = 3;

const Count = t.refinement(t.number, (n) => Number.isSafeInteger(n) && n >= 0, 'Count');

const Kept = t.type({
  version: t.literal(version),
  request: t.UnknownRecord,
  isDone: t.boolean,
  course: t.type({ place: t.union([t.string, t.null]), invalid: Count, omitted: Count }),
  written: t.type({ bytes: Count, objects: Count, pages: Count, invalid: Count, omitted: Count, repeated: Count }),
  key: t.union([t.string, t.null]),
  memory: t.unknown,
  digest: t.string,
});

type Kept = t.TypeOf<typeof Kept>;

/** The text of all that is kept, with a digest of it in the end. */
const textOf = (kept: Omit<Kept, 'digest'>): string => {
  const digest = createHash('sha256')
    .update(JSON.stringify({ ...kept, digest: '' }))
    .digest('hex');
  return `${JSON.stringify({ ...kept, digest }, null, 2)}\n`;
};

/** All that a later run has to know to go on where this one stands. */
export interface Bookmark {
  readonly request: Request;
  /** The walk is over, and its document is whole but for objects that were left out. */
  readonly isDone: boolean;
  readonly course: Readonly<Course>;
  /** What is in the part file, of how many pages it came, what it lacks, and how many objects had another one's key. */
  readonly written: {
    readonly bytes: number;
    readonly objects: number;
    readonly pages: number;
    readonly invalid: number;
    readonly omitted: number;
    readonly repeated: number;
  };
  /** The property that tells objects apart. */
  readonly key: O.Option<string>;
  /** The formatter's. */
  readonly memory: unknown;
}

/** The text of a bookmark. It holds that of the place, and so the page token. */
export const writeBookmark = ({ course, key, ...others }: Bookmark): string =>
  textOf({
    version,
    ...others,
    course: { ...course, place: course.place === undefined ? null : Place.encode(course.place) },
    key: O.toNullable(key),
    memory: others.memory,
  });

const readPlace = (text: string | null): O.Option<Place | undefined> =>
  text === null ? O.some(undefined) : O.fromEither(Place.decode(text));

const parse = (text: string): O.Option<unknown> => O.tryCatch((): unknown => JSON.parse(text));

const isOfOtherVersion = t.type({ version: t.number, request: t.UnknownRecord }).is;

/** Reads it back, or says what is wrong with it: only the very bytes that were written are taken. */
export const readBookmark = (bytes: Buffer): E.Either<string, Bookmark> => {
  const value = O.toUndefined(parse(bytes.toString()));
  if (Kept.is(value)) {
    const { request, isDone, course, written, key, memory } = value;
    return pipe(
      Buffer.from(textOf(value)).equals(bytes) ? readPlace(course.place) : O.none,
      O.map((place) => ({ request, isDone, course: { ...course, place }, written, key: O.fromNullable(key), memory })),
      E.fromOption(() => 'it is damaged, or was edited'),
    );
  }
  return E.left(
    pipe(
      value,
      O.fromPredicate(isOfOtherVersion),
      O.filter((other) => other.version !== version),
      O.match(
        () => 'it was not written by --resume',
        (other) => `it is of version ${other.version}, and this program reads version ${version}`,
      ),
    ),
  );
};
