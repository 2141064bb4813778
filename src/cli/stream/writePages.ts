import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import {
  concatMap,
  defer,
  EMPTY,
  endWith,
  from,
  merge,
  NEVER,
  type Observable,
  of,
  Subject,
  switchMap,
  take,
} from 'rxjs';
import { durable, type PageStream, type Place, type Places, type UnknownProperties } from '../../index';
import { courseFrom, isRestarted } from './Course';
import { pageWriter, type PageWriting } from './pageWriter';
import type { StreamEnd } from './StreamEnd';

export interface PagesWriting extends PageWriting {
  /** The walk from a place on; without one from its first page. */
  readonly pagesFrom: (place: Place | undefined) => PageStream<UnknownProperties>;
  /** Where the place is kept that a later run goes on from. */
  readonly places: Places<void>;
}

const whole: StreamEnd = { _tag: 'Done' };

/**
 * Writes the pages of a walk until it ends or the limit is reached, and emits how it ended. A walk whose page token has
 * expired begins again if there is a key, by which everything that was written is told from what is new.
 */
export const writePages = (writing: PagesWriting): Observable<StreamEnd> =>
  defer(() => {
    const { pagesFrom, places, limit, tally, course, keys } = writing;
    const writePage = pageWriter(writing);
    const failures = new Subject<StreamEnd>();
    const isFull = (): boolean => tally.objects >= limit;

    const fail = (end: StreamEnd): Observable<never> => {
      failures.next(end);
      return NEVER;
    };

    const recall = (): Promise<E.Either<string, unknown>> | ReadonlyArray<E.Either<string, unknown>> =>
      O.isSome(keys) && isRestarted(course) ? keys.value.recall() : [E.right(undefined)];

    const walked = durable({
      id: 'document',
      places,
      pages: ({ place }) => {
        if (place?.round !== course.place?.round) Object.assign(course, courseFrom(place));
        return from(recall()).pipe(
          switchMap((memory) =>
            E.isLeft(memory) ? fail({ _tag: 'KeyFailed', reason: memory.left }) : pagesFrom(place),
          ),
        );
      },
      work: (page) => {
        const written = writePage(page);
        return E.isLeft(written) ? fail(written.left) : EMPTY;
      },
      ...(O.isNone(keys) && { restarts: 0 }),
    }).pipe(
      concatMap((kept): ReadonlyArray<StreamEnd> => {
        if (E.isLeft(kept)) return [{ _tag: 'Failed', error: kept.left }];
        return isFull() ? [whole] : [];
      }),
      endWith(whole),
    );

    // An earlier run may have been killed at the limit.
    return merge(failures, isFull() ? of(whole) : walked).pipe(take(1));
  });
