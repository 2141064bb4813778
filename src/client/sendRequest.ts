import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { asyncScheduler, catchError, defaultIfEmpty, defer, map, type Observable, of, take } from 'rxjs';
import type { Classify, ErrorReading } from '../model/classify';
import type { Endpoint } from '../model/endpoint';
import type { Envelope } from '../model/envelope';
import type { HttpResponse } from '../model/http';
import type { PageToken } from '../model/PageToken';
import type { PreparedWalk } from '../model/prepareWalk';
import { readPage } from '../model/readPage';
import { redact } from '../model/redact';
import { retryAfter } from '../model/retryAfter';
import type { PageFailure } from '../model/WalkError';
import type { Transport, TransportFailure } from '../transport/Transport';
import { type AuthHeaders, refusal } from './Auth';

/**
 * Sends one request for the page of a token. Whatever goes wrong is a value without secrets: those of this request, and
 * the credentials that were used shortly before it.
 */
export type SendRequest = (
  pageToken: O.Option<PageToken>,
  credentials: AuthHeaders,
  used: ReadonlyArray<AuthHeaders>,
) => Observable<E.Either<PageFailure, Envelope>>;

const noResponse: E.Either<TransportFailure, never> = E.left({ _tag: 'NetworkFailure', reason: 'no response came' });

/** What a transport or a classify of the user's throws is a value too (law 5). */
export const thrown = (error: unknown): PageFailure => ({
  _tag: 'NetworkFailure',
  reason: error instanceof Error ? String(error) : typeof error,
});

const ofTransport = (failure: TransportFailure): PageFailure => {
  if (failure._tag === 'NetworkFailure' || failure._tag === 'TimedOut') return failure;
  const message = failure._tag === 'NotUtf8' ? 'is not UTF-8' : `is larger than ${failure.limit} bytes`;
  return { _tag: 'InvalidEnvelope', problems: [{ at: 'the body', message }] };
};

const ofReading = (reading: ErrorReading, response: HttpResponse): PageFailure => {
  if (reading._tag === 'Unauthorized') return { ...reading, _tag: reading._tag, reason: refusal };
  const wait = reading._tag === 'HttpFailure' ? retryAfter(response, asyncScheduler.now()) : undefined;
  return { ...(wait !== undefined && { retryAfter: wait }), ...reading, _tag: reading._tag };
};

/** Every header's value, what stands behind its scheme (`Bearer …`), its longer words, and the page token. */
const secretsOf = (used: ReadonlyArray<AuthHeaders>, pageToken: O.Option<PageToken>): ReadonlyArray<string> => [
  ...[...used]
    .flatMap(Object.values<string>)
    .flatMap((value) => [
      value,
      value.slice(value.indexOf(' ') + 1),
      ...value.split(/[\s;,="]+/).filter(({ length }) => length > 5),
    ]),
  ...(O.isSome(pageToken) ? [pageToken.value] : []),
];

/** One exchange: request, response, envelope. */
export const sendRequest = (
  transport: Transport,
  classify: Classify,
  endpoint: Endpoint,
  { requestFor }: PreparedWalk,
): SendRequest => {
  const read = readPage(endpoint);

  return (pageToken, credentials, used) => {
    const interpret = (response: HttpResponse): E.Either<PageFailure, Envelope> =>
      response.status >= 200 && response.status < 300
        ? read(response)
        : E.left(ofReading(classify(response, { pageToken: O.isSome(pageToken) }), response));

    const clean = E.mapLeft((failure: PageFailure) => redact(secretsOf(used, pageToken), failure));

    return defer(() => {
      const request = requestFor(pageToken);
      return transport({ ...request, headers: { ...request.headers, ...credentials } });
    }).pipe(
      // Any transport is held to its contract: one value.
      take(1),
      defaultIfEmpty(noResponse),
      map((result) => clean(E.isLeft(result) ? E.left(ofTransport(result.left)) : interpret(result.right))),
      catchError((error: unknown) => of(clean(E.left(thrown(error))))),
    );
  };
};
