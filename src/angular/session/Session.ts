import { computed, effect, inject, InjectionToken, Injector, runInInjectionContext, untracked } from '@angular/core';
import { type Observable, Subject } from 'rxjs';
import { isOnServer } from '../platform';
import { leavesToBrowser } from '../server/renderedConfig';
import { digestOf, mixText } from '../../model/records/sipHash';

declare const ngServerMode: boolean | undefined;

/** For whom an application asks. */
export interface Session {
  /** Whether a user is signed in. The first call after a change notices it and notifies all others. */
  readonly isOpen: () => boolean;
  /**
   * A digest of the user, by which the server and the browser know the same one; undefined for nobody, and for a user that is neither a
   * string nor a number. It is not the user itself: that could be a token.
   */
  readonly digest: () => number | undefined;
  /** Emits when the session before is over. */
  readonly changes: Observable<void>;
}

export const SESSION = new InjectionToken<Session>('the session of pagewalk');

export const createSession = (read: () => unknown): Session => {
  const injector = inject(Injector);
  const current = computed(() => runInInjectionContext(injector, read));
  const changes = new Subject<void>();
  let last = untracked(current);
  // A page that is built has no user: its lists would be empty without a word.
  const isLeftToBrowser =
    (typeof ngServerMode === 'undefined' || ngServerMode) && isOnServer(injector) ? leavesToBrowser(false) : undefined;
  const notice = (): boolean => {
    const now = untracked(current);
    if (!Object.is(now, last)) {
      last = now;
      untracked(() => {
        changes.next();
      });
    }
    return now !== undefined && now !== null;
  };
  effect(() => {
    current();
    notice();
  });
  const isOpen = (): boolean => {
    const isSignedIn = notice();
    if (!isSignedIn) isLeftToBrowser?.();
    return isSignedIn;
  };
  const digest = (): number | undefined => {
    const now = untracked(current);
    if (typeof now !== 'string' && typeof now !== 'number' && typeof now !== 'bigint') return undefined;
    return digestOf(() => {
      mixText(`${typeof now} ${now}`);
    });
  };
  return { isOpen, digest, changes: changes.asObservable() };
};
