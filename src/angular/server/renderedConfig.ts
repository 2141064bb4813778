import { DOCUMENT } from '@angular/common';
import { DestroyRef, ErrorHandler, inject, PendingTasks, REQUEST } from '@angular/core';
import * as E from 'fp-ts/Either';
import {
  asyncScheduler,
  defer,
  finalize,
  map,
  merge,
  type Observable,
  of,
  ReplaySubject,
  take,
  timer,
} from 'rxjs';
import type { Auth } from '../../client/credentials/Auth';
import type { ClientConfig } from '../../client/createClient';
import { maxTimer } from '../../model/maxTimer';
import type { NetworkFailure, TimedOut } from '../../model/errors/WalkError';

/** For whose page an `Auth` was first used. Every render has its own document. */
const owners = new WeakMap<Auth, object>();

/** Throws where the credential of one visitor would be sent for another: an `Auth` keeps what its source gave. */
export const checkOwnAuth = (auth: Auth | undefined, isForAll: boolean): void => {
  if (auth === undefined) return;
  const page = inject(DOCUMENT);
  if (isForAll || (owners.get(auth) ?? page) !== page) {
    throw new Error(
      'providePagewalk: this auth is shared by all visitors of the server. Make one for each: ' +
        'providePagewalk(() => ({ …, auth: bearer(…) }))',
    );
  }
  owners.set(auth, page);
};

type Over = Omit<NetworkFailure, 'progress'> | Omit<TimedOut, 'progress'>;

const reason = 'the visitor for whom the page was rendered has left';

const whenGone = (visitor: AbortSignal | undefined): Observable<Over> => {
  const over = new ReplaySubject<Over>(1);
  const leave = (): void => over.next({ _tag: 'NetworkFailure', reason, permanent: true });
  if (visitor?.aborted) leave();
  visitor?.addEventListener('abort', leave, { once: true });
  inject(DestroyRef).onDestroy(() => {
    visitor?.removeEventListener('abort', leave);
    leave();
  });
  return over;
};

/** What is asked for while a page is built has no visitor, and most often no backend either. */
const leftToBrowser: Over = { _tag: 'TimedOut', after: 0 };

const warning =
  'pagewalk: this page is rendered without a request, as at build time, so its lists are left to the browser. ' +
  'To render them for each visitor, give the route RenderMode.Server. To walk at build time, set server: { prerender: true } in providePagewalk.';

/** Says once that a render leaves its walks to the browser. */
export const leavesToBrowser = (prerender: boolean): (() => boolean) => {
  const isPrerendered = inject(REQUEST, { optional: true }) === null && !prerender;
  const handler = inject(ErrorHandler, { optional: true });
  let isWarned = false;
  return () => {
    if (isPrerendered && !isWarned) handler?.handleError(new Error(warning));
    isWarned = true;
    return isPrerendered;
  };
};

/**
 * What the client of one render on the server is made of. The render waits for a credential and for a request, not for a
 * walk that waits for demand. When the time for it is over, or the visitor has left, both end with a failure. Every page is
 * asked for once: a render cannot wait until a service works again.
 */
export const renderedConfig = (
  config: ClientConfig,
  within: number,
  isLeftToBrowser: () => boolean,
): ClientConfig => {
  if (!(within >= 0)) throw new TypeError('server.within must be 0 or more');
  const tasks = inject(PendingTasks);
  const visitorGone = whenGone(inject(REQUEST, { optional: true })?.signal);
  let deadline: number | undefined;

  const over = defer(() => {
    if (isLeftToBrowser()) return of(leftToBrowser);
    const now = asyncScheduler.now();
    deadline ??= now + within;
    if (within === 0 || within > maxTimer) return visitorGone;
    return merge(
      visitorGone,
      timer(deadline - now).pipe(map((): Over => ({ _tag: 'TimedOut', after: within }))),
    );
  });

  /** Lets the render wait for one value, and for whatever it leads to at once: the next page is asked for in one go. */
  const held = <R>(work: Observable<E.Either<Over, R>>): Observable<E.Either<Over, R>> =>
    defer(() => {
      const done = tasks.add();
      const finish = (): void => queueMicrotask(done);
      return merge(over.pipe(map((failure) => E.left<Over, R>(failure))), work).pipe(
        take(1),
        finalize(finish),
      );
    });

  const { transport, auth } = config;
  return {
    ...config,
    retry: false,
    transport: (asked) => held(defer(() => transport(asked)) as Observable<E.Either<Over, never>>),
    auth: auth && {
      ...auth,
      current: (asking) => {
        const given = auth.current(asking);
        return 'subscribe' in given ? held(given as Observable<E.Either<Over, never>>) : given;
      },
    },
  };
};
