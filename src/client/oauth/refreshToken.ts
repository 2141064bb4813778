import { type Either, isRight } from 'fp-ts/Either';
import {
  AsyncSubject,
  catchError,
  concat,
  concatMap,
  defer,
  EMPTY,
  first,
  ignoreElements,
  type Observable,
  type ObservableInput,
  of,
  tap,
} from 'rxjs';
import type { PageFailure } from '../../model/errors/WalkError';
import type { Auth } from '../Auth';
import type { Tokens } from './readTokens';
import { tokenAuth } from './tokenAuth';
import { type TokenEndpoint, tokenRequest } from './tokenRequest';

/**
 * Authenticates on behalf of a user by OAuth 2: asks a token endpoint for access tokens with a refresh token (RFC 6749,
 * section 6), and sends them with the request for every page.
 *
 * For each renewal, `load` is asked for the refresh token. If the response has another one, it goes to `save`, and the access
 * token is used only when that has completed: many services accept a refresh token once. What could not be saved is saved
 * before the next renewal, and the old one is not spent again. A renewal is not aborted when its walks are unsubscribed. It
 * is asked for and repeated as `clientCredentials` does it.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, refreshToken } from 'pagewalk';
 *
 * let kept = 'the refresh token of the first login'; // a row in a database, or a file that only you can read
 * const auth = refreshToken({
 *   tokenURL: 'https://login.example.com/oauth/token',
 *   clientId: 'reports',
 *   load: async () => kept,
 *   save: async (token) => {
 *     kept = token;
 *   },
 * });
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }), auth });
 * ```
 *
 * @see clientCredentials
 * @since 1.0.0
 */
export const refreshToken = ({
  clientSecret,
  load,
  save,
  ...endpoint
}: TokenEndpoint & {
  /** The secret of the client, if it has one. */
  readonly clientSecret?: string | undefined;
  /** The refresh token that was saved last; its first value counts. */
  readonly load: () => ObservableInput<string> | string;
  /** Keeps a refresh token in place of the one before. The access token is used when this has completed. */
  // eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- to TypeScript 5, what returns nothing is void here
  readonly save: (refreshToken: string) => ObservableInput<unknown> | void;
}): Auth => {
  const ask = tokenRequest(
    'refreshToken',
    clientSecret === undefined ? {} : { clientSecret },
    endpoint,
  );
  for (const [name, value] of Object.entries({ load, save })) {
    if (typeof value !== 'function')
      throw new TypeError(`refreshToken: ${name} must be a function`);
  }
  let unsaved: string | undefined;
  let known: ReadonlyArray<string> = [];
  let last: Observable<unknown> = EMPTY;

  const saved = (token: string): Observable<never> => {
    unsaved = token;
    const done = defer(() => {
      unsaved = undefined;
      return EMPTY;
    });
    return concat(defer(() => save(token) ?? EMPTY).pipe(ignoreElements()), done);
  };

  const loaded = defer(() => {
    const given = load();
    // A string can be observed, too, letter by letter.
    return typeof given === 'string' ? of(given) : given;
  }).pipe(
    first((token) => typeof token === 'string' && token !== '', ''),
    tap((token) => {
      if (token === '') throw new Error('load gave no refresh token');
      known = [token];
    }),
  );

  const renewed = (token: string): Observable<Either<PageFailure, Tokens>> =>
    ask('refresh_token', { refresh_token: token }).pipe(
      concatMap((result) => {
        const next = isRight(result) ? result.right.refreshToken : undefined;
        if (next === undefined || next === token) return of(result);
        known = [token, next];
        return concat(saved(next), of(result));
      }),
    );

  return tokenAuth(
    () => {
      const result = new AsyncSubject<Either<PageFailure, Tokens>>();
      // One after the other: two would spend the same refresh token, where the first was forgotten in mid-flight.
      const before = last.pipe(
        ignoreElements(),
        catchError(() => EMPTY),
      );
      const savedFirst = defer(() => (unsaved === undefined ? EMPTY : saved(unsaved)));
      last = result;
      concat(before, savedFirst, loaded.pipe(concatMap(renewed))).subscribe(result);
      return result;
    },
    () => known,
  );
};
