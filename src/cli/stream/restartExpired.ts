import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import {
  concat,
  defer,
  map,
  type Observable,
  of,
  queueScheduler,
  repeat,
  subscribeOn,
  switchMap,
  takeWhile,
} from 'rxjs';
import type { Page, PageStream, PageToken, UnknownProperties, WalkError } from '../../index';
import { tellRestart } from '../../walk/restarts';
import type { Keys } from './Keys';
import { type Course, restart } from './Place';
import type { StreamEnd } from './StreamEnd';
import type { Tally } from './Tally';

export interface Restarting {
  /** The walk from a page on; without a token from its first page. */
  readonly walkFrom: (pageToken: PageToken | undefined) => PageStream<UnknownProperties>;
  /** Where to begin, and where the walk has come to since. */
  readonly course: Course;
  readonly tally: Readonly<Tally>;
  /** What tells objects apart; without it no walk is restarted. */
  readonly keys: O.Option<Keys>;
}

/** The pages of a walk, or why there are no more. */
export type Pages = Observable<E.Either<StreamEnd, Page<UnknownProperties>>>;

/** As `retryExpired`: so many restarts in a row may bring nothing new. */
const mostInVain = 3;

const failed = (error: WalkError): StreamEnd => ({ _tag: 'Failed', error });

const isExpired = (end: StreamEnd): end is StreamEnd & { readonly _tag: 'Failed' } =>
  end._tag === 'Failed' && end.error._tag === 'PageTokenExpired';

/**
 * `retryExpired` by pages: begins a walk again from its first page when its page token has expired. Unlike there the walk
 * may have begun at a token, because the keys of all that was written before it can be recalled. Which objects of a
 * restarted walk are new is for the one who writes them to say.
 */
export const restartExpired = ({ walkFrom, course, tally, keys }: Restarting): Pages =>
  defer(() => {
    let restarts = 0;
    let inVain = 0;
    let objects = tally.objects;
    let isOver = true;

    const begin = (end: StreamEnd): boolean => {
      if (!isExpired(end) || O.isNone(keys)) return false;
      if (tally.objects > objects) inVain = 0;
      if (inVain === mostInVain) return false;
      objects = tally.objects;
      inVain += 1;
      restarts += 1;
      isOver = false;
      course.place = restart;
      tellRestart(end.error, restarts);
      return true;
    };

    const recalled = (): Observable<E.Either<string, unknown>> =>
      defer(() => (O.isSome(keys) && course.place.isRestarted ? keys.value.recall() : of(E.right(undefined))));

    const walk: Pages = defer(() => {
      isOver = true;
      return recalled().pipe(
        switchMap((memory): Pages =>
          E.isLeft(memory)
            ? of(E.left<StreamEnd>({ _tag: 'KeyFailed', reason: memory.left }))
            : walkFrom(O.toUndefined(course.place.pageToken)).pipe(map(E.mapLeft(failed))),
        ),
        takeWhile((result) => !(E.isLeft(result) && begin(result.left))),
      );
    });

    return concat(
      walk,
      defer(() => (isOver ? [undefined] : [])),
    ).pipe(
      // Walks that end synchronously are repeated in a loop, not in a recursion.
      subscribeOn(queueScheduler),
      repeat(),
      takeWhile((result) => result !== undefined),
    );
  });
