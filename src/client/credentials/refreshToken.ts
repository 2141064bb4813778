import { isLeft, isRight, left } from 'fp-ts/Either';
import {
  catchError,
  concat,
  concatMap,
  defaultIfEmpty,
  defer,
  EMPTY,
  from,
  ignoreElements,
  type Observable,
  type ObservableInput,
  of,
  take,
  tap,
  throwError,
  timeout,
} from 'rxjs';
import type { PageFailure } from '../../model/errors/WalkError';
import { type Auth, type Given, unauthorized } from './Auth';
import { inUse } from './inUse';
import type { TokenCredential } from './readTokens';
import type { Renewal } from './renewing';
import { replacements } from './replacements';
import { sourceFailure } from './sourceFailure';
import { tokenAuth } from './tokenAuth';
import { type TokenEndpoint, tokenRequest } from './tokenRequest';

/** The milliseconds that `load` and `save` have. */
const maxTime = 30_000;

/** Calls a function of the user's, which has its time. It fails under its name. */
const callUser = <T>(name: string, call: () => Observable<T>): Observable<T> =>
  defer(call).pipe(
    timeout({
      first: maxTime,
      with: () => throwError(() => new Error(`${name} took longer than ${maxTime / 1_000} s`)),
    }),
  );

/** The refresh token that a store has. It asks nobody to log in. */
const loadedBy = (load: () => ObservableInput<string> | string): Observable<string> =>
  callUser('load', () => {
    const given = load();
    // A string can be observed, too, letter by letter.
    return typeof given === 'string' ? of(given) : from(given).pipe(take(1), defaultIfEmpty(''));
  }).pipe(
    tap((token) => {
      if (typeof token !== 'string' || token === '') throw new Error('load gave no refresh token');
    }),
  );

/** A refresh token that the token endpoint has refused, and how. */
interface Refused {
  readonly token: string;
  readonly failure: PageFailure;
}

const isInvalidGrant = (failure: PageFailure): boolean =>
  'errorCode' in failure && failure.errorCode === 'invalid_grant';

/** What a renewal gives when its session is over. It is dropped. */
const sessionIsOver = unauthorized('the session is over');

/**
 * Authenticates on behalf of a user by OAuth 2: asks a token endpoint for access tokens with a refresh token (RFC 6749,
 * section 6), and sends them with the request for every page.
 *
 * For each renewal, `load` is asked for the refresh token. If the response has another one, it goes to `save`, together with
 * the one that it replaces. The access token is used only when that has completed: many services accept a refresh token once.
 * What replaced the last tokens is kept in memory, too. Where `load` still gives one of them, its replacement is saved, and is
 * spent in its place. `load` and `save` have 30 seconds each. A renewal is not aborted when its walks are unsubscribed. It is
 * asked for and repeated as `clientCredentials` does it.
 *
 * `client.forgetCredentials()` begins another session: call it when a user signs out, after the store was cleared. Walks that
 * have sent a token of the session before end with `Unauthorized`, and nothing that comes for it is used or saved.
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
 *   save: async (token, replaces) => {
 *     if (kept === replaces) kept = token; // otherwise somebody else has signed in
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
  /** Reads the refresh token that was saved last; its first value counts. It asks nobody to log in. */
  readonly load: () => ObservableInput<string> | string;
  /**
   * Keeps a refresh token in place of the one that it replaces, and of no other one. The access token is used when this has
   * completed.
   */
  // eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- to TypeScript 5, what returns nothing is void here
  readonly save: (refreshToken: string, replaces: string) => ObservableInput<unknown> | void;
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
  const replaced = replacements();
  const using = inUse();

  const saved = (token: string, replaces: string): Observable<never> =>
    callUser('save', () => from(save(token, replaces) ?? EMPTY).pipe(ignoreElements()));

  /** Asks the token endpoint, and saves the refresh token that comes. */
  const spend = (
    token: string,
    { isOver }: Renewal<TokenCredential>,
  ): Observable<Given<TokenCredential>> =>
    ask('refresh_token', { refresh_token: token }).pipe(
      concatMap((result) => {
        const next = isRight(result) ? result.right.refreshToken : undefined;
        if (next === undefined || next === token) return of(result);
        replaced.add(token, next);
        return isOver()
          ? of(sessionIsOver)
          : using.for([next], concat(saved(next, token), of(result)));
      }),
    );

  const renew = (
    session: Renewal<TokenCredential>,
    refused?: Refused,
  ): Observable<Given<TokenCredential>> =>
    loadedBy(load).pipe(
      concatMap((given) => {
        if (session.isOver()) return of(sessionIsOver);
        const token = replaced.latest(given);
        const use = using.of([given, token]);
        if (use) return use.pipe(concatMap(() => renew(session, refused)));
        if (token === refused?.token) return of(left(refused.failure));
        const savedFirst = token === given ? EMPTY : saved(token, given);
        const spent = defer(() => (session.isOver() ? of(sessionIsOver) : spend(token, session)));
        return using.for([given, token], concat(savedFirst, spent)).pipe(
          concatMap((result) =>
            // Another tab may have been faster.
            isLeft(result) && isInvalidGrant(result.left) && !refused && !session.isOver()
              ? renew(session, { token, failure: result.left })
              : of(result),
          ),
        );
      }),
      catchError((thrown: unknown) =>
        of(sourceFailure(thrown, [...replaced.tokens(), refused?.token ?? ''])),
      ),
    );

  return tokenAuth(renew, { bindsWalks: true });
};
