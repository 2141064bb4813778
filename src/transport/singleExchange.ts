import { type Either, isLeft, left, right } from 'fp-ts/Either';
import { from, Observable, type ObservableInput, take } from 'rxjs';
import { typeName } from '../model/errors/problemsOf';
import { thrownBy } from '../model/errors/thrownBy';
import { type PageFailure, unreadable } from '../model/errors/WalkError';
import { type HttpResponse, withReadHeaders } from '../model/http';
import type { Exchange, TransportFailure } from './Transport';

export type Received = Either<PageFailure, HttpResponse>;

const noResponse: Received = left({ _tag: 'NetworkFailure', reason: 'no response came' });

const unreadableBody = (message: string): Received => unreadable([{ at: 'the body', message }]);

const thrownByTransport = (error: unknown): Received => left(thrownBy('transport', error));

const failureOf = (failure: TransportFailure): Received => {
  if (failure._tag === 'NetworkFailure' || failure._tag === 'TimedOut') return left(failure);
  if (failure._tag === 'NotUtf8') return unreadableBody('is not UTF-8');
  // Its type says otherwise, but a transport may give any Left: an Error, for example.
  return 'limit' in failure
    ? unreadableBody(`is larger than ${failure.limit} bytes`)
    : thrownByTransport(failure);
};

const received = (exchange: Exchange): Received => {
  if (isLeft(exchange)) return failureOf(exchange.left);
  const { body } = exchange.right as { readonly body: unknown };
  return typeof body === 'string'
    ? right(withReadHeaders(exchange.right))
    : unreadableBody(
        `must be a string, the text of the response as it came, but the transport gave ${typeName(body)}`,
      );
};

/**
 * Holds any transport to its contract: it gives one exchange, and what it throws is a value. This is `take`, `map`, `catchError`
 * and `defaultIfEmpty` with half of their subscribers.
 */
export const singleExchange = (send: () => ObservableInput<Exchange>): Observable<Received> =>
  new Observable((subscriber) => {
    const next = (response: Received): void => {
      subscriber.next(response);
      subscriber.complete();
    };
    const attempt = (step: () => void): void => {
      try {
        step();
      } catch (thrown) {
        next(thrownByTransport(thrown));
      }
    };
    attempt(() => {
      const exchanging = from(send())
        .pipe(take(1))
        .subscribe({
          next: (exchange) => attempt(() => next(received(exchange))),
          error: (thrown) => next(thrownByTransport(thrown)),
          complete: () => next(noResponse),
        });
      subscriber.add(exchanging);
    });
  });
