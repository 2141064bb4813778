import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { defer, map, type Observable, of, switchMap } from 'rxjs';
import type { Page, PageStream, PageToken, PageTokenExpired, UnknownProperties, WalkError } from '../../index';
import { restarting } from '../../walk/restarting';
import { restartBudget } from '../../walk/restarts';
import type { Keys } from './Keys';
import { type Course, restart } from './Place';
import type { StreamEnd } from './StreamEnd';

export interface Restarting {
  /** The walk from a page on; without a token from its first page. */
  readonly walkFrom: (pageToken: PageToken | undefined) => PageStream<UnknownProperties>;
  /** Where to begin, and where the walk has come to since. */
  readonly course: Course;
  /** How much has come so far: a restart that brings no more is in vain. */
  readonly came: () => number;
  /** What tells objects apart; without it no walk is restarted. */
  readonly keys: O.Option<Keys>;
}

/** The pages of a walk, or why there are no more. */
export type Pages = Observable<E.Either<StreamEnd, Page<UnknownProperties>>>;

const failed = (error: WalkError): StreamEnd => ({ _tag: 'Failed', error });

const isExpired = (end: StreamEnd): end is { readonly _tag: 'Failed'; readonly error: PageTokenExpired } =>
  end._tag === 'Failed' && end.error._tag === 'PageTokenExpired';

/**
 * `retryExpired` by pages: begins a walk again from its first page when its page token has expired. Unlike there the walk
 * may have begun at a token, because the keys of all that was written before it can be recalled. Which objects of a
 * restarted walk are new is for the one who writes them to say.
 */
export const restartExpired = ({ walkFrom, course, came, keys }: Restarting): Pages =>
  defer(() => {
    const budget = restartBudget();
    let before = came();

    const meansRestart = (result: E.Either<StreamEnd, unknown>): boolean => {
      if (E.isRight(result) || !isExpired(result.left) || O.isNone(keys)) return false;
      if (came() > before) budget.refill();
      before = came();
      if (!budget.spend(result.left.error)) return false;
      course.place = restart;
      return true;
    };

    const recalled = (): Observable<E.Either<string, unknown>> =>
      defer(() => (O.isSome(keys) && course.place.isRestarted ? keys.value.recall() : of(E.right(undefined))));

    const walk: Pages = defer(() =>
      recalled().pipe(
        switchMap((memory): Pages =>
          E.isLeft(memory)
            ? of(E.left<StreamEnd>({ _tag: 'KeyFailed', reason: memory.left }))
            : walkFrom(O.toUndefined(course.place.pageToken)).pipe(map(E.mapLeft(failed))),
        ),
      ),
    );

    return restarting(walk, meansRestart);
  });
