import { isRight } from 'fp-ts/Either';
import { type Auth, type Given, unauthorized, withEach } from '../client/credentials/Auth';

/** The same `Auth`, which gives no credential that names another user. */
export const checkedFor = (auth: Auth, user: () => unknown): Auth =>
  withEach(auth, (given: Given) => {
    if (!isRight(given) || !('user' in given.right)) return given;
    const { user: owner } = given.right;
    if (owner !== undefined && Object.is(owner, user())) return given;
    // If it were kept, the walks of the user it belongs to would be refused, too.
    auth.forget();
    return unauthorized('the credential belongs to another user');
  });

/**
 * Sends the credentials of one user only. A source that uses a cookie returns the token of the user who signed in last, in
 * any tab. Before a request is sent, the `user` that came with its token is compared (`Object.is`) with the one that your
 * function returns. Where they differ, nothing is sent, the walk ends with `Unauthorized`, and the next walk calls the source
 * again. The same happens if that `user` is undefined. A token that came without the field is sent as it is.
 *
 * `withSession` does this by itself. An `auth` that names no user is a `TypeError`: `basic`, `signed`, `clientCredentials`,
 * `refreshToken`, and a fixed value without a `user`.
 *
 * @example
 * ```ts
 * import { bearer } from 'pagewalk';
 * import { forUser, providePagewalk } from 'pagewalk/angular';
 *
 * const session = { user: 'ada' };
 * const fetchToken = async () => ({ token: 'a token', user: 'ada' });
 *
 * const provider = providePagewalk({
 *   baseURL: 'https://objects.example.com',
 *   auth: forUser(bearer(fetchToken), () => session.user),
 * });
 * ```
 *
 * @see withSession
 * @since 1.0.0
 */
export const forUser = (auth: Auth, user: () => unknown): Auth => {
  if (!auth.mayNameUser) {
    throw new TypeError(
      'forUser: this auth does not say whose its credentials are. Use bearer(…) with a function that returns { token, user }',
    );
  }
  return checkedFor(auth, user);
};
