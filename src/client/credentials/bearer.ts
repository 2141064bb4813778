import { right } from 'fp-ts/Either';
import { credentialOf } from '../../model/secrets/Credential';
import { type Auth, type CredentialSource, type Given, unusableOf } from './Auth';
import { authOf } from './authOf';

/** A token that says whose it is. @inline */
interface UserToken {
  readonly token: string;
  /** The user, as your session names them. */
  readonly user: unknown;
}

const read = (given: unknown): Given => {
  // What is not an object is the token.
  const { token = given, ...owner } = Object(given) as Partial<UserToken>;
  return typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)
    ? right({
        ...credentialOf({ authorization: `Bearer ${token}` }),
        ...('user' in owner && { user: owner.user }),
      })
    : unusableOf(token as string);
};

/**
 * Sends `Authorization: Bearer …` with the request for every page. A source may return `{ token, user }`; `forUser` of
 * `pagewalk/angular` then sends no token of another user.
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
 * @see refreshToken
 * @since 0.1.0
 */
export function bearer(source: CredentialSource<string>): Auth;
// eslint-disable-next-line @typescript-eslint/unified-signatures -- one signature would leave the parameter of a function source untyped
export function bearer(source: CredentialSource<UserToken>): Auth;
export function bearer(source: CredentialSource<string> | CredentialSource<UserToken>): Auth {
  return authOf(source as CredentialSource<string | UserToken>, read);
}
