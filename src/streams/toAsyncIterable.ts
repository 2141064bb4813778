import { catchError, EMPTY, Observable, Subscription } from 'rxjs';
import { fifo } from '../walk/fifo';
import type { Valve } from '../walk/Valve';
import { withValve } from '../walk/withValve';

interface Pull<T> {
  readonly resolve: (result: IteratorResult<T, undefined>) => void;
  readonly reject: (error: unknown) => void;
}

interface Offer<T> {
  readonly value: T;
  readonly taken: () => void;
}

const done = { done: true, value: undefined } as const;

/**
 * Reads a stream with `for await`, at the pace of the loop.
 *
 * ```text
 * next()   n-----n-----n-----
 * valve    a-----b-----c-----     each value is held until it is taken
 * ```
 *
 * Nothing is sent before the first `next()`. The next page is asked for when no more than `highWaterMark` values (default
 * 0) wait to be taken. `break`, `return()` and `throw()` abort the request in flight and settle every pending `next()`;
 * calls of `next()` in parallel are served in their order; what the stream throws arrives as a rejection.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, orThrow, toAsyncIterable } from 'pagewalk';
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 *
 * for await (const employee of toAsyncIterable((valve) =>
 *   client.list({ ontologyRid: 'ri.ontology.main', objectType: 'employee', valve }).pipe(orThrow()),
 * )) {
 *   console.log(employee.properties.name);
 *   break;
 * }
 * ```
 *
 * @see toReadableStream
 * @since 0.1.0
 */
export const toAsyncIterable = <T>(
  build: (valve: Valve) => Observable<T>,
  { highWaterMark = 0 }: { readonly highWaterMark?: number } = {},
): AsyncIterableIterator<T> => {
  const pulls = fifo<Pull<T>>();
  let offer: Offer<T> | undefined;
  let subscription: Subscription | undefined;
  let isOver = false;
  let thrown: { readonly error: unknown } | undefined;

  const deliver = (): void => {
    while (offer !== undefined && pulls.size > 0) {
      const { value, taken } = offer;
      offer = undefined;
      pulls.take().resolve({ done: false, value });
      taken();
    }
    if (thrown !== undefined && pulls.size > 0) {
      pulls.take().reject(thrown.error);
      thrown = undefined;
    }
    while (isOver && pulls.size > 0) pulls.take().resolve(done);
  };

  const offered = (value: T): Observable<never> =>
    new Observable((work) => {
      offer = {
        value,
        taken: () => {
          work.complete();
        },
      };
      deliver();
    });

  // An error waits behind the values that came before it; on its own it would overtake those that wait.
  let failed: { readonly error: unknown } | undefined;
  const values = withValve({ highWaterMark }, (valve) =>
    build(valve).pipe(
      catchError((error: unknown) => {
        failed = { error };
        return EMPTY;
      }),
      valve.concatMap(offered),
    ),
  );

  const end = (failure?: { readonly error: unknown }): void => {
    isOver = true;
    offer = undefined;
    thrown = failure;
    deliver();
  };

  const leave = (): void => {
    subscription?.unsubscribe();
    end();
  };

  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () =>
      new Promise((resolve, reject) => {
        pulls.push({ resolve, reject });
        if (subscription === undefined && !isOver) {
          subscription = new Subscription();
          subscription.add(
            values.subscribe({
              error: (error: unknown) => {
                end({ error });
              },
              complete: () => {
                end(failed);
              },
            }),
          );
        }
        deliver();
      }),
    return: () => {
      leave();
      return Promise.resolve(done);
    },
    throw: (error: unknown) => {
      leave();
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- it goes back as it came
      return Promise.reject(error);
    },
  };
};
