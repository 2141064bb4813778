import { computed, effect, inject, InjectionToken, Injector, runInInjectionContext, untracked } from '@angular/core';
import { type Observable, Subject } from 'rxjs';

/** For whom an application asks. */
export interface Session {
  /** Whether a user is signed in. The first call after a change notices it and notifies all others. */
  readonly isOpen: () => boolean;
  /** Emits when the session before is over. */
  readonly changes: Observable<void>;
}

export const SESSION = new InjectionToken<Session>('the session of pagewalk');

export const createSession = (read: () => unknown): Session => {
  const injector = inject(Injector);
  const current = computed(() => runInInjectionContext(injector, read));
  const changes = new Subject<void>();
  let last = untracked(current);
  const isOpen = (): boolean => {
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
    isOpen();
  });
  return { isOpen, changes: changes.asObservable() };
};
