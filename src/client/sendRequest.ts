import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { asyncScheduler, defer, type Subscription, take } from 'rxjs';
import type { Classify, ErrorReading } from '../model/classify';
import type { Endpoint } from '../model/endpoint';
import type { Envelope } from '../model/envelope';
import { type HttpResponse, maxErrorBytes } from '../model/http';
import type { PageToken } from '../model/PageToken';
import type { PreparedWalk } from '../model/prepareWalk';
import { readPage } from '../model/readPage';
import { redact } from '../model/redact';
import { retryAfter } from '../model/retryAfter';
import type { PageFailure } from '../model/WalkError';
import type { Exchange, Transport, TransportFailure } from '../transport/Transport';
import { type AuthHeaders, refusal } from './Auth';

/** What was sent and must not be told: the headers of a credential, or a page token. */
export type Secrets = Readonly<Record<string, string>>;

type Answer = E.Either<PageFailure, Envelope>;

/**
 * Sends one request for the page of a token, and calls back once with what came of it. Whatever goes wrong is a value without
 * the secrets that were used. Unsubscribing aborts the request.
 */
export type SendRequest = (
  pageToken: O.Option<PageToken>,
  credentials: AuthHeaders,
  used: ReadonlyArray<Secrets>,
  emit: (answer: Answer) => void,
) => Subscription;

const noResponse: Answer = E.left({ _tag: 'NetworkFailure', reason: 'no response came' });

/** What a function of the user's throws is a value too (law 5). It is a mistake there, which no repetition mends. */
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
  if (reading._tag === 'Unauthorized') return { ...reading, _tag: reading._tag, reason: refusal };
  const wait = reading._tag === 'HttpFailure' ? retryAfter(response, asyncScheduler.now()) : undefined;
  return { ...(wait !== undefined && { retryAfter: wait }), ...reading, _tag: reading._tag };
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

  return (pageToken, credentials, used, emit) => {
    let answer: Answer = noResponse;

    const readError = (response: HttpResponse): PageFailure => {
      // A transport of the user's may have read more than anybody wants to know of an error (law 22).
      const bounded = { ...response, body: response.body.slice(0, maxErrorBytes) };
      try {
        return ofReading(classify(bounded, { pageToken: O.isSome(pageToken) }), bounded);
      } catch (error) {
        return thrownBy('classify', error);
      }
    };

    const interpret = (result: Exchange): Answer => {
      if (E.isLeft(result)) return E.left(ofTransport(result.left));
      const { status } = result.right;
      return status >= 200 && status < 300 ? read(result.right) : E.left(readError(result.right));
    };

    const fail = (error: unknown): void => {
      answer = E.left(thrownBy('transport', error));
    };

    const finish = (): void => {
      emit(E.isLeft(answer) ? E.left(redact(secretsOf(used), answer.left)) : answer);
    };

    // What stands between a page and the walk costs every page: this is all, though operators would read better.
    return defer(() => {
      const request = requestFor(pageToken);
      return transport({ ...request, headers: { ...request.headers, ...credentials } });
    })
      .pipe(take(1))
      .subscribe({
        next: (result) => {
          try {
            answer = interpret(result);
          } catch (error) {
            fail(error);
          }
        },
        error: (error: unknown) => {
          fail(error);
          finish();
        },
        complete: finish,
      });
  };
};
