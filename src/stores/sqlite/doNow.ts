import { defer, EMPTY, type ObservableInput } from 'rxjs';
import type { Nothing, Work } from '../../walk/durable/Places';

/** What is no promise, no Observable and no list of them: its work is over when it is there. @inline */
export type AtOnce = Nothing | Done | ReadonlyArray<Done>;

/** @inline */
type Done =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | (object & {
      readonly then?: never;
      readonly subscribe?: never;
      readonly [Symbol.iterator]?: never;
      readonly [Symbol.asyncIterator]?: never;
    });

const isAsynchronous = (given: unknown): boolean => {
  const {
    then,
    subscribe,
    [Symbol.asyncIterator]: iterates,
  } = Object(given) as Partial<Record<string | symbol, unknown>>;
  return [then, subscribe, iterates].some((each) => typeof each === 'function');
};

const refuse = (given?: unknown): never => {
  // It is not waited for, and must not end the process either.
  if (given instanceof Promise) given.catch(() => undefined);
  throw new TypeError(
    'sqlitePlaces: work and finish must not return a promise or an Observable, because their transaction is over when they ' +
      'return. Wait in prepare, and write in work',
  );
};

/** What is done when work has returned needs no waiting. A list is looked into, and a generator is run. */
const reads = (given: unknown): ObservableInput<unknown> => {
  if (isAsynchronous(given)) refuse(given);
  const { [Symbol.iterator]: iterate } = Object(given) as Partial<Iterable<unknown>>;
  if (iterate && typeof given === 'object')
    for (const each of given as Iterable<unknown>) if (isAsynchronous(each)) refuse(each);
  return EMPTY;
};

/** Does work before it returns, or throws. */
export const doNow = <T>(work: Work<T>, transaction: T): void => {
  let end: { readonly error?: unknown } | undefined;
  defer(() => work(transaction, reads))
    .subscribe({
      error: (error: unknown) => (end = { error }),
      complete: () => (end = {}),
    })
    .unsubscribe();
  if (!end) refuse();
  else if ('error' in end) throw end.error;
};
