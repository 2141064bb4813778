import type { Fields } from '../../model/json/Fields';
import { type Either, isLeft, left, mapLeft, right } from 'fp-ts/Either';
import { asyncScheduler } from 'rxjs';
import { redact, redacting } from '../../model/secrets/redact';
import { retryAfter } from '../../model/errors/retryAfter';
import type { PageFailure } from '../../model/errors/WalkError';
import { type Credential, credentialOf } from '../../model/secrets/Credential';
import { type HttpResponse, isSuccess, maxErrorBytes } from '../../model/http';
import { cut } from '../../model/text';
import type { Received } from '../../transport/singleExchange';
import { isPassing } from './sourceFailure';

/** An access token as a credential, and what came with it. */
export interface TokenCredential extends Credential {
  readonly refreshToken: string | undefined;
  /** When the access token should be renewed, and when it expires, in milliseconds of the asyncScheduler. */
  readonly renewAt: number;
  readonly expiresAt: number;
}

const tooLargeBody = `gave a response whose body is larger than ${maxErrorBytes} bytes`;

const refusedWith = (reason: string, details: object = {}): Either<PageFailure, never> =>
  left({ _tag: 'Unauthorized', reason: `the token endpoint ${reason}`, ...details });

const textIn = (said: unknown): string | undefined =>
  typeof said === 'string' && said !== '' ? said : undefined;

const fieldsIn = (body: string): Fields | undefined => {
  try {
    return Object(JSON.parse(body)) as Fields;
  } catch {
    return undefined;
  }
};

/** When a token is renewed and when it expires. Seconds may be digits in a text; what cannot be read never expires. */
const lifetimeOf = (
  said: unknown,
  sentAt: number,
): Pick<TokenCredential, 'renewAt' | 'expiresAt'> => {
  const text = typeof said === 'number' ? String(said) : textIn(said);
  const seconds = /^\d+(\.\d+)?$/.test(text ?? '') ? Number(text) : 0;
  if (seconds === 0) return { renewAt: Infinity, expiresAt: Infinity };
  const early = Math.min(seconds / 2, Math.max(5, Math.min(60, seconds / 10)));
  return { renewAt: sentAt + 1_000 * (seconds - early), expiresAt: sentAt + 1_000 * seconds };
};

const tokensIn = (
  fields: Fields | undefined,
  sentAt: number,
  secrets: ReadonlyArray<string>,
): Either<PageFailure, TokenCredential> => {
  if (!fields) return refusedWith('gave a response whose body is not JSON');
  const { access_token, token_type: type = 'bearer', expires_in } = fields;
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer') {
    return refusedWith(
      `gave a token of another type than bearer: ${cut(textIn(type) ?? typeof type, 50)}`,
    );
  }
  const accessToken = textIn(access_token);
  if (accessToken === undefined) return refusedWith('gave no access_token');
  if (!/^[\x21-\x7e]+$/.test(accessToken))
    return refusedWith('gave a token that no header can carry');
  return right({
    ...credentialOf({ authorization: `Bearer ${accessToken}` }, secrets),
    refreshToken: textIn(fields.refresh_token),
    ...lifetimeOf(expires_in, sentAt),
  });
};

/** What a token endpoint says of an error; what may pass is repeated as a failure of the network is, under its tag (law 11). */
const refusalIn = (response: HttpResponse, fields: Fields = {}): Either<PageFailure, never> => {
  const { status } = response;
  const [errorCode, message] = [textIn(fields.error), textIn(fields.error_description)];
  const wait = retryAfter(response, asyncScheduler.now());
  return refusedWith('gave no token', {
    status,
    ...(errorCode !== undefined && { errorCode }),
    ...(message !== undefined && { message }),
    ...(isPassing(status) && {
      _tag: 'NetworkFailure',
      ...(wait !== undefined && { retryAfter: wait }),
    }),
  });
};

const withoutResponse = (failure: PageFailure): Either<PageFailure, never> => {
  if (failure._tag === 'InvalidEnvelope') {
    return refusedWith(
      `gave a response whose body ${failure.problems[0]?.message ?? 'cannot be read'}`,
    );
  }
  return left(
    failure._tag === 'NetworkFailure'
      ? { ...failure, reason: `the token endpoint: ${failure.reason}` }
      : failure,
  );
};

/**
 * Reads what came of a request for tokens that was sent at a time (RFC 6749, section 5). The secrets that were sent, and the
 * tokens that came, are in no failure, and are secrets of the credential.
 */
export const readTokens = (
  received: Received,
  sentAt: number,
  sent: ReadonlyArray<string>,
): Either<PageFailure, TokenCredential> => {
  const fields = isLeft(received)
    ? undefined
    : fieldsIn(received.right.body.slice(0, maxErrorBytes));
  const came = [fields?.access_token, fields?.refresh_token].flatMap(
    (token) => textIn(token) ?? [],
  );
  const secrets = [...sent, ...came];
  const read = (): Either<PageFailure, TokenCredential> => {
    if (isLeft(received)) return withoutResponse(received.left);
    const { status, body } = received.right;
    if (!isSuccess(status) || textIn(fields?.error) !== undefined)
      return refusalIn(received.right, fields);
    const bytes = new TextEncoder().encode(body.slice(0, maxErrorBytes + 1));
    return bytes.length > maxErrorBytes
      ? refusedWith(tooLargeBody)
      : tokensIn(fields, sentAt, secrets);
  };
  return mapLeft((failure: PageFailure) => redact(redacting()(secrets), failure))(read());
};
