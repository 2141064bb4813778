import { type Either, left, right } from 'fp-ts/Either';
import { constVoid } from 'fp-ts/function';
import {
  catchError,
  defaultIfEmpty,
  from,
  map,
  Observable,
  type ObservableInput,
  of,
  take,
  tap,
  throwError,
} from 'rxjs';
import { typeName } from '../../model/errors/problemsOf';

/** What a call gave, or threw, as one value; undefined where it gave nothing. */
export type CallAnswer<R> = Either<unknown, R> | undefined;

const { observable = '@@observable' } = Symbol as { readonly observable?: symbol };

/** Whether `from` reads it. A string is refused: its letters would be responses. */
const isInput = (given: unknown): boolean =>
  typeof given === 'object' &&
  given !== null &&
  ['then', 'subscribe', 'getReader', Symbol.asyncIterator, Symbol.iterator, observable].some(
    (name) => typeof (given as Readonly<Record<symbol | string, unknown>>)[name] === 'function',
  );

const firstResponse = <R>(given: ObservableInput<R>): Observable<CallAnswer<R>> =>
  from(given).pipe(
    take(1),
    map((response): CallAnswer<R> => right(response)),
    catchError((thrown: unknown): Observable<CallAnswer<R>> => of(left(thrown))),
    defaultIfEmpty<CallAnswer<R>, undefined>(undefined),
  );

const notInput = (given: unknown): TypeError =>
  new TypeError(
    `walkCalls: call must return a promise, an Observable or another ObservableInput, but returned ${typeName(given)}`,
  );

/**
 * Calls when it is subscribed. Unsubscribing before the answer aborts the signal at once, also while `call` runs: what that returns
 * is not subscribed to then, and a promise is never an unhandled rejection.
 */
export const answerOfCall = <R>(
  call: (signal: AbortSignal) => ObservableInput<R>,
): Observable<CallAnswer<R>> =>
  new Observable((subscriber) => {
    const abort = new AbortController();
    let isAnswered = false;
    subscriber.add(() => {
      if (!isAnswered) abort.abort();
    });
    let given: ObservableInput<R>;
    try {
      given = call(abort.signal);
    } catch (thrown) {
      given = throwError(() => thrown);
    }
    if (subscriber.closed) (Object(given) as Partial<PromiseLike<R>>).then?.(constVoid, constVoid);
    else if (!isInput(given)) subscriber.error(notInput(given));
    else
      firstResponse(given)
        .pipe(tap(() => (isAnswered = true)))
        .subscribe(subscriber);
  });
