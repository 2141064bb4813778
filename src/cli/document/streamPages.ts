import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import {
  concatMap,
  defer,
  EMPTY,
  endWith,
  firstValueFrom,
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
import { type Demand, durable, type PageStream, type Place, type Places, type UnknownProperties } from '../../index';
import type { Output } from '../outputs/Output';
import type { Interrupt } from '../terminal/Io';
import type { StreamEnd } from '../walk/StreamEnd';
import { pageWriter, type PageWriting } from './pageWriter';
import { courseFrom, isRestarted } from './Writing';

export interface PagesWriting extends PageWriting {
  /** The walk, paced by the output, from a place on or from its first page. */
  readonly pages: (valve: Demand, place: Place | undefined) => PageStream<UnknownProperties>;
  /** Where the place is kept that a later run continues from. */
  readonly places: Places<void>;
  readonly output: Output;
}

const whole: StreamEnd = { _tag: 'Done' };

/**
 * Writes the pages of a walk until it ends or the limit is reached, and emits how it ended. A walk whose page token has
 * expired begins again if there is a key, which shows what was already written.
 */
export const writePages = (writing: PagesWriting): Observable<StreamEnd> => {
  const { pages, places, output, limit, tally, course, keys } = writing;
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
    places,
    pages: ({ place }) => {
      if (course.place && course.place.round !== place?.round) Object.assign(course, courseFrom(place));
      return recalled.pipe(
        switchMap((memory) =>
          E.isLeft(memory) ? fail({ _tag: 'KeyFailed', reason: memory.left }) : pages({ ready: output.ready }, place),
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
  );

  // An earlier run may have been killed at the limit.
  return merge(failures, isFull() ? of(whole) : walked).pipe(take(1));
};

export interface Streaming extends PagesWriting {
  readonly interrupts: Observable<Interrupt>;
}

/** Who interrupts does not want to wait for a reader that has stopped reading. */
const patience = 500;

/**
 * Writes the objects of a walk to an output, page by page and at the output's pace, until the walk ends, the limit is
 * reached, the output takes no more, or somebody interrupts. Whichever comes first aborts a request that is in flight.
 */
export const streamPages = (streaming: Streaming): Promise<StreamEnd> => {
  const { output, formatter, tally, limit, interrupts, book } = streaming;
  /** Only when the walk came to its last page. */
  const writeRemovals = (): void => {
    if (tally.objects >= limit) return;
    for (const { kind, record } of book?.removals() ?? []) {
      output.write(formatter.add([record]));
      tally.changes[kind] += 1;
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
