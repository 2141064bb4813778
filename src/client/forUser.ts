import { isRight } from 'fp-ts/Either';
import { isObservable, map } from 'rxjs';
import { type Auth, credentialDetails, type Credentials, unauthorized } from './Auth';

/**
 * Sends the credentials of one user only. A source that uses a cookie returns the token of the user who signed in last, in
 * any tab. Before a request is sent, the `user` that came with its token is compared (`Object.is`) with the one that your
 * function returns. Where they differ, nothing is sent, the walk ends with `Unauthorized`, and the next walk calls the source
 * again. The same happens if that `user` is undefined. A token that came without the field is sent as it is.
 *
 * @example
 * ```ts
 * import { axiosTransport, bearer, createClient, forUser } from 'pagewalk';
 *
 * const session = { user: 'ada' };
 * const fetchToken = async () => ({ token: 'a token', user: 'ada' });
 *
 * createClient({
 *   transport: axiosTransport({ baseURL: 'https://objects.example.com' }),
 *   auth: forUser(bearer(fetchToken), () => session.user),
 * });
 * ```
 *
 * @see bearer
 * @since 1.0.0
 */
export const forUser = (auth: Auth, user: () => unknown): Auth => {
  const checked = (given: Credentials): Credentials => {
    const owner = isRight(given) ? credentialDetails.of(given.right)?.owner : undefined;
    if (!owner || !('user' in owner) || (owner.user !== undefined && Object.is(owner.user, user())))
      return given;
    // If it were kept, the walks of the user it belongs to would be refused, too.
    auth.forget();
    return unauthorized('the credential belongs to another user');
  };
  return {
    ...auth,
    credentials: (...asked) => {
      const given = auth.credentials(...asked);
      return isObservable(given) ? given.pipe(map(checked)) : checked(given);
    },
  };
};
