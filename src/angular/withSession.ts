import {
  computed,
  DestroyRef,
  effect,
  inject,
  Injector,
  runInInjectionContext,
  untracked,
} from '@angular/core';
import * as E from 'fp-ts/Either';
import { concat, defer, EMPTY, map, type Observable, of, Subject, takeUntil, tap } from 'rxjs';
import { type Client, clientOver } from '../client/Client';
import { checkedFor } from './forUser';
import type { WalkOptions } from '../client/walks/WalkOptions';
import type { PageInfo } from '../model/endpoints/Page';
import type { WalkError } from '../model/errors/WalkError';
import type { HttpResponse } from '../model/http';
import { checkKnown } from '../model/optionChecks';
import type { Transport, TransportFailure } from '../transport/Transport';
import { hideWhileAway } from './hideWhileAway';
import { LIST_CACHE } from './withListCache';
import { isOnServer, type PagewalkFeature, SESSION, type Session } from './PagewalkFeature';
import { leavesToBrowser } from './server/renderedConfig';

/** Options of `withSession`. @inline */
interface SessionOptions {
  /** Who is signed in, read from signals. */
  readonly user: () => unknown;
  /** Whose response it is, as the service says, for example in a header; undefined where it does not. */
  readonly of?: ((response: HttpResponse) => unknown) | undefined;
  /**
   * Asks again who is signed in, after Back has restored the page from memory, and sets what `user` reads. The page is hidden
   * from the moment at which it is left until the promise has settled. Then rows of the same user are where they were.
   */
  readonly again?: (() => Promise<unknown>) | undefined;
}

type SessionWalk<V> = Observable<E.Either<WalkError, V>>;

/** What a response of another user becomes on its way through the client, which would try again after an `Unauthorized`. */
const notOurs: TransportFailure = {
  _tag: 'NetworkFailure',
  reason: 'the response belongs to another user',
  code: 'OTHER_USER',
  permanent: true,
};

const withReason = <V>(result: E.Either<WalkError, V>): E.Either<WalkError, V> => {
  if (
    E.isRight(result) ||
    result.left._tag !== 'NetworkFailure' ||
    result.left.code !== notOurs.code
  )
    return result;
  return E.left({ _tag: 'Unauthorized', reason: notOurs.reason, progress: result.left.progress });
};

/** A walk that ends with its session, and does not begin without one. */
const during = <V, P extends WalkOptions>(
  session: Pick<Session, 'isOpen' | 'changes'>,
  params: P,
  walk: (params: P) => SessionWalk<V>,
): SessionWalk<V> =>
  defer(() => {
    let progress = { pages: 0, objects: 0, attempts: 0 };
    let isOver = false;
    const unauthorized = (reason: string): SessionWalk<V> =>
      of(E.left<WalkError, V>({ _tag: 'Unauthorized', reason, progress }));
    if (!session.isOpen()) return unauthorized('nobody is signed in');
    const onPage = (page: PageInfo): void => {
      const { pages, objects } = progress;
      progress = { ...progress, pages: pages + 1, objects: objects + page.records.length };
      params.onPage?.(page);
    };
    const over = session.changes.pipe(tap(() => (isOver = true)));
    const rest = defer(() => (isOver ? unauthorized('the session is over') : EMPTY));
    return concat(walk({ ...params, onPage }).pipe(map(withReason), takeUntil(over)), rest);
  });

/** Who is signed in. The first call of `notice` after a change tells all who listen. Called in an injection context. */
const userOf = (read: () => unknown) => {
  const injector = inject(Injector);
  const current = computed(() => runInInjectionContext(injector, read));
  const changes = new Subject<void>();
  let last = untracked(current);
  const notice = (): unknown => {
    const now = untracked(current);
    if (!Object.is(now, last)) {
      last = now;
      untracked(() => changes.next());
    }
    return now;
  };
  effect(() => {
    current();
    notice();
  });
  return { user: (): unknown => untracked(current), notice, changes: changes.asObservable() };
};

/** A client whose walks are those of the session. Called in an injection context. */
const bindTo = (session: Pick<Session, 'isOpen' | 'changes'>, client: Client): Client => {
  const [cache, destroyed] = [inject(LIST_CACHE, { optional: true }), inject(DestroyRef)];
  const bound = clientOver({
    ...client,
    pages: (endpoint, params) => during(session, params, (given) => client.pages(endpoint, given)),
    objects: (endpoint, params) =>
      during(session, params, (given) => client.objects(endpoint, given)),
  });
  const watch = session.changes.subscribe(() => {
    bound.forgetCredentials();
    cache?.forget(bound);
  });
  destroyed.onDestroy(() => watch.unsubscribe());
  return bound;
};

/** A transport that hands on no response which the service gives for another user. */
const ofUser = (
  transport: Transport,
  ownerOf: (response: HttpResponse) => unknown,
  user: () => unknown,
): Transport => {
  const isOurs = (response: HttpResponse): boolean => {
    const owner = ownerOf(response);
    return owner === undefined || Object.is(owner, user());
  };
  return (request) =>
    transport(request).pipe(
      map((given) => (E.isLeft(given) || isOurs(given.right) ? given : E.left(notOurs))),
    );
};

const createSession = ({ user: read, of: ownerOf, again }: SessionOptions): Session => {
  const { user, notice, changes } = userOf(read);
  // A page that is built has no user: its lists would be empty without a word.
  const isLeftToBrowser =
    (typeof ngServerMode === 'undefined' || ngServerMode) && isOnServer(inject(Injector))
      ? leavesToBrowser(false)
      : undefined;
  const isOpen = (): boolean => {
    const now = notice();
    const isSignedIn = now !== undefined && now !== null;
    if (!isSignedIn) isLeftToBrowser?.();
    return isSignedIn;
  };
  if (again !== undefined) hideWhileAway(again, isOpen);
  return {
    user,
    isOpen,
    changes,
    bind: (client) => bindTo({ isOpen, changes }, client),
    own: (auth) => checkedFor(auth, user),
    check: (transport) => (ownerOf ? ofUser(transport, ownerOf, user) : transport),
  };
};

/**
 * Keeps the users of an application apart: when the function returns another user, the previous session is over.
 *
 * The function reads signals, and may inject. What it returns is compared with `Object.is`; undefined and null mean that no
 * user is signed in. When the session is over, the client forgets its credentials, lists that are kept are dropped, walks end
 * with `Unauthorized`, and lists on the screen are emptied until there is a next user. Clients of routes belong to it, too.
 *
 * Where the session is a cookie, somebody else may have signed in in another tab. If the service says whose response it is, give
 * `of`: what belongs to another user is not shown, and the walk ends with `Unauthorized`.
 *
 * A page that Back restores from memory has missed what happened meanwhile. With `again` nothing of it is seen, also not for one frame,
 * before you have asked who is signed in. Rows of the same user then need no request. If the promise rejects, the user of
 * before counts, and the exception goes to the `ErrorHandler`. Give it a time limit: the page stays hidden as long as it takes.
 * A page that cannot be rendered then is loaded again.
 *
 * @example
 * ```ts
 * import { signal } from '@angular/core';
 * import { providePagewalk, withSession } from 'pagewalk/angular';
 *
 * const userId = signal<string | undefined>(undefined);
 * const again = () => fetch('/session').then(async (response) => userId.set((await response.json()).user));
 * const session = withSession({ user: userId, again, of: ({ headers }) => headers['x-user-id'] });
 * const provider = providePagewalk({ baseURL: 'https://objects.example.com' }, session);
 * ```
 *
 * @see injectListCache
 * @since 0.2.0
 */
export const withSession = (session: (() => unknown) | SessionOptions): PagewalkFeature => {
  const options = typeof session === 'function' ? { user: session } : session;
  checkKnown('withSession', options, ['user', 'of', 'again']);
  return {
    kind: 'Session',
    providers: [{ provide: SESSION, useFactory: () => createSession(options) }],
  };
};
