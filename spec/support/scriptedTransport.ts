import * as E from 'fp-ts/Either';
import { type Observable, of } from 'rxjs';
import type { HttpRequest, HttpResponse, Transport, TransportFailure } from '../../src/index';

export interface ScriptedTransport {
  readonly transport: Transport;
  /** Every request that was subscribed, in order. */
  readonly requests: ReadonlyArray<HttpRequest>;
}

export const ok = (body: unknown): E.Either<TransportFailure, HttpResponse> => answer(200, body);

export const answer = (status: number, body: unknown): E.Either<TransportFailure, HttpResponse> =>
  E.right({ status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** A transport whose n-th request is answered with the n-th script, and that remembers what it was asked. */
export const scriptedTransport = (
  ...script: ReadonlyArray<
    E.Either<TransportFailure, HttpResponse> | Observable<E.Either<TransportFailure, HttpResponse>>
  >
): ScriptedTransport => {
  const requests: Array<HttpRequest> = [];
  const transport: Transport = (request) => {
    const next = script[requests.length];
    requests.push(request);
    if (next === undefined) throw new Error('a request nobody scripted');
    return '_tag' in next ? of(next) : next;
  };
  // Not enumerable: a script can be the config of a client, which knows no requests.
  return Object.defineProperty({ transport, requests }, 'requests', { enumerable: false });
};

/** The scripts of a whole walk: each list of records is a page, tied together with the tokens. */
export const pagesOf = (
  pages: ReadonlyArray<ReadonlyArray<unknown>>,
  tokens: (index: number) => string = (index) => `token-${index}`,
): ReadonlyArray<E.Either<TransportFailure, HttpResponse>> =>
  pages.map((data, index) =>
    ok({ data, ...(index < pages.length - 1 && { nextPageToken: tokens(index + 1) }) }),
  );

/** The params of a walk that is about something else. */
export const list = { ontologyRid: 'ri.o', objectType: 'employee' };

export const record = (id: unknown) => ({ properties: { id } });
