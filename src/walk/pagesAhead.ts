import { isRight } from 'fp-ts/Either';
import {
  BehaviorSubject,
  catchError,
  concatAll,
  ignoreElements,
  map,
  Observable,
  of,
  take,
  takeWhile,
  throwError,
} from 'rxjs';
import { onTurn } from './turn';
import type { WalkPosition, Step } from './walkStep';

/**
 * Emits when what was asked for before has left on a socket. That takes a turn of the event loop with Node's own http. Fetch
 * and undici let a connection rest for a turn after its response, or open another one, which is there a turn later.
 */
export const nextTurn = new Observable<void>((subscriber) => {
  const wait = (turns: number): void =>
    subscriber.add(onTurn(() => (turns > 1 ? wait(turns - 1) : subscriber.next())));
  wait(3);
});

/** Reads ahead (laws 3 and 34): a page is held back until the request for the next one has left. */
export const pagesAhead = <W>(depth: () => number, whenLeft: Observable<unknown> = nextTurn) => {
  const emitted = new BehaviorSubject(0);
  const isEmitted = (): void => emitted.next(emitted.value + 1);
  /** Emits a step when its turn has come, and then counts it. */
  const held = (step: Step<W>): Observable<Step<W>> =>
    new Observable((subscriber) =>
      whenLeft.pipe(take(1)).subscribe({
        next: () => {
          subscriber.next(step);
          isEmitted();
          subscriber.complete();
        },
        error: (error: unknown) => subscriber.error(error),
      }),
    );
  const hasNext = ({ emits, next }: Step<W>): unknown => emits && next && isRight(next);
  return {
    /** Completes when at most `depth` pages before this position are still to be emitted; undefined if that is so now. */
    room: ({ pages }: WalkPosition): Observable<never> | undefined =>
      emitted.value < pages - depth()
        ? emitted.pipe(
            takeWhile((count) => count < pages - depth()),
            ignoreElements(),
          )
        : undefined,
    /** Emits each page when the request for the page after it has left. */
    holdBack: (steps: Observable<Step<W>>): Observable<Step<W>> =>
      steps.pipe(
        map((step) => (hasNext(step) ? held(step) : of(step))),
        // What a valve of the user's throws comes after the pages that came before it.
        catchError((error: unknown) => of(throwError(() => error))),
        concatAll(),
      ),
  };
};
