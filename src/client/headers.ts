import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { type Auth, authOf, type CredentialSource } from './Auth';

const HeaderName = t.refinement(t.string, (name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name));
const HeaderValue = t.refinement(t.string, (value) => /^[\t\x20-\x7e\x80-\xff]*$/.test(value));

const isHeaders = (headers: Readonly<Record<string, string>>): boolean =>
  t.UnknownRecord.is(headers) &&
  Object.entries(headers).every(([name, value]) => HeaderName.is(name) && HeaderValue.is(value));

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
    isHeaders(credential) ? E.right({ ...credential }) : E.left('the credential source gave no usable headers'),
  );
