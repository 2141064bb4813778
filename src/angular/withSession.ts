import { computed, DestroyRef, effect, inject, Injector, runInInjectionContext, untracked } from '@angular/core';
import * as E from 'fp-ts/Either';
import { concat, defer, EMPTY, type Observable, of, Subject, takeUntil, tap } from 'rxjs';
import { type Client, clientOver } from '../client/Client';
import type { WalkOptions } from '../client/WalkOptions';
import type { PageInfo } from '../model/endpoints/Page';
import type { WalkError } from '../model/errors/WalkError';
import { LIST_CACHE } from './withListCache';
import { isOnServer, type PagewalkFeature, SESSION, type Session } from './PagewalkFeature';
import { leavesToBrowser } from './server/renderedConfig';

type Walk<V> = Observable<E.Either<WalkError, V>>;

/** A walk that ends with its session, and does not begin without one. */
const during = <V, P extends WalkOptions>(session: Session, params: P, walk: (params: P) => Walk<V>): Walk<V> =>
  defer(() => {
    let [pages, objects, isOver] = [0, 0, false];
    const unauthorized = (reason: string): Walk<V> =>
      of(E.left<WalkError, V>({ _tag: 'Unauthorized', reason, progress: { pages, objects, attempts: 0 } }));
    if (!session.isOpen()) return unauthorized('nobody is signed in');
    const onPage = (page: PageInfo): void => {
      pages += 1;
      objects += page.records.length;
      params.onPage?.(page);
    };
    const over = session.changes.pipe(tap(() => (isOver = true)));
    const rest = defer(() => (isOver ? unauthorized('the session is over') : EMPTY));
    return concat(walk({ ...params, onPage }).pipe(takeUntil(over)), rest);
  });

const createSession = (read: () => unknown): Session => {
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
      untracked(() => changes.next());
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
  /** Called in an injection context. */
  const bind = (client: Client): Client => {
    const [cache, destroyed] = [inject(LIST_CACHE, { optional: true }), inject(DestroyRef)];
    const bound = clientOver({
      ...client,
      pages: (endpoint, params) => during(session, params, (given) => client.pages(endpoint, given)),
      objects: (endpoint, params) => during(session, params, (given) => client.objects(endpoint, given)),
    });
    const watch = changes.subscribe(() => {
      bound.forgetCredentials();
      cache?.forget(bound);
    });
    destroyed.onDestroy(() => watch.unsubscribe());
    return bound;
  };
  const session: Session = { user: () => untracked(current), isOpen, changes: changes.asObservable(), bind };
  return session;
};

/**
 * Keeps the users of an application apart: when the function returns another user, the previous session is over.
 *
 * The function reads signals, and may inject. What it returns is compared with `Object.is`; undefined and null mean that no
 * user is signed in. When the session is over, the client forgets its credentials, lists that are kept are dropped, walks end
 * with `Unauthorized`, and lists on the screen are emptied until there is a next user. Clients of routes belong to it, too.
 *
 * @example
 * ```ts
 * import { signal } from '@angular/core';
 * import { providePagewalk, withSession } from 'pagewalk/angular';
 *
 * const userId = signal<string | undefined>(undefined);
 * const provider = providePagewalk({ baseURL: 'https://objects.example.com' }, withSession(userId));
 * ```
 *
 * @see injectListCache
 * @since 0.2.0
 */
export const withSession = (user: () => unknown): PagewalkFeature => ({
  kind: 'Session',
  providers: [{ provide: SESSION, useFactory: () => createSession(user) }],
});
