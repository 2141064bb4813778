import * as E from 'fp-ts/Either';
import { serviceError, type ServiceError } from '../answers/ServiceError';
import { areSame, keyedDigest, randomHex } from './keyedDigest';

/** The token in an Authorization header of the bearer scheme, which may be written in several ways. */
const bearerIn = (header: string): string | undefined => /^bearer +(\S+) *$/i.exec(header)?.[1];

/** Distinguishes credentials without keeping them, so that none is in memory. */
export const credentialKey = (header: string): string =>
  keyedDigest('credential')(bearerIn(header) ?? header);

export const unauthorizedError = (errorName: string): ServiceError =>
  serviceError(401, errorName, {}, { 'www-authenticate': 'Bearer' });

export const authorize = (
  token: string,
): ((header: string | undefined) => E.Either<ServiceError, void>) => {
  // Digests have one length, so that comparing them tells nothing of the token, not even its own.
  const digest = keyedDigest(randomHex(16));
  const expected = digest(token);
  return (header) => {
    if (header === undefined) return E.left(unauthorizedError('MissingCredentials'));
    const given = bearerIn(header);
    return given !== undefined && areSame(digest(given), expected)
      ? E.right(undefined)
      : E.left(unauthorizedError('InvalidCredentials'));
  };
};
