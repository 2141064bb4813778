import * as E from 'fp-ts/Either';
import { createHash, timingSafeEqual } from 'node:crypto';
import { bearerIn } from './credentialKey';
import { serviceError, type ServiceError } from './ServiceError';

/** Digests have one length, so that comparing them tells nothing of the token, not even its own. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The error of a request whose credential is missing or wrong. */
export const unauthorized = (errorName: string): ServiceError =>
  serviceError(401, errorName, {}, { 'www-authenticate': 'Bearer' });

/** Whether a request's Authorization header carries the token. */
export const authorize = (token: string): ((header: string | undefined) => E.Either<ServiceError, void>) => {
  const expected = digest(token);
  return (header) => {
    if (header === undefined) return E.left(unauthorized('MissingCredentials'));
    const given = bearerIn(header);
    return given !== undefined && timingSafeEqual(digest(given), expected)
      ? E.right(undefined)
      : E.left(unauthorized('InvalidCredentials'));
  };
};
