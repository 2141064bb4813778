import { right } from 'fp-ts/Either';
import { isHeader } from '../model/http';
import { type Auth, authOf, type CredentialSource, unusableOf } from './Auth';

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
 * @since 0.1.0
 */
export const headers = (source: CredentialSource<Readonly<Record<string, string>>>): Auth =>
  authOf(source, (credential) =>
    Object(credential) === credential && Object.entries(credential).every(isHeader)
      ? right({ ...credential })
      : unusableOf(Object.values(Object(credential) as Record<string, unknown>).join()),
  );
