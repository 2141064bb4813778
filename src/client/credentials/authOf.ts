import { map as mapRight } from 'fp-ts/Either';
import { defer, isObservable, map, type ObservableInput, of, Subject, take, tap } from 'rxjs';
import type { Credential } from '../../model/secrets/Credential';
import {
  type Auth,
  authWith,
  type CredentialSource,
  type Direct,
  fixed,
  type Given,
  neverFailing,
} from './Auth';
import { pushed } from './pushed';
import { renewing } from './renewing';

/** What a function gave, and the credential that was read from it. */
interface Obtained<C> extends Credential {
  readonly given: C;
}

/** Calls a function, once for all walks that wait. */
const asked = <C>(
  source: (stale?: C) => ObservableInput<C> | Direct<C>,
  read: (credential: C) => Given,
): Auth => {
  const failures = new Subject<unknown>();
  const parts = renewing<Obtained<C>>(({ stale, hold }) =>
    defer(() => {
      const input = source(stale?.given);
      // A string can be observed, too, letter by letter: here it is the credential.
      if (typeof input === 'string' || 'token' in input) return of(input);
      // An Observable is left when no walk waits for it. A promise continues, and the next walk gets what it gives.
      if (!isObservable(input)) hold();
      return input;
    }).pipe(
      take(1),
      map((given) => mapRight((credential: Credential) => ({ ...credential, given }))(read(given))),
      tap({ error: (thrown) => failures.next(thrown) }),
      neverFailing(() => stale?.secrets ?? []),
    ),
  );
  return authWith({ ...parts, failures, mayNameUser: true });
};

/** Makes an `Auth` of a source, and of the credential that one of its values means. */
export const authOf = <C>(source: CredentialSource<C>, read: (credential: C) => Given): Auth => {
  if (isObservable(source)) return pushed(source, read);
  if (typeof source === 'function') return asked(source as Parameters<typeof asked<C>>[0], read);
  return fixed(read(source));
};
