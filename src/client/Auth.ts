import { type Either, isRight, type Left, left, type Right, right } from 'fp-ts/Either';
import {
  catchError,
  concatMap,
  defaultIfEmpty,
  defer,
  filter,
  finalize,
  isObservable,
  map,
  NEVER,
  type Observable,
  type ObservableInput,
  of,
  ReplaySubject,
  share,
  Subject,
  Subscription,
  take,
  takeUntil,
  tap,
  timer,
} from 'rxjs';
import type { PageFailure } from '../model/errors/WalkError';
import type { HttpRequest } from '../model/http';
import { carrying } from '../model/carrying';
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
type Direct<C> = C & (string | { readonly token: string });

export type AuthHeaders = Readonly<Record<string, string>>;

/** What headers carry without showing it: further secrets (the password that was encoded in them), and whose they are. */
export const credentialDetails = carrying<{
  readonly secrets?: ReadonlyArray<string>;
  readonly owner?: { readonly user?: unknown };
}>('credential');

/** What a source gives: headers, or why there are none. */
export type Credentials = Either<PageFailure, AuthHeaders>;

/** Credentials that are known, or the one value of an Observable. */
type Given = Credentials | Observable<Credentials>;

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
   * The current credentials, or other ones if these were refused (law 12): at once if they are known, otherwise as the one
   * value of an Observable. Without `mayAsk`, the source is not called: another walk may have got new credentials in the
   * meantime. `request` is the request that they are for.
   *
   * @internal
   */
  readonly credentials: (
    refused: AuthHeaders | undefined,
    mayAsk: boolean,
    request: HttpRequest,
  ) => Given;
  /**
   * What a walk stays subscribed to while it runs, so that nothing is lost that a source pushes between two pages.
   *
   * @internal
   */
  readonly pushes: Observable<unknown>;
  /** What the source throws, once for all walks that wait for it. It may hold what must not be printed. @internal */
  readonly failures: Observable<unknown>;
  /** Drops what a function gave or is about to give. @internal */
  readonly forget: () => void;
}

/** A failure for which there is no request to blame: the client has nothing to authenticate it with. */
export const unauthorized = (reason: string): Left<PageFailure> =>
  left({ _tag: 'Unauthorized', reason }) as Left<PageFailure>;

/** The reason where a credential never came, or cannot be sent in a header. */
const unusable = 'no usable credential';

/** A token with a line break at its end was probably read from a file: worth saying. */
export const unusableOf = (text: string): Credentials =>
  unauthorized(/[\r\n]/.test(text) ? 'the credential has a line break' : unusable);

export const refusedReason = 'the credential was refused';

/** The milliseconds that a source that pushes has for another credential than the one that was refused. */
const patience = 2_000;

const sortedText = (headers: AuthHeaders): string => JSON.stringify(Object.entries(headers).sort());

export const isSameCredential = (a: AuthHeaders, b: AuthHeaders): boolean =>
  a === b || sortedText(a) === sortedText(b);

export const isSame = (given: Credentials, refused: AuthHeaders | undefined): boolean =>
  refused !== undefined && isRight(given) && isSameCredential(given.right, refused);

/** How the value of an `Authorization` may begin: no secret, but a word of many messages. */
const scheme = /^(?:basic|bearer|digest|token) /i;

/** What each header of a credential holds, what follows its first word, and what else is secret of it. */
export const secretsIn = (credential: AuthHeaders): ReadonlyArray<string> => [
  ...Object.values(credential).flatMap((value) => [
    value.replace(scheme, ''),
    value.replace(/^\S+ /, ''),
  ]),
  ...(credentialDetails.of(credential)?.secrets ?? []),
];

/** Makes a value of a source that fails or gives nothing (law 5). What it throws may repeat the credential that was refused. */
export const neverFailing =
  (refused: () => AuthHeaders | undefined = () => undefined) =>
  (source: Observable<Credentials>): Observable<Credentials> =>
    source.pipe(
      defaultIfEmpty<Credentials, Credentials>(unauthorized(unusable)),
      catchError((thrown: unknown) => of(sourceFailure(thrown, secretsIn(refused() ?? {})))),
    );

/** An `Auth` of those of its parts that do something. @internal */
export const authWith = (parts: Pick<Auth, 'credentials'> & Partial<Auth>): Auth =>
  ({ pushes: NEVER, failures: NEVER, forget: () => undefined, ...parts }) as Auth;

/** Asks a function, once for all walks that wait. What it gives is kept if it can be used, until the service refuses it. */
const askedFor = <C>(
  source: (stale?: C) => ObservableInput<C> | Direct<C>,
  read: (credential: C) => Credentials,
): Auth => {
  const failures = new Subject<unknown>();
  let kept: { readonly credential: C; readonly given: Right<AuthHeaders> } | undefined;
  let isRefused = false;
  let answer: Observable<Credentials> | undefined;

  const ask = (): Observable<Credentials> => {
    let input: ObservableInput<C> | undefined;
    const isWanted = (): boolean => answer === asking;
    const done = (): void => {
      if (isWanted()) answer = undefined;
    };
    const asking: Observable<Credentials> = defer(() => {
      const given = source(kept?.credential);
      // A string can be observed, too, letter by letter: here it is the credential.
      return (input = typeof given === 'string' || 'token' in given ? of(given) : given);
    }).pipe(
      take(1),
      map((credential) => {
        const given = read(credential);
        if (isRight(given) && isWanted()) {
          isRefused &&= isSame(given, kept?.given.right);
          kept = { credential, given };
        }
        return given;
      }),
      tap({ error: (thrown) => failures.next(thrown) }),
      neverFailing(() => kept?.given.right),
      map((given) => {
        const wanted = isWanted() ? given : undefined;
        // Before it is handed out: it may be refused at once, and then another one has to be asked for.
        done();
        return wanted;
      }),
      finalize(done),
      // An Observable is unsubscribed when no walk waits for it. A promise continues, and the next walk gets what it gives:
      // asking a second time would spend a refresh token twice.
      share({ resetOnRefCountZero: () => (isObservable(input) ? of(undefined) : NEVER) }),
      // One that was forgotten meanwhile is of no use to those who have waited for it.
      concatMap((wanted) => {
        const given = wanted ?? credentials(undefined, true);
        return isObservable(given) ? given : of(given);
      }),
    );
    return asking;
  };

  const credentials = (refused: AuthHeaders | undefined, mayAsk: boolean): Given => {
    if (kept && isSame(kept.given, refused)) isRefused = true;
    if (kept && !isRefused) return kept.given;
    if (!answer && !mayAsk) return unauthorized(refusedReason);
    return (answer ??= ask());
  };
  const forget = (): void => {
    kept = undefined;
    answer = undefined;
    isRefused = false;
  };
  return authWith({ credentials, failures, forget });
};

/** Takes the latest value of an Observable, and after a refusal one that was not refused. */
const pushedBy = <C>(source: Observable<C>, read: (credential: C) => Credentials): Auth => {
  const failures = new Subject<unknown>();
  // Between two pages nobody waits for a value, and still none is lost: it is subscribed until its last walk is over.
  let values: ReplaySubject<Credentials> | undefined;
  let pushing = Subscription.EMPTY;
  const latest = (): Observable<Credentials> => {
    const current = values ?? new ReplaySubject(1);
    if (!values) {
      values = current;
      const over = (thrown: unknown): void => {
        values = undefined;
        failures.next(thrown);
      };
      pushing = source.pipe(map(read), tap({ error: over })).subscribe(current);
    }
    return neverFailing()(current);
  };
  return authWith({
    credentials: (refused, mayAsk) =>
      refused && mayAsk
        ? latest().pipe(
            filter((given) => !isSame(given, refused)),
            takeUntil(timer(patience)),
            take(1),
            defaultIfEmpty(unauthorized(refusedReason)),
          )
        : latest().pipe(take(1)),
    pushes: NEVER.pipe(
      finalize(() => {
        pushing.unsubscribe();
        values = undefined;
      }),
      share(),
    ),
    failures,
  });
};

/** Makes an `Auth` of a source and of the headers that one credential means. */
export const authOf = <C>(
  source: CredentialSource<C>,
  read: (credential: C) => Credentials,
): Auth => {
  if (isObservable(source)) return pushedBy(source, read);
  if (typeof source === 'function')
    return askedFor(source as Parameters<typeof askedFor<C>>[0], read);
  const given = read(source);
  return authWith({ credentials: () => given });
};

/** For a client without auth: there is no other credential after a refusal. */
export const anonymous = authWith({
  credentials: (refused) => (refused ? unauthorized('the client has no auth') : right({})),
});
