import * as E from 'fp-ts/Either';
import { serviceError, type ServiceError } from '../answers/ServiceError';
import { areSame, bytesOf, toBase64url } from './bytes';
import { sha256 } from './sha256';

/** Digests have one length, so that comparing them tells nothing of the token, not even its own. */
const digest = (text: string): Uint8Array => sha256(bytesOf(text));

/** The token in an Authorization header of the bearer scheme, which may be written in several ways. */
const bearerIn = (header: string): string | undefined => /^bearer +(\S+) *$/i.exec(header)?.[1];

/** Tells credentials apart without keeping them: whoever can read the memory finds none there. */
export const credentialKey = (header: string): string => toBase64url(digest(bearerIn(header) ?? header));

/** The error of a request whose credential is missing or wrong. */
export const unauthorized = (errorName: string): ServiceError =>
  serviceError(401, errorName, {}, { 'www-authenticate': 'Bearer' });

/** Whether a request's Authorization header carries the token. */
export const authorize = (token: string): ((header: string | undefined) => E.Either<ServiceError, void>) => {
  const expected = digest(token);
  return (header) => {
    if (header === undefined) return E.left(unauthorized('MissingCredentials'));
    const given = bearerIn(header);
    return given !== undefined && areSame(digest(given), expected)
      ? E.right(undefined)
      : E.left(unauthorized('InvalidCredentials'));
  };
};
