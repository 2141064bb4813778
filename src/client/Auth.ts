import { type Either, isRight, left, type Right } from 'fp-ts/Either';
import {
  catchError,
  defaultIfEmpty,
  defer,
  EMPTY,
  finalize,
  from,
  isObservable,
  map,
  NEVER,
  type Observable,
  type ObservableInput,
  of,
  share,
  shareReplay,
  take,
} from 'rxjs';

/**
 * Where a credential comes from: a fixed value, an Observable, or a function.
 *
 * Of an Observable, the latest value counts while a walk runs; a BehaviorSubject has one for the next walk too. A function
 * is asked once, and its answer is kept until the service refuses it. Then it is asked again, with the refused one. A walk
 * waits as long as its source takes: where that may be forever, put a `timeout` into the source.
 *
 * @since 0.1.0
 */
export type CredentialSource<C> = C | Observable<C> | ((stale?: C) => ObservableInput<C>);

/** The headers that authenticate a request. */
export type AuthHeaders = Readonly<Record<string, string>>;

/** What a source gives: headers, or why there are none. */
export type Credentials = Either<string, AuthHeaders>;

/**
 * Authenticates every request of a walk. `bearer` and `headers` make one, and `createClient` takes it. It is opaque: what
 * is inside may change in any version.
 *
 * @see bearer
 * @see headers
 * @since 0.1.0
 */
export interface Auth {
  /** There is no such field: it keeps other objects from being taken for an `Auth`. */
  readonly '~opaque': never;
  /**
   * One value: the credentials that count now, or others if these were refused (law 12). Whoever may not ask the source
   * gets only what others have asked it for meanwhile.
   *
   * @internal
   */
  readonly credentials: (refused?: AuthHeaders, mayAsk?: boolean) => Observable<Credentials>;
  /**
   * What a walk stays subscribed to while it runs, so that nothing is lost that a source pushes between two pages.
   *
   * @internal
   */
  readonly pushes: Observable<unknown>;
}

/** The reason where a credential never came, or cannot be sent in a header. */
const unusable = 'no usable credential';

/** A token with a line break at its end was probably read from a file: worth saying. */
export const unusableOf = (text: string): Credentials =>
  left(/[\r\n]/.test(text) ? 'the credential has a line break' : unusable);

/** The reason where the service refuses a credential. */
export const refusedReason = 'the credential was refused';

const textOf = (headers: AuthHeaders): string => JSON.stringify(Object.entries(headers).sort());

/** Whether credentials are those that were refused, if any were. */
export const isSame = (given: Credentials, refused: AuthHeaders | undefined): boolean =>
  refused !== undefined && isRight(given) && textOf(given.right) === textOf(refused);

/** What a source has thrown: a function, so that printing the credentials does not show it. */
interface Failed {
  readonly thrown: () => unknown;
}

/** What the source of these credentials has thrown, for the one who is to hear of it. */
export const whyFailed = (credentials: Credentials): (() => unknown) | undefined =>
  (credentials as Credentials & Partial<Failed>).thrown;

/** Makes a value of a source that fails or gives nothing (law 5). */
const neverFailing = (source: Observable<Credentials>): Observable<Credentials> =>
  source.pipe(
    defaultIfEmpty<Credentials, Credentials>(left(unusable)),
    // Why it failed is not told: the message is the source's own and may hold what must not be printed. See `whyFailed`.
    catchError((thrown: unknown) => of({ ...left('the credential source failed'), thrown: () => thrown })),
  );

/** Asks a function, once for all walks that wait. Its answer is kept if it can be used, until the service refuses it. */
const askedFor = <C>(
  source: (stale?: C) => ObservableInput<C>,
  read: (credential: C) => Credentials,
): Auth['credentials'] => {
  let kept: { readonly credential: C; readonly given: Right<AuthHeaders> } | undefined;
  let isRefused = false;
  let answer: Observable<Credentials> | undefined;

  const ask = (): Observable<Credentials> => {
    let input: ObservableInput<C>;
    // Before the answer is handed out: it may be refused while it is, and then a new one has to be asked for.
    const forget = (): void => {
      if (answer === asking) answer = undefined;
    };
    const asking: Observable<Credentials> = defer(() => from((input = source(kept?.credential)))).pipe(
      take(1),
      map((credential) => {
        forget();
        const given = read(credential);
        if (isRight(given)) {
          isRefused &&= isSame(given, kept?.given.right);
          kept = { credential, given };
        }
        return given;
      }),
      finalize(forget),
      neverFailing,
      // An Observable is left when nobody waits for it. A promise goes on, and its answer is for the next walk: to ask again
      // beside it would spend a refresh token twice.
      share({ resetOnRefCountZero: () => (isObservable(input) ? of(undefined) : NEVER) }),
    );
    return asking;
  };

  return (refused, mayAsk = true) => {
    if (kept && isSame(kept.given, refused)) isRefused = true;
    if (kept && !isRefused) return of(kept.given);
    if (!answer && !mayAsk) return of(left(refusedReason));
    return (answer ??= ask());
  };
};

const latest = <C>(source: CredentialSource<C>, read: (credential: C) => Credentials): Auth['credentials'] => {
  if (typeof source === 'function') return askedFor(source as (stale?: C) => ObservableInput<C>, read);
  const current = isObservable(source)
    ? source.pipe(map(read), shareReplay({ bufferSize: 1, refCount: true }), neverFailing)
    : of(read(source));
  return () => current;
};

/** Makes an `Auth` of a source and of the headers that one credential means. */
export const authOf = <C>(source: CredentialSource<C>, read: (credential: C) => Credentials): Auth => {
  const current = latest(source, read);
  // Deferred, because an Observable shows what it was made of to everyone who prints it.
  const credentials: Auth['credentials'] = (refused, mayAsk) => defer(() => current(refused, mayAsk));
  if (!isObservable(source)) return { credentials, pushes: EMPTY } as object as Auth;
  // One that pushes goes on and on: a request takes its latest.
  const pushes = credentials();
  return { credentials: () => pushes.pipe(take(1)), pushes } as object as Auth;
};
