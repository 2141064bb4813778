import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import {
  catchError,
  concat,
  concatMap,
  defer,
  EMPTY,
  endWith,
  firstValueFrom,
  from,
  ignoreElements,
  map,
  merge,
  NEVER,
  type Observable,
  of,
  race,
  Subject,
  switchMap,
  take,
  timer,
} from 'rxjs';
import {
  type Demand,
  durable,
  type DurableOptions,
  type InvalidObject,
  type Mark,
  type Page,
  type PageStream,
  type Place,
  type Places,
  type UnknownProperties,
} from '../../index';
import type { AnyRecord } from '../formats/Format';
import type { Output } from '../outputs/Output';
import type { Interrupt } from '../terminal/Io';
import type { StreamEnd } from '../walk/StreamEnd';
import type { Entry } from './Keys';
import { courseFrom, isRestarted, type Writing } from './Writing';

interface PageWriting extends Pick<Writing, 'formatter' | 'tally' | 'course' | 'keys'> {
  readonly output: Pick<Output, 'write'>;
  readonly limit: number;
  readonly onInvalid: (object: InvalidObject) => void;
}

/** Without a key an object could not be recognized later: it is better to stop than to lose or duplicate it. */
const withoutKey = (name: string, index: number, page: number): StreamEnd => ({
  _tag: 'KeyFailed',
  reason: `object ${index + 1} of page ${page + 1} has no text, number or boolean '${name}' that tells it from others (--key)`,
});

/** JSON can be read however large its numbers are, but not written. */
const unwritable = (record: AnyRecord, index: number, page: number): InvalidObject => {
  const message = 'holds a number that is too large to be written';
  return { _tag: 'InvalidObject', page, index, problems: [{ at: 'the record', message }], record };
};

/**
 * Writes a page at a time, and moves the walk's course on. Of a walk that has begun again only what is new is
 * written; its invalid objects, and those that share a key, count where they are more than the walks before it had.
 */
const pageWriter = ({ output, formatter, limit, tally, course, keys: given, onInvalid }: PageWriting) => {
  const keys = O.toUndefined(given);

  const noted = (record: AnyRecord, index: number): E.Either<StreamEnd, Entry> =>
    keys === undefined
      ? E.right({ novelty: 'new', record })
      : E.fromOption(() => withoutKey(keys.name, index, course.place?.pages ?? 0))(keys.note(record));

  return ({ data, place }: Page<UnknownProperties>): E.Either<StreamEnd, unknown> => {
    // Behind the last page of a run comes the first page of the next one.
    const before = course.place?.isLast ? undefined : course.place;
    const pages = before?.pages ?? 0;
    const texts: Array<string> = [];
    const room = limit - tally.objects;
    let objects = before?.objects ?? 0;
    let { invalid, omitted } = course;

    const leaveOut = (object: InvalidObject): void => {
      keys?.changes?.miss(object);
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
        () => formatter.add(record),
        () => unwritable(object.right, index, pages),
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
    const untold = keys?.changes === undefined ? objects - tally.objects - tally.invalid : 0;
    tally.omitted = Math.max(tally.omitted, omitted, untold);
    Object.assign(course, { place, invalid, omitted });
    return E.right(undefined);
  };
};

interface PagesWriting extends PageWriting {
  /** The walk, paced by the output, from a place on or from its first page. */
  readonly pages: (valve: Demand, place: Place | undefined, mark?: Mark) => PageStream<UnknownProperties>;
  /** How it asks for what is new. */
  readonly mark?: DurableOptions<UnknownProperties, void>['mark'];
  readonly markProblem?: (error: unknown) => string;
  readonly output: Output;
}

/**
 * The places of the one walk that a document is written by: where it begins, and what keeps its place once a page is
 * written. No run can supersede it, because the document is locked.
 */
const documentPlaces = (start: Place | undefined, saved: Observable<unknown>): Places<void> => ({
  claim: (id) => of({ id, epoch: 1, place: O.fromNullable(start) }),
  keep: (_claim, _place, work) =>
    concat(defer(() => from(work())).pipe(ignoreElements()), saved).pipe(map(() => E.right(undefined))),
});

const whole: StreamEnd = { _tag: 'Done' };

/**
 * Writes the pages of a walk until it ends or the limit is reached, and emits how it ended. A walk whose page token has
 * expired begins again if there is a key, which shows what was already written.
 */
const writePages = (writing: PagesWriting): Observable<StreamEnd> => {
  const { pages, output, limit, tally, course, keys, mark, markProblem } = writing;
  const writePage = pageWriter(writing);
  const failures = new Subject<StreamEnd>();
  const isFull = (): boolean => tally.objects >= limit;

  const fail = (end: StreamEnd): Observable<never> => {
    failures.next(end);
    return NEVER;
  };

  const recalled = defer(() =>
    O.isSome(keys) && isRestarted(course) ? keys.value.recall() : of(E.right<string, unknown>(undefined)),
  );

  const walked = durable({
    id: 'document',
    places: documentPlaces(course.place, output.saved),
    mark,
    pages: ({ place, mark: from }) => {
      if (from !== undefined) tally.since = String(from);
      // The place of a run that is over stays until the next one has a page.
      if (course.place && !course.place.isLast && course.place.round !== place?.round) {
        Object.assign(course, courseFrom(place));
      }
      return recalled.pipe(
        switchMap((memory) =>
          E.isLeft(memory)
            ? fail({ _tag: 'KeyFailed', reason: memory.left })
            : pages({ ready: output.ready }, place, from),
        ),
      );
    },
    work: (page) => {
      const written = writePage(page);
      return E.isLeft(written) ? fail(written.left) : EMPTY;
    },
    restarts: O.isSome(keys) ? undefined : 0,
  }).pipe(
    concatMap((kept): ReadonlyArray<StreamEnd> => {
      if (E.isLeft(kept)) return [{ _tag: 'Failed', error: kept.left }];
      return isFull() ? [whole] : [];
    }),
    endWith(whole),
    catchError((error: unknown) => {
      if (!mark || !markProblem) throw error;
      return of<StreamEnd>({ _tag: 'MarkFailed', reason: markProblem(error) });
    }),
  );

  // An earlier run may have been killed at the limit.
  return merge(failures, isFull() ? of(whole) : walked).pipe(take(1));
};

export interface Streaming extends PagesWriting {
  readonly interrupts: Observable<Interrupt>;
}

/** A user who interrupts does not want to wait for a reader that has stopped reading. */
const patience = 500;

/**
 * Writes the objects of a walk to an output, page by page and at the output's pace, until the walk ends, the limit is
 * reached, the output takes no more, or somebody interrupts. Whichever comes first aborts a request that is in flight.
 */
export const streamPages = (streaming: Streaming): Promise<StreamEnd> => {
  const { output, formatter, tally, limit, interrupts, keys } = streaming;
  /** Only when the walk came to its last page. */
  const writeRemovals = (): void => {
    const changes = O.isSome(keys) ? keys.value.changes : undefined;
    if (tally.objects >= limit) return;
    for (const { record } of changes?.removals() ?? []) {
      output.write(formatter.add(record));
      tally.changes.removed += 1;
      tally.objects += 1;
      if (tally.objects === limit) break;
    }
  };

  let isClosed = false;
  const closeDocument = (end: StreamEnd): Observable<StreamEnd> => {
    // A walk that broke off before its first object leaves nothing: an empty array would say that there are none.
    if (!isClosed && end._tag === 'Done') writeRemovals();
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
          ? race(closeDocument(end), output.ends.pipe(map(() => end)), timer(patience).pipe(map(() => end)))
          : of(end),
      ),
    ),
  );
};
