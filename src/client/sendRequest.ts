import { type Either, isLeft, left } from 'fp-ts/Either';
import { type Option, isSome } from 'fp-ts/Option';
import { asyncScheduler, catchError, defer, first, map, type Observable, of } from 'rxjs';
import type { Classify, ErrorReading } from '../model/errors/classify';
import type { Envelope } from '../model/endpoints/Paging';
import { type HttpResponse, maxErrorBytes } from '../model/http';
import type { PageToken } from '../model/PageToken';
import type { PreparedWalk } from '../model/endpoints/prepareWalk';
import { readPage } from '../model/endpoints/readPage';
import type { GivenNumbers } from '../model/records/Numbers';
import { redact } from '../model/errors/redact';
import { retryAfter } from '../model/errors/retryAfter';
import { thrownBy } from '../model/errors/thrownBy';
import type { PageFailure } from '../model/errors/WalkError';
import type { Transport, TransportFailure } from '../transport/Transport';
import { type AuthHeaders, refusedReason } from './Auth';
import { maxSecret, type Secrets } from './recentSecrets';

/** What came of one request: a page, or why there is none. */
export type Answer = Either<PageFailure, Envelope>;

/** What is asked for, with which credential, and what an error must not repeat. */
export interface Asked {
  readonly pageToken: Option<PageToken>;
  readonly credential: AuthHeaders;
  readonly secrets: ReadonlyArray<Secrets>;
}

/** Sends one request for the page of a token. What goes wrong is a value without the secrets that were used. */
export type SendRequest = (asked: Asked) => Observable<Answer>;

const noResponse: Either<TransportFailure, never> = left({ _tag: 'NetworkFailure', reason: 'no response came' });

const ofTransport = (failure: TransportFailure): PageFailure => {
  if (failure._tag === 'NetworkFailure' || failure._tag === 'TimedOut') return failure;
  const message = failure._tag === 'NotUtf8' ? 'is not UTF-8' : `is larger than ${failure.limit} bytes`;
  return { _tag: 'InvalidEnvelope', problems: [{ at: 'the body', message }] };
};

const ofReading = (reading: ErrorReading, response: HttpResponse): PageFailure => {
  const { _tag } = reading;
  if (_tag === 'Unauthorized') return { ...reading, _tag, reason: refusedReason };
  const wait = _tag === 'HttpFailure' ? retryAfter(response, asyncScheduler.now()) : undefined;
  return { ...(wait !== undefined && { retryAfter: wait }), ...reading, _tag };
};

/** Of everything its value, what stands behind its scheme (`Bearer …`), and its longer words. */
const secretsOf = (sent: ReadonlyArray<Secrets>): ReadonlyArray<string> =>
  sent.flatMap(Object.values<string>).flatMap((value) => [
    value,
    value.slice(value.indexOf(' ') + 1),
    ...value
      .slice(0, maxSecret)
      .split(/[\s;,="]+/)
      .filter(({ length }) => length > 5),
  ]);

/** One exchange: request, response, envelope. */
export const sendRequest = (
  transport: Transport,
  classify: Classify,
  prepared: PreparedWalk,
  numbers: GivenNumbers,
): SendRequest => {
  const read = readPage(prepared, numbers);

  /** What a transport brought: a response that may be a page, or a failure. */
  const received = (
    result: Either<TransportFailure, HttpResponse>,
    pageToken: Option<PageToken>,
  ): Either<PageFailure, HttpResponse> => {
    if (isLeft(result)) return left(ofTransport(result.left));
    const response = result.right;
    if (response.status >= 200 && response.status < 300) return result;
    // A transport of the user's may have read more than anybody wants to know of an error (law 22).
    const bounded = { ...response, body: response.body.slice(0, maxErrorBytes) };
    try {
      return left(ofReading(classify(bounded, { pageToken: isSome(pageToken) }), bounded));
    } catch (error) {
      return left(thrownBy('classify', error));
    }
  };

  return ({ pageToken, credential, secrets }) => {
    const request = prepared.requestFor(pageToken);
    return defer(() => transport({ ...request, headers: { ...request.headers, ...credential } })).pipe(
      // Any transport is held to its contract: one value.
      first(null, noResponse),
      map((result) => received(result, pageToken)),
      catchError((error: unknown) => of(left(thrownBy('transport', error)))),
      // Below `catchError`: what a scheme of the user's throws goes to the error channel (law 25).
      map((answer) => (isLeft(answer) ? answer : read(answer.right, request, pageToken))),
      map((answer) => (isLeft(answer) ? left(redact(secretsOf(secrets), answer.left)) : answer)),
    );
  };
};
