import { type Either, isLeft, left } from 'fp-ts/Either';
import { type Option, isSome } from 'fp-ts/Option';
import { asyncScheduler, defer, first, map, type Subscription } from 'rxjs';
import type { Classify, ErrorReading } from '../model/errors/classify';
import type { Endpoint } from '../model/endpoints/endpoint';
import type { Envelope } from '../model/paging/envelope';
import { type HttpResponse, maxErrorBytes } from '../model/http';
import type { PageToken } from '../model/PageToken';
import type { PreparedWalk } from '../model/paging/prepareWalk';
import { readPage } from '../model/paging/readPage';
import { redact } from '../model/errors/redact';
import { retryAfter } from '../model/errors/retryAfter';
import type { PageFailure } from '../model/errors/WalkError';
import type { Transport, TransportFailure } from '../transport/Transport';
import { type AuthHeaders, refusedReason } from './Auth';

/** What was sent and must not be told: the headers of a credential, or a page token. */
export type Secrets = Readonly<Record<string, string>>;

/** What came of one request: a page, or why there is none. */
export type Answer = Either<PageFailure, Envelope>;

/** Sends one request for the page of a token. Whatever goes wrong is a value without the secrets that were used. */
export type SendRequest = (
  pageToken: Option<PageToken>,
  credentials: AuthHeaders,
  used: ReadonlyArray<Secrets>,
  answered: (answer: Answer) => void,
) => Subscription;

const noResponse: Either<TransportFailure, never> = left({ _tag: 'NetworkFailure', reason: 'no response came' });

/** What the user's function throws is a value too (law 5). It is a mistake in that function: repeating does not help. */
export const thrownBy = (who: 'transport' | 'classify' | 'retry', error: unknown): PageFailure => ({
  _tag: 'NetworkFailure',
  reason: `${who} threw ${error instanceof Error ? String(error) : typeof error}`,
  permanent: true,
});

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
const secretsOf = (used: ReadonlyArray<Secrets>): ReadonlyArray<string> =>
  used
    .flatMap(Object.values<string>)
    .flatMap((value) => [
      value,
      value.slice(value.indexOf(' ') + 1),
      ...value.split(/[\s;,="]+/).filter(({ length }) => length > 5),
    ]);

/** One exchange: request, response, envelope. */
export const sendRequest = (
  transport: Transport,
  classify: Classify,
  endpoint: Endpoint,
  { requestFor }: PreparedWalk,
): SendRequest => {
  const read = readPage(endpoint);

  return (pageToken, credentials, used, answered) => {
    const interpret = (response: HttpResponse): Answer => {
      if (response.status >= 200 && response.status < 300) return read(response);
      // A transport of the user's may have read more than anybody wants to know of an error (law 22).
      const bounded = { ...response, body: response.body.slice(0, maxErrorBytes) };
      try {
        return left(ofReading(classify(bounded, { pageToken: isSome(pageToken) }), bounded));
      } catch (error) {
        return left(thrownBy('classify', error));
      }
    };

    const tell = (answer: Answer): void => {
      answered(isLeft(answer) ? left(redact(secretsOf(used), answer.left)) : answer);
    };

    return defer(() => {
      const request = requestFor(pageToken);
      return transport({ ...request, headers: { ...request.headers, ...credentials } });
    })
      .pipe(
        // Any transport is held to its contract: one value.
        first(null, noResponse),
        map((result) => (isLeft(result) ? left(ofTransport(result.left)) : interpret(result.right))),
      )
      .subscribe({
        next: tell,
        error: (error: unknown) => {
          tell(left(thrownBy('transport', error)));
        },
      });
  };
};
