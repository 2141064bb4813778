import { DestroyRef, inject, PendingTasks, REQUEST } from '@angular/core';
import * as E from 'fp-ts/Either';
import { asyncScheduler, concatMap, defer, map, merge, NEVER, Observable, of, ReplaySubject, take, timer } from 'rxjs';
import { type Client, clientOver } from '../../client/Client';
import type { Endpoint } from '../../model/endpoints/endpoint';
import { maxTimer } from '../../model/maxTimer';
import type { Progress } from '../../model/errors/Progress';
import type { PageFailure } from '../../model/errors/WalkError';
import type { Demand } from '../../walk/Demand';

const gone: PageFailure = {
  _tag: 'NetworkFailure',
  reason: 'the visitor for whom the page was rendered has left',
  permanent: true,
};

/** Emits once there is nobody left to render for. */
const whenGone = (): Observable<PageFailure> => {
  const left = new ReplaySubject<PageFailure>(1);
  const leave = (): void => {
    left.next(gone);
  };
  const visitor = inject(REQUEST, { optional: true })?.signal;
  if (visitor?.aborted) leave();
  visitor?.addEventListener('abort', leave, { once: true });
  inject(DestroyRef).onDestroy(() => {
    visitor?.removeEventListener('abort', leave);
    leave();
  });
  return left;
};

/** The demand of a walk, which is told when the walk has to wait for it and when it goes on. */
const watched = (valve: Demand, wait: () => void, goOn: () => void): Demand => ({
  ready: new Observable((subscriber) => {
    const once = valve.ready.pipe(take(1)).subscribe({
      next: (value) => {
        goOn();
        subscriber.next(value);
        subscriber.complete();
      },
      error: (error: unknown) => {
        subscriber.error(error);
      },
    });
    subscriber.add(once);
    // Not before: an application that has nothing to wait for, be it for a moment, is rendered at once.
    if (!subscriber.closed) wait();
  }),
});

/**
 * The client of one render on the server. The render waits for a walk that is on its way to a page, however often the
 * request is repeated and however long a credential takes; not for one that waits for demand. When the time for it is
 * over, or the visitor has left, such a walk ends with a Left, and its request with it.
 */
export const renderedClient = (client: Client, within: number): Client => {
  if (!(within >= 0)) throw new TypeError('renderWithin must be 0 or more');
  const tasks = inject(PendingTasks);
  const left = whenGone();
  let deadline: number | undefined;
  const over = defer(() => {
    const now = asyncScheduler.now();
    deadline ??= now + within;
    const late = within === 0 || within > maxTimer ? NEVER : timer(deadline - now);
    return merge(left, late.pipe(map((): PageFailure => ({ _tag: 'TimedOut', after: within })))).pipe(take(1));
  });

  const pages: Client['pages'] = (endpoint, params) =>
    new Observable((subscriber) => {
      let progress: Progress = { pages: 0, objects: 0, attempts: 0 };
      let release: (() => void) | undefined;
      const wait = (): void => {
        release?.();
        release = undefined;
      };
      const end = (failure: PageFailure): void => {
        subscriber.next(E.left({ ...failure, progress }));
        subscriber.complete();
      };
      const isOver = (): boolean => subscriber.closed;
      const hold = (): void => {
        if (release !== undefined || isOver()) return;
        const done = tasks.add();
        const watch = over.subscribe(end);
        release = () => {
          watch.unsubscribe();
          done();
        };
        // Whoever has left already ends it at once.
        if (isOver()) wait();
      };
      subscriber.add(wait);
      hold();
      // As forgiving as any client: what the params lack is told as a value.
      const { valve } = { ...params };
      const walk = client.pages(
        endpoint,
        valve === undefined ? params : { ...params, valve: watched(valve, wait, hold) },
      );
      walk
        .pipe(
          map((result) => {
            if (E.isRight(result)) {
              const { data } = result.right;
              progress = { ...progress, pages: progress.pages + 1, objects: progress.objects + data.length };
            }
            return result;
          }),
        )
        .subscribe(subscriber);
    });

  return clientOver({
    ...client,
    pages,
    objects: <A>(endpoint: Endpoint, params: never) =>
      pages<Endpoint, A>(endpoint, params).pipe(
        concatMap((result) => (E.isLeft(result) ? of(result) : result.right.data)),
      ),
  });
};
