import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import { catchError, defaultIfEmpty, defer, map, type Observable, of, switchMap, take } from 'rxjs';
import type { Classify, ErrorReading } from '../model/classify';
import type { Endpoint } from '../model/endpoint';
import type { Envelope } from '../model/envelope';
import type { HttpRequest, HttpResponse } from '../model/http';
import type { PageToken } from '../model/PageToken';
import type { PreparedWalk } from '../model/prepareWalk';
import { readPage } from '../model/readPage';
import { redact } from '../model/redact';
import type { PageFailure } from '../model/WalkError';
import type { Transport, TransportFailure } from '../transport/Transport';
import type { FetchPage } from '../walk/walkPages';
import type { Fetched } from '../walk/walkStep';
import type { Auth } from './Auth';
import type { Tell } from './WalkEvent';

/** What a client brings to every request. */
export interface Wiring {
  readonly transport: Transport;
  readonly auth: Auth;
  readonly classify: Classify;
  /** How a new walk tells of its events. */
  readonly newTell: (endpoint: Endpoint) => Tell;
}

type Headers = Readonly<Record<string, string>>;

const noResponse: E.Either<TransportFailure, never> = E.left({ _tag: 'NetworkFailure', reason: 'no response came' });

/** Holds any transport to its contract: one value. */
const exchange = (transport: Transport, request: HttpRequest): Observable<E.Either<TransportFailure, HttpResponse>> =>
  defer(() => transport(request)).pipe(take(1), defaultIfEmpty(noResponse));

/** What a transport or a classify of the user's throws is a value too (law 5). */
const thrown = (error: unknown): PageFailure => ({
  _tag: 'NetworkFailure',
  reason: error instanceof Error ? String(error) : typeof error,
});

const ofTransport = (failure: TransportFailure): PageFailure => {
  if (failure._tag !== 'ResponseTooLarge') return failure;
  const message = `is larger than ${failure.limit} bytes`;
  return { _tag: 'InvalidEnvelope', problems: [{ at: 'the body', message }] };
};

const ofReading = (reading: ErrorReading): PageFailure =>
  reading._tag === 'Unauthorized'
    ? { ...reading, _tag: reading._tag, reason: 'the credential was refused' }
    : { ...reading, _tag: reading._tag };

/** Every header's value, what stands behind its scheme (`Bearer …`), its longer words, and the page token. */
const secretsOf = (credentials: Headers, pageToken: O.Option<PageToken>): ReadonlyArray<string> => [
  ...Object.values(credentials).flatMap((value) => [
    value,
    value.slice(value.indexOf(' ') + 1),
    ...value.split(/[\s;,="]+/).filter(({ length }) => length > 5),
  ]),
  ...(O.isSome(pageToken) ? [pageToken.value] : []),
];

/** One page over the wire: credentials, request, response, envelope; whatever goes wrong is a value without secrets. */
export const fetchPage = (
  { transport, auth, classify }: Wiring,
  endpoint: Endpoint,
  { requestFor }: PreparedWalk,
): FetchPage<Envelope> => {
  const read = readPage(endpoint);

  return (pageToken) => {
    const interpret = (response: HttpResponse): E.Either<PageFailure, Envelope> =>
      response.status >= 200 && response.status < 300
        ? read(response)
        : E.left(ofReading(classify(response, { pageToken: O.isSome(pageToken) })));

    const send = (credentials: Headers): Observable<Fetched<Envelope>> => {
      const request = requestFor(pageToken);
      const clean = E.mapLeft((failure: PageFailure) => redact(secretsOf(credentials, pageToken), failure));
      return exchange(transport, { ...request, headers: { ...request.headers, ...credentials } }).pipe(
        map((result) => pipe(result, E.mapLeft(ofTransport), E.chain(interpret))),
        catchError((error: unknown) => of(E.left(thrown(error)))),
        map((page) => ({ attempts: 1, page: clean(page) })),
      );
    };

    const refuse = (reason: string) =>
      of<Fetched<Envelope>>({ attempts: 0, page: E.left({ _tag: 'Unauthorized', reason }) });

    return auth.credentials.pipe(take(1), switchMap(E.match(refuse, send)));
  };
};
