import { right } from 'fp-ts/Either';
import { isHeader } from '../../model/http';
import { type AuthHeaders, credentialOf } from '../../model/secrets/Credential';
import { type Auth, type CredentialSource, type Given, unusableOf } from './Auth';
import { authOf } from './authOf';

/** The given headers, if a request can carry them. */
export const credentialIn = (given: AuthHeaders): Given =>
  Object(given) === given && Object.entries(given).every(isHeader)
    ? right(credentialOf({ ...given }))
    : unusableOf(Object.values(Object(given) as Record<string, unknown>).join());

/**
 * Sends headers of any scheme with the request for every page.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, headers } from 'pagewalk';
 *
 * createClient({
 *   transport: axiosTransport({ baseURL: 'https://objects.example.com' }),
 *   auth: headers({ 'x-api-key': 'a key' }),
 * });
 * ```
 *
 * @see bearer
 * @see signed
 * @since 0.1.0
 */
export const headers = (source: CredentialSource<Readonly<Record<string, string>>>): Auth =>
  authOf(source, credentialIn);
