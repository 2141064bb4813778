import { right } from 'fp-ts/Either';
import { credentialOf } from '../../model/secrets/Credential';
import { type Auth, fixed } from './Auth';

/**
 * Sends a user name and a password with the request for every page (RFC 7617), in UTF-8. No error and no event shows the
 * password.
 *
 * @example
 * ```ts
 * import { axiosTransport, basic, createClient } from 'pagewalk';
 *
 * createClient({
 *   transport: axiosTransport({ baseURL: 'https://objects.example.com' }),
 *   auth: basic('ada', 'her password'),
 * });
 * ```
 *
 * @see bearer
 * @see headers
 * @since 0.2.0
 */
export const basic = (user: string, password: string): Auth => {
  if (typeof user !== 'string' || typeof password !== 'string') {
    throw new TypeError('basic: the user and the password must be strings');
  }
  if (user.includes(':')) throw new TypeError('basic: the name of a user cannot hold a colon');
  if (/\p{Cc}/u.test(user + password))
    throw new TypeError('basic: neither may hold a control character');
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  const authorization = `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
  return fixed(right(credentialOf({ authorization }, [password])));
};
