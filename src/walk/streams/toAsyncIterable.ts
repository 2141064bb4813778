import { defer, type Observable, type ObservedValueOf, Subject, takeUntil } from 'rxjs';
import { queue } from '../../model/scheduling/queue';
import { warnOnce } from '../../model/warnOnce';
import type { Account } from '../valve/countedMergeMap';
import { createValve, type Valve } from '../valve/Valve';
import { checkKnown } from '../../model/optionChecks';

interface Pull<T> {
  readonly resolve: (result: IteratorResult<T, undefined>) => void;
  readonly reject: (error: unknown) => void;
}

/** Why a stream ends with an exception. */
interface Thrown {
  readonly error: unknown;
}

const doneResult = { done: true, value: undefined } as const;

/** Where values wait until they are taken, and calls of `next()` until there is a value, each in their order. */
const handover = <T>({ hold, release }: Account, onOver: () => void) => {
  const pulls = queue<Pull<T>>();
  const values = queue<T>();
  let isOver = false;
  // It waits behind the values that came before it.
  let thrown: Thrown | undefined;

  const settle = (): void => {
    while (pulls.size > 0 && (values.size > 0 || isOver)) {
      const { resolve, reject } = pulls.take();
      if (values.size > 0) {
        resolve({ done: false, value: values.take() });
        // A walk that waits for the valve continues at once.
        release(1);
      } else if (thrown) {
        reject(thrown.error);
        thrown = undefined;
      } else resolve(doneResult);
    }
    if (isOver && values.size === 0) onOver();
  };

  return {
    get isOver() {
      return isOver;
    },
    settle,
    pull: (next: Pull<T>): void => {
      pulls.push(next);
    },
    put: (value: T): void => {
      hold();
      values.push(value);
      settle();
    },
    /** No more values come. */
    end: (reason?: Thrown): void => {
      if (reason) thrown = reason;
      isOver = true;
      settle();
    },
    /** Drops the values that wait, and says how many they were. */
    drop: (): number => {
      const { size } = values;
      while (values.size > 0) values.take();
      thrown = undefined;
      return size;
    },
  };
};

/** Options of `toAsyncIterable`, `toReadableStream` and `toReadable`. @inline @since 0.2.0 */
export interface PullOptions {
  /** The next page is requested when no more than this many values wait to be taken. Default 0. */
  readonly highWaterMark?: number | undefined;
  /** Ends the walk when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** What `await using` takes. It is empty if your `lib` does not have it yet. @since 1.0.0 */
export type Disposal = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol }
  ? Readonly<Record<Key, () => Promise<void>>>
  : unknown;

/** A callback that builds a stream. The compiler that refuses one without a valve prints this text. @since 1.0.0 */
export type Build<F> = F extends () => unknown
  ? 'The callback has to take the valve and give it to the walk: (valve) => client.objects(endpoint, { …, valve })'
  : F;

/**
 * Reads a stream with `for await`, at the pace of the loop.
 *
 * ```text
 * next()   n-----n-----n-----
 * valve    a-----b-----c-----     each value is held until it is taken
 * ```
 *
 * Nothing is sent before the first `next()`. `break`, `return()` and `throw()` abort the request in flight and settle every
 * pending `next()`. Parallel calls of `next()` are served in their order. What the stream throws arrives as a rejection.
 *
 * An abort of `signal` does what `break` does, but the `next()` that waits, or the one that comes next, rejects with the
 * signal's reason; values that wait are dropped. `await using` ends the walk with its block, where the platform has
 * `Symbol.asyncDispose`.
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
 * @see iterate
 * @since 0.1.0
 */
export const toAsyncIterable = <F extends (valve: Valve) => Observable<unknown>>(
  build: Build<F>,
  { highWaterMark = 0, signal, ...others }: PullOptions = {},
): AsyncIterableIterator<ObservedValueOf<ReturnType<F>>> & Disposal => {
  type T = ObservedValueOf<ReturnType<F>>;
  const stream = build as (valve: Valve) => Observable<T>;
  checkKnown('a stream', others);
  const { valve, account } = createValve(highWaterMark);
  const unsubscribed = new Subject<void>();
  let isStarted = false;

  const leave = (reason?: Thrown): void => {
    const dropped = waiting.drop();
    waiting.end(reason);
    unsubscribed.next();
    // Comes after the source was left: a walk that still listened would read the release as demand.
    account.release(dropped);
  };
  const abort = (): void => leave({ error: signal?.reason });
  const waiting = handover<T>(account, () => signal?.removeEventListener('abort', abort));

  const start = (): void => {
    isStarted = true;
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort);
    if (stream.length === 0) {
      warnOnce(
        'valve',
        'a callback takes no valve, so nothing holds its walk back. Write (valve) => client.objects(endpoint, { …, valve })',
      );
    }
    defer(() => stream(valve))
      // Not by unsubscribing: there is nothing to unsubscribe from yet while a synchronous source emits.
      .pipe(takeUntil(unsubscribed))
      .subscribe({
        next: waiting.put,
        error: (error: unknown) => waiting.end({ error }),
        complete: () => waiting.end(),
      });
  };

  const iterator: AsyncIterableIterator<T> = {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () =>
      new Promise((resolve, reject) => {
        waiting.pull({ resolve, reject });
        if (!isStarted && !waiting.isOver) start();
        waiting.settle();
      }),
    return: () => {
      leave();
      return Promise.resolve(doneResult);
    },
    throw: (error: unknown) => {
      leave();
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- it goes back as it came
      return Promise.reject(error);
    },
  };
  // Not every browser has it.
  const { asyncDispose } = Symbol as { readonly asyncDispose?: symbol };
  const dispose = (): Promise<void> => {
    leave();
    return Promise.resolve();
  };
  return Object.assign(iterator, (asyncDispose && { [asyncDispose]: dispose }) as Disposal);
};
