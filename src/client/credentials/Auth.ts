import { type Either, isRight, type Left, left, right } from 'fp-ts/Either';
import {
  catchError,
  defaultIfEmpty,
  isObservable,
  map,
  NEVER,
  type Observable,
  type ObservableInput,
  of,
} from 'rxjs';
import type { PageFailure } from '../../model/errors/WalkError';
import type { HttpRequest } from '../../model/http';
import { type Credential, credentialOf } from '../../model/secrets/Credential';
import { sourceFailure } from './sourceFailure';

/**
 * Where a credential comes from: a fixed value, an Observable, or a function. An Observable is subscribed while walks run, and
 * its latest value counts. When the service refuses it, the Observable has two seconds to emit another one. A function is
 * called once, and what it returns is kept until the service refuses it. Then it is called again, with the refused credential.
 * A walk waits as long as its source takes: put a `timeout` into one that may never emit.
 *
 * @since 0.1.0
 */
export type CredentialSource<C> =
  C | Observable<C> | ((stale?: C) => ObservableInput<C> | Direct<C>);

/** What a function may return without a wrapper: a string, or an object with a `token`. @inline */
export type Direct<C> = C & (string | { readonly token: string });

/** What a source gives: a credential, or why there is none. */
export type Given<C extends Credential = Credential> = Either<PageFailure, C>;

/** What a walk asks for before a request. */
export interface Asking {
  /** The credential that the service has refused for this request, if it has. */
  readonly refused?: Credential | undefined;
  /** The credential that the walk sent first, if it has sent one. */
  readonly first?: Credential | undefined;
  /** Without it, a source is not called: another walk may have got a new credential in the meantime. */
  readonly mayAsk: boolean;
  /** What the credential is for. */
  readonly request: HttpRequest;
}

/**
 * Authenticates every request of a walk, for `createClient`. `bearer`, `basic`, `headers`, `signed`, `clientCredentials` and
 * `refreshToken` make one. It is opaque: what is inside may change in any version.
 *
 * @since 0.1.0
 */
export interface Auth {
  /** Brand; never present. Other objects are not assignable to `Auth`. */
  readonly '~opaque': never;
  /**
   * The current credential, or another one if this was refused (law 12): at once if it is known, otherwise as the one value of
   * an Observable.
   *
   * @internal
   */
  readonly current: (asking: Asking) => Given | Observable<Given>;
  /**
   * What a walk stays subscribed to while it runs, so that nothing is lost that a source pushes between two pages.
   *
   * @internal
   */
  readonly pushes: Observable<unknown>;
  /** What the source throws, once for all walks that wait for it. It may hold what must not be printed. @internal */
  readonly failures: Observable<unknown>;
  /** Begins another session: drops what a source gave or is about to give. @internal */
  readonly forget: () => void;
  /** Whether its credentials may say whose they are. @internal */
  readonly mayNameUser: boolean;
}

/** A failure for which there is no request to blame: the client has nothing to authenticate it with. */
export const unauthorized = (reason: string): Left<PageFailure> =>
  left({ _tag: 'Unauthorized', reason }) as Left<PageFailure>;

/** The reason where a credential never came, or cannot be sent in a header. */
const unusable = 'no usable credential';

/** A token with a line break at its end was probably read from a file: worth saying. */
export const unusableOf = (text: string): Left<PageFailure> =>
  unauthorized(/[\r\n]/.test(text) ? 'the credential has a line break' : unusable);

export const refusedReason = 'the credential was refused';

/** Makes a value of a source that fails or gives nothing (law 5). What it throws may repeat secrets. */
export const neverFailing =
  (secrets: () => ReadonlyArray<string> = () => []) =>
  <C extends Credential>(source: Observable<Given<C>>): Observable<Given<C>> =>
    source.pipe(
      defaultIfEmpty<Given<C>, Given<C>>(unauthorized(unusable)),
      catchError((thrown: unknown) => of(sourceFailure(thrown, secrets()))),
    );

/** Makes an `Auth`. A part that is left out does nothing. @internal */
export const authWith = (parts: Pick<Auth, 'current'> & Partial<Auth>): Auth =>
  ({
    pushes: NEVER,
    failures: NEVER,
    forget: () => undefined,
    mayNameUser: false,
    ...parts,
  }) as Auth;

/** The same credentials, as a function makes them of each. @internal */
export const withEach = (auth: Auth, change: (given: Given) => Given): Auth => ({
  ...auth,
  current: (asking) => {
    const given = auth.current(asking);
    return isObservable(given) ? given.pipe(map(change)) : change(given);
  },
});

/** A credential that never changes. @internal */
export const fixed = (given: Given): Auth =>
  authWith({ current: () => given, mayNameUser: isRight(given) && 'user' in given.right });

const noHeaders = right(credentialOf({}));

/** For a client without auth: there is no other credential after a refusal. */
export const anonymous = authWith({
  current: ({ refused }) => (refused ? unauthorized('the client has no auth') : noHeaders),
});
