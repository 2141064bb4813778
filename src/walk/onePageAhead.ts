import * as O from 'fp-ts/Option';
import { concatMap, defer, EMPTY, expand, map, type Observable, of, ReplaySubject, Subscription, using } from 'rxjs';
import { nextTurn } from './nextTurn';
import type { Position, Step } from './walkStep';

interface Ahead<P> {
  readonly step: Step<P>;
  /** The step after it, which is under way. */
  readonly following: Observable<Step<P>>;
}

/**
 * Walks with one request ahead (law 3): as soon as a page has come the next one is asked for, and when that request has
 * left, the page is let go.
 *
 * ```text
 * ask(1)   --a|
 * ask(2)     ---b|
 * ask(3)        ---c|
 * emitted  --a--b--(c|)     the request for b leaves before a is emitted
 * ```
 */
export const onePageAhead = <P>(
  ask: (position: Position) => Observable<Step<P>>,
  start: Position,
  turn: Observable<unknown> = nextTurn,
): Observable<Step<P>> =>
  using(
    () => new Subscription(),
    (underWay) => {
      const askNext = (step: Step<P>): Observable<Ahead<P>> => {
        const { next } = step;
        if (O.isNone(next)) return of({ step, following: EMPTY });
        return defer(() => {
          const following = new ReplaySubject<Step<P>>(1);
          (underWay as Subscription).add(ask(next.value).subscribe(following));
          return turn.pipe(map(() => ({ step, following })));
        });
      };
      return ask(start).pipe(
        concatMap(askNext),
        expand(({ following }) => following.pipe(concatMap(askNext))),
        map(({ step }) => step),
      );
    },
  );
