import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import type { InvalidObject, Page, UnknownProperties } from '../../index';
import type { AnyRecord, Formatter } from './Formatter';
import type { Keys } from './Keys';
import type { Output } from './Output';
import type { Course } from './Place';
import type { StreamEnd } from './StreamEnd';
import type { Tally } from './Tally';

export interface PageWriting {
  readonly output: Pick<Output, 'write'>;
  readonly formatter: Formatter;
  /** The most objects to write. */
  readonly limit: number;
  readonly tally: Tally;
  /** Where the walk stands. It moves on with every page that is written. */
  readonly course: Course;
  /** What tells objects apart where a walk begins again. */
  readonly keys: O.Option<Keys>;
  /** Is told of every object that cannot be written. */
  readonly onInvalid: (object: InvalidObject) => void;
}

/** Without a key an object could not be told from others later on: better to stop than to lose or to double it then. */
const withoutKey = (name: string, index: number, page: number): StreamEnd => ({
  _tag: 'KeyFailed',
  reason: `object ${index} of page ${page} has no text, number or boolean '${name}' that tells it from others (--key)`,
});

/**
 * Writes a page at a time, and moves on the place of the walk. Of a walk that has begun again only what is new is
 * written; its invalid objects count where they are more than the walks before it had.
 */
export const pageWriter = ({ output, formatter, limit, tally, course, keys, onInvalid }: PageWriting) => {
  const isNew = (record: AnyRecord, index: number): E.Either<StreamEnd, boolean> =>
    O.isNone(keys)
      ? E.right(true)
      : pipe(
          keys.value.note(record),
          E.fromOption(() => withoutKey(keys.value.name, index, course.place.pages)),
        );

  return ({ data, nextPageToken }: Page<UnknownProperties>): E.Either<StreamEnd, unknown> => {
    const { pages, isRestarted, ...before } = course.place;
    const records: Array<AnyRecord> = [];
    const room = limit - tally.objects;
    let { invalid } = before;

    for (const [index, object] of data.entries()) {
      if (records.length === room) break;
      if (E.isRight(object)) {
        const isWanted = isNew(object.right, index);
        if (E.isLeft(isWanted)) return isWanted;
        if (isWanted.right || !isRestarted) records.push(object.right);
      } else if (++invalid > tally.invalid) {
        tally.invalid = invalid;
        onInvalid({ ...object.left, page: pages });
      }
    }

    output.write(formatter.add(records));
    tally.pages += 1;
    tally.objects += records.length;
    course.place = { pageToken: nextPageToken, pages: pages + 1, invalid, isRestarted };
    return E.right(undefined);
  };
};
