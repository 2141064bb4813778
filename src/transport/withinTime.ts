import { left } from 'fp-ts/Either';
import { asyncScheduler, Observable } from 'rxjs';
import type { HttpRequest } from '../model/http';
import { maxTimer } from '../model/maxTimer';
import { networkFailure } from './networkFailure';
import type { Exchange } from './Transport';

/**
 * One exchange for each subscription, which is aborted when its time is up or its subscriber leaves. `start` begins it,
 * emits what came of it, and returns what aborts it.
 */
export const withinTime = (
  timeout: number,
  start: (emit: (result: Exchange) => void) => () => void,
): Observable<Exchange> =>
  new Observable((subscriber) => {
    let isOver = false;
    const emit = (result: Exchange): void => {
      isOver = true;
      subscriber.next(result);
      subscriber.complete();
    };
    const abort = start(emit);
    // An abort makes an exception with a stack, which a request that is over does not need.
    subscriber.add(() => {
      if (!isOver) abort();
    });
    const end = (): void => {
      abort();
      emit(left({ _tag: 'TimedOut', after: timeout }));
    };
    if (timeout > 0 && timeout <= maxTimer) subscriber.add(asyncScheduler.schedule(end, timeout));
  });

/** The same for an exchange that is a promise. What it rejects with is a value, whatever it is. */
export const promisedWithinTime = (
  timeout: number,
  request: HttpRequest,
  run: (signal: AbortSignal) => Promise<Exchange>,
): Observable<Exchange> =>
  withinTime(timeout, (emit) => {
    const abort = new AbortController();
    run(abort.signal).then(emit, (error: unknown) => emit(networkFailure(error, request)));
    return () => abort.abort();
  });
