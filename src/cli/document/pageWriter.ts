import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import type { InvalidObject, Page, UnknownProperties } from '../../index';
import type { AnyRecord, Formatter } from '../formats/Format';
import type { Output } from '../outputs/Output';
import type { ChangeKind, Tally } from '../walk/progress';
import type { StreamEnd } from '../walk/StreamEnd';
import type { Keys, Novelty } from './Keys';
import type { ChangeBook, Course } from './Writing';

export interface PageWriting {
  readonly output: Pick<Output, 'write'>;
  readonly formatter: Formatter;
  /** The most objects to write. */
  readonly limit: number;
  readonly tally: Tally;
  /** How far the walk has come. It moves on with every page that is written. */
  readonly course: Course;
  /** What tells objects apart where a walk begins again. */
  readonly keys: O.Option<Keys>;
  /** What is written instead of objects where only changes are asked for. */
  readonly book?: ChangeBook | undefined;
  /** Called with every object that cannot be written. */
  readonly onInvalid: (object: InvalidObject) => void;
}

/** Without a key an object could not be recognized later: it is better to stop than to lose or duplicate it. */
const withoutKey = (name: string, index: number, page: number): StreamEnd => ({
  _tag: 'KeyFailed',
  reason: `object ${index + 1} of page ${page + 1} has no text, number or boolean '${name}' that tells it from others (--key)`,
});

/** JSON can be read however deep it nests and however large its numbers are, but not written. */
const unwritable = (record: AnyRecord, index: number, page: number, error: unknown): InvalidObject => {
  const isTooDeep = error instanceof RangeError;
  const message = isTooDeep ? 'is nested too deeply to be written' : 'holds a number that is too large to be written';
  return { _tag: 'InvalidObject', page, index, problems: [{ at: 'the record', message }], record };
};

/** What is to be written of an object: its record, or what happened to it. */
interface Entry {
  readonly novelty: Novelty;
  readonly record: AnyRecord;
  readonly kind?: ChangeKind;
}

/**
 * Writes a page at a time, and moves the walk's course on. Of a walk that has begun again only what is new is
 * written; its invalid objects, and those that share a key, count where they are more than the walks before it had.
 */
export const pageWriter = ({ output, formatter, limit, tally, course, keys, book, onInvalid }: PageWriting) => {
  const note = (record: AnyRecord): O.Option<Entry> => {
    if (book !== undefined) {
      return pipe(
        book.note(record),
        O.map((line): Entry => (line === undefined ? { novelty: 'written', record } : { novelty: 'new', ...line })),
      );
    }
    return pipe(
      O.isSome(keys) ? keys.value.note(record) : O.some<Novelty>('new'),
      O.map((novelty) => ({ novelty, record })),
    );
  };

  const noted = (record: AnyRecord, index: number): E.Either<StreamEnd, Entry> =>
    pipe(
      note(record),
      E.fromOption(() => withoutKey(O.isSome(keys) ? keys.value.name : '', index, course.place?.pages ?? 0)),
    );

  return ({ data, place }: Page<UnknownProperties>): E.Either<StreamEnd, unknown> => {
    const pages = course.place?.pages ?? 0;
    const texts: Array<string> = [];
    const room = limit - tally.objects;
    let objects = course.place?.objects ?? 0;
    let { invalid, omitted } = course;

    const leaveOut = (object: InvalidObject): void => {
      book?.miss(object);
      invalid += 1;
      if (invalid <= tally.invalid) return;
      tally.invalid = invalid;
      onInvalid({ ...object, page: pages });
    };

    for (const [index, object] of data.entries()) {
      if (texts.length === room) break;
      objects += 1;
      if (E.isLeft(object)) {
        leaveOut(object.left);
        continue;
      }
      const entry = noted(object.right, index);
      if (E.isLeft(entry)) return entry;
      const { novelty, record, kind } = entry.right;
      if (novelty === 'omitted') omitted += 1;
      if (novelty !== 'new') continue;
      const text = E.tryCatch(
        () => formatter.add([record]),
        (error) => unwritable(object.right, index, pages, error),
      );
      if (E.isLeft(text)) {
        leaveOut(text.left);
        continue;
      }
      texts.push(text.right);
      if (kind !== undefined) tally.changes[kind] += 1;
    }

    output.write(texts.join(''));
    tally.pages += 1;
    tally.objects += texts.length;
    // A run that continues with a restarted walk does not know the keys that came before, but that there were too many.
    const untold = book === undefined ? objects - tally.objects - tally.invalid : 0;
    tally.omitted = Math.max(tally.omitted, omitted, untold);
    Object.assign(course, { place, invalid, omitted });
    return E.right(undefined);
  };
};
