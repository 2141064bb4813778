import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import {
  catchError,
  concat,
  concatMap,
  EMPTY,
  endWith,
  firstValueFrom,
  from,
  map,
  merge,
  type Observable,
  of,
  race,
  switchMap,
  take,
  timer,
} from 'rxjs';
import {
  durable,
  type DurableOptions,
  type InvalidObject,
  type Mark,
  type Page,
} from '../../index';
import type { AnyRecord } from '../formats/Format';
import type { Interrupt } from '../terminal/Io';
import type { StreamEnd } from '../endings/StreamEnd';
import { KeyProblem, type Novelty } from './Keys';
import { courseFrom, isRestarted, type Writing } from './Writing';

/** The walk, paced by the output, and how it asks for what is new. */
type Walked = Pick<DurableOptions<AnyRecord, undefined>, 'pages' | 'mark'>;

export interface Streaming
  extends
    Walked,
    Pick<Writing, 'output' | 'formatter' | 'tally' | 'course' | 'keys' | 'beginAgain'> {
  /** What ended the walk, by what was thrown; throws what is no such end. */
  readonly endOf: (error: unknown) => StreamEnd;
  readonly limit: number;
  readonly onInvalid: (object: InvalidObject) => void;
  /** Hears of an item that is dated too far ahead to be the mark. */
  readonly onAhead?: (mark: Mark) => void;
  readonly interrupts: Observable<Interrupt>;
}

/** JSON can be read however large its numbers are, but not written. */
const unwritable = (record: AnyRecord, index: number, page: number): InvalidObject => {
  const message = 'holds a number that is too large to be written';
  return { _tag: 'InvalidObject', page, index, problems: [{ at: 'the record', message }], record };
};

/** Writes a page, and moves the walk's course on. Of a walk that has begun again only what is new is written and counted. */
const pageWriter = ({
  output,
  formatter,
  limit,
  tally,
  course,
  keys: given,
  onInvalid,
}: Streaming) => {
  const keys = O.toUndefined(given);

  const noveltyOf = (record: AnyRecord, index: number): Novelty => {
    const novelty = keys === undefined ? O.some<Novelty>('new') : keys.note(record);
    if (O.isSome(novelty)) return novelty.value;
    const where = `object ${index + 1} of page ${(course.place?.pages ?? 0) + 1}`;
    throw new KeyProblem(
      `${where} has no text, number or boolean '${keys?.name}' that tells it from others (--key)`,
    );
  };

  return ({ data, place }: Page<AnyRecord>): void => {
    // Behind the last page of a run comes the first page of the next one.
    const before = course.place?.isLast ? undefined : course.place;
    const pages = before?.pages ?? 0;
    const texts: Array<string> = [];
    const room = limit - tally.objects;
    let objects = before?.objects ?? 0;
    let { invalid, omitted } = course;

    const leaveOut = (object: InvalidObject): void => {
      invalid += 1;
      if (invalid <= tally.invalid) return;
      tally.invalid = invalid;
      onInvalid({ ...object, page: pages });
    };

    formatter.open(data.filter(E.isRight).map(({ right }) => right));
    for (const [index, object] of data.entries()) {
      if (texts.length === room) break;
      objects += 1;
      if (E.isLeft(object)) {
        leaveOut(object.left);
        continue;
      }
      const novelty = noveltyOf(object.right, index);
      if (novelty === 'omitted') omitted += 1;
      if (novelty !== 'new') continue;
      try {
        texts.push(formatter.add(object.right));
      } catch {
        leaveOut(unwritable(object.right, index, pages));
      }
    }

    output.write(texts.join(''));
    tally.pages += 1;
    tally.objects += texts.length;
    // A run that continues with a restarted walk does not know the keys that came before, but that there were too many.
    const untold = objects - tally.objects - tally.invalid;
    tally.omitted = Math.max(tally.omitted, omitted, untold);
    Object.assign(course, { place, invalid, omitted });
  };
};

const whole: StreamEnd = { _tag: 'Done' };

/** Writes the pages of a walk and emits how it ended. It begins again where a token has expired and there is a key. */
const writePages = (streaming: Streaming): Observable<StreamEnd> => {
  const { pages, output, limit, tally, course, keys, mark, endOf, beginAgain, onAhead } = streaming;
  const writePage = pageWriter(streaming);
  const isFull = (): boolean => tally.objects >= limit;
  // An earlier run may have been killed at the limit.
  if (isFull()) return of(whole);

  return durable<AnyRecord, undefined>({
    id: 'document',
    // No run can supersede this one, because the document is locked.
    places: {
      claim: (id) => of({ id, epoch: 1, place: O.fromNullable(course.place) }),
      keep: (_claim, _place, work) =>
        concat(work(undefined), output.saved).pipe(map(() => E.right(undefined))),
    },
    mark,
    pages: (start) => {
      const { place } = start;
      if (start.mark !== undefined) tally.since = String(start.mark);
      // The place of a run that is over stays until the next one has a page.
      if (course.place && !course.place.isLast && course.place.round !== place?.round) {
        Object.assign(course, courseFrom(place));
        if (mark) beginAgain?.();
      }
      const recalled =
        O.isSome(keys) && isRestarted(course) ? from(keys.value.recall()) : of(undefined);
      return recalled.pipe(switchMap(() => pages({ ...start, valve: { ready: output.ready } })));
    },
    work: (page) => {
      writePage(page);
      return EMPTY;
    },
    restarts: O.isSome(keys) || mark ? undefined : 0,
    onDoubt: ({ ahead }) => {
      if (ahead) onAhead?.(ahead.mark);
    },
  }).pipe(
    concatMap((kept): ReadonlyArray<StreamEnd> => {
      if (E.isLeft(kept)) return [{ _tag: 'Failed', error: kept.left }];
      return isFull() ? [whole] : [];
    }),
    endWith(whole),
    catchError((error: unknown) => of(endOf(error))),
    take(1),
  );
};

/** A user who interrupts does not want to wait for a reader that has stopped reading. */
const patience = 500;

/** Writes a walk at the output's pace until it ends, the limit is reached, the output takes no more, or somebody interrupts. */
export const streamPages = (streaming: Streaming): Promise<StreamEnd> => {
  const { output, formatter, tally, interrupts } = streaming;
  let isClosed = false;
  const closeDocument = (end: StreamEnd): Observable<StreamEnd> => {
    // A walk that broke off before its first object leaves nothing: an empty array would say that there are none.
    if (!isClosed && (end._tag === 'Done' || tally.objects > 0)) output.write(formatter.end());
    isClosed = true;
    return output.flushed.pipe(map(() => end));
  };

  const stopped = interrupts.pipe(map((by): StreamEnd => ({ _tag: 'Interrupted', by })));

  return firstValueFrom(
    merge(writePages(streaming).pipe(concatMap(closeDocument)), output.ends, stopped).pipe(
      take(1),
      concatMap((end) =>
        end._tag === 'Interrupted'
          ? race(closeDocument(end), merge(output.ends, timer(patience)).pipe(map(() => end)))
          : of(end),
      ),
    ),
  );
};
