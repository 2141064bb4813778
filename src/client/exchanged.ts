import { type Either, isLeft, left, right } from 'fp-ts/Either';
import { from, map, Observable, type ObservableInput } from 'rxjs';
import { kindOf } from '../model/errors/problemsOf';
import { thrownBy } from '../model/errors/thrownBy';
import { type PageFailure, unreadable } from '../model/errors/WalkError';
import { type HttpResponse, withReadHeaders } from '../model/http';
import type { Exchange, TransportFailure } from '../transport/Transport';

/** A response with any status, or why there is none. */
export type Received = Either<PageFailure, HttpResponse>;

const noResponse: Received = left({ _tag: 'NetworkFailure', reason: 'no response came' });

const failureOf = (failure: TransportFailure): Received => {
  if (failure._tag === 'NetworkFailure' || failure._tag === 'TimedOut') return left(failure);
  const message = failure._tag === 'NotUtf8' ? 'is not UTF-8' : `is larger than ${failure.limit} bytes`;
  return unreadable([{ at: 'the body', message }]);
};

const received = (exchange: Exchange): Received => {
  if (isLeft(exchange)) return failureOf(exchange.left);
  const { body } = exchange.right as { readonly body: unknown };
  if (typeof body === 'string') return right(withReadHeaders(exchange.right));
  const message = `must be a string, the text of the response as it came, but the transport gave ${kindOf(body)}`;
  return unreadable([{ at: 'the body', message }]);
};

/**
 * Holds any transport to its contract: it gives one exchange, and what it throws is a value. This is `first` and `catchError`
 * with half of their subscribers.
 */
export const exchanged = (send: () => ObservableInput<Exchange>): Observable<Received> =>
  new Observable((subscriber) => {
    const next = (response: Received): void => {
      subscriber.next(response);
      subscriber.complete();
    };
    const error = (thrown: unknown): void => next(left(thrownBy('transport', thrown)));
    try {
      const responses = from(send()).pipe(map(received));
      subscriber.add(responses.subscribe({ next, error, complete: () => next(noResponse) }));
    } catch (thrown) {
      error(thrown);
    }
  });
