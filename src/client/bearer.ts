import { right } from 'fp-ts/Either';
import { type Auth, authOf, type CredentialSource, unusableOf } from './Auth';

/**
 * Sends `Authorization: Bearer …` with the request for every page.
 *
 * @example
 * ```ts
 * import { axiosTransport, bearer, createClient } from 'pagewalk';
 * import { BehaviorSubject } from 'rxjs';
 *
 * const transport = axiosTransport({ baseURL: 'https://objects.example.com' });
 *
 * createClient({ transport, auth: bearer('a fixed token') });
 * createClient({ transport, auth: bearer(new BehaviorSubject('the latest token')) });
 * createClient({ transport, auth: bearer(async () => 'a token that was asked for') });
 * ```
 *
 * @see headers
 * @since 0.1.0
 */
export const bearer = (source: CredentialSource<string>): Auth =>
  authOf(source, (token) =>
    typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)
      ? right({ authorization: `Bearer ${token}` })
      : unusableOf(token),
  );
