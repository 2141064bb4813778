import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import {
  catchError,
  defaultIfEmpty,
  defer,
  EMPTY,
  from,
  isObservable,
  map,
  type Observable,
  type ObservableInput,
  of,
  share,
  shareReplay,
  take,
  tap,
} from 'rxjs';

/**
 * Where a credential comes from: a fixed value, an Observable whose latest value counts while a walk runs (a
 * BehaviorSubject has one for the next walk too), or a function that is asked once and whose answer is kept.
 *
 * @since 0.1.0
 */
export type CredentialSource<C> = C | Observable<C> | ((stale?: C) => ObservableInput<C>);

/** The headers that authenticate a request, or why there are none. */
export type Credentials = E.Either<string, Readonly<Record<string, string>>>;

/**
 * Authentication of every request of a walk. Made by `bearer` or `headers`.
 *
 * @since 0.1.0
 */
export interface Auth {
  /** Emits the credentials that count now, and again when they change. */
  readonly credentials: Observable<Credentials>;
  /** What a walk stays subscribed to while it runs, so that nothing is lost that a source pushes between two pages. */
  readonly pushes: Observable<unknown>;
}

/** What is said of a credential that no header can carry, and of one that never came. */
export const unusable = 'no usable credential';

/** Asks once, for all walks that wait; what it gives is kept if it can be used. */
const askedOnce = (ask: () => Observable<Credentials>): Observable<Credentials> => {
  let kept: O.Option<Credentials> = O.none;
  const answer = defer(ask).pipe(
    take(1),
    tap((credentials) => {
      if (E.isRight(credentials)) kept = O.some(credentials);
    }),
    share(),
  );
  return defer(() => (O.isSome(kept) ? of(kept.value) : answer));
};

const isFunction = <C>(source: CredentialSource<C>): source is (stale?: C) => ObservableInput<C> =>
  typeof source === 'function';

const latest = <C>(source: CredentialSource<C>, read: (credential: C) => Credentials): Observable<Credentials> => {
  if (isFunction(source)) return askedOnce(() => from(source()).pipe(map(read)));
  return isObservable(source)
    ? source.pipe(map(read), shareReplay({ bufferSize: 1, refCount: true }))
    : of(read(source));
};

/** Makes an `Auth` of a source and of the headers that one credential means; a failing source is a value too (law 5). */
export const authOf = <C>(source: CredentialSource<C>, read: (credential: C) => Credentials): Auth => {
  const shared = latest(source, read).pipe(
    defaultIfEmpty<Credentials, Credentials>(E.left(unusable)),
    // Why it failed is not told: the message is the source's own and may hold what must not be printed.
    catchError(() => of<Credentials>(E.left('the credential source failed'))),
  );
  // Deferred, because an Observable shows what it was made of to everyone who prints it.
  const credentials = defer(() => shared);
  return { credentials, pushes: isObservable(source) ? credentials : EMPTY };
};
