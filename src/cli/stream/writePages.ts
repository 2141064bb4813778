import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { concatMap, defer, EMPTY, endWith, merge, NEVER, type Observable, of, Subject, switchMap, take } from 'rxjs';
import { type Demand, durable, type PageStream, type Place, type Places, type UnknownProperties } from '../../index';
import type { Output } from '../outputs/Output';
import { courseFrom, isRestarted } from './Course';
import { pageWriter, type PageWriting } from './pageWriter';
import type { StreamEnd } from './StreamEnd';

export interface PagesWriting extends PageWriting {
  /** The walk, paced by the output, from a place on or from its first page. */
  readonly pages: (valve: Demand, place: Place | undefined) => PageStream<UnknownProperties>;
  /** Where the place is kept that a later run goes on from. */
  readonly places: Places<void>;
  readonly output: Output;
}

const whole: StreamEnd = { _tag: 'Done' };

/**
 * Writes the pages of a walk until it ends or the limit is reached, and emits how it ended. A walk whose page token has
 * expired begins again if there is a key, by which everything that was written is told from what is new.
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
