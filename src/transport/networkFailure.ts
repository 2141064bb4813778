import { type Left, left } from 'fp-ts/Either';
import { redacting } from '../model/secrets/redact';
import type { HttpRequest } from '../model/http';
import type { TransportFailure } from './Transport';

/** What platforms throw: an Error, in Node with a code; fetch has both in the cause. */
interface Thrown {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
}

const isFilled = (said: unknown): said is string => typeof said === 'string' && said !== '';

/** What was thrown, or said, as a value: the words of the platform, and its code. What is permanent is not tried again. */
export const networkFailure = (
  thrown: unknown,
  request?: HttpRequest,
  isPermanent = false,
): Left<TransportFailure> => {
  const { message, code, cause } = Object(thrown) as Thrown;
  const inner = Object(cause) as Thrown;
  // There is no message where every address of a host refused. An exception of the DOM has a number for a code.
  const known = [code, inner.code].find(isFilled);
  const reason = [inner.message, message, known, thrown].find(isFilled) ?? 'no response came';
  const clean = redacting()(Object.values(request?.headers ?? {}));
  const failure: TransportFailure = {
    _tag: 'NetworkFailure',
    // No query string, which has the page token, and no header, which Node's fetch repeats.
    reason: clean(reason, true).replace(/\?\S+/g, '?…'),
    ...(known !== undefined && { code: known }),
    ...(isPermanent && { permanent: true }),
  };
  return left(failure) as Left<TransportFailure>;
};

/** What is thrown where it is known what went wrong. */
export interface KnownFailure {
  readonly failure: TransportFailure;
}

export const failing = ({ left: failure }: Left<TransportFailure>): Error & KnownFailure =>
  Object.assign(new Error(failure._tag), { failure });

/** A browser that does not follow a redirect hides it. */
export const notFollowed = networkFailure('redirects are not followed', undefined, true);
