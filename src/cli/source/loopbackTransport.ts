import * as E from 'fp-ts/Either';
import { Agent, type IncomingMessage, request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { asyncScheduler, Observable } from 'rxjs';
import type { HttpResponse, Transport, TransportFailure } from '../../index';
import { longestTimer } from '../../model/longestTimer';
import { reasonOf } from '../Complaint';

const headersOf = ({ headers }: IncomingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

type Exchange = E.Either<TransportFailure, HttpResponse>;

const failed = (error: unknown): Exchange => E.left({ _tag: 'NetworkFailure', reason: reasonOf(error) });

/**
 * A transport to a service inside this process. Its agent knows no proxy: one that the environment names (`HTTP_PROXY`,
 * `NODE_USE_ENV_PROXY`) could not reach the service, and would be told its token.
 */
export const loopbackTransport = (baseURL: string, timeout: number): Transport => {
  const agent = new Agent({ keepAlive: true });
  return ({ method, url, headers, body }) =>
    new Observable<Exchange>((subscriber) => {
      let isOver = false;
      const emit = (result: Exchange): void => {
        isOver = true;
        subscriber.next(result);
        subscriber.complete();
      };
      const exchange = send(`${baseURL}${url}`, { method, headers, agent }, (response) => {
        text(response).then(
          (content) => {
            emit(E.right({ status: response.statusCode ?? 0, headers: headersOf(response), body: content }));
          },
          (error: unknown) => {
            emit(failed(error));
          },
        );
      });
      exchange.on('error', (error) => {
        emit(failed(error));
      });
      if (timeout > 0 && timeout <= longestTimer) {
        const end = (): void => {
          exchange.destroy();
          emit(E.left({ _tag: 'TimedOut', after: timeout }));
        };
        subscriber.add(asyncScheduler.schedule(end, timeout));
      }
      // The connection of an exchange that came to its end serves the next one.
      subscriber.add(() => {
        if (!isOver) exchange.destroy();
      });
      exchange.end(body);
    });
};
