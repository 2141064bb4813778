import { ErrorHandler, type Injector, signal, type Signal, untracked } from '@angular/core';
import * as E from 'fp-ts/Either';
import { type Subscription, timer } from 'rxjs';
import type { WalkEvent } from '../../client/WalkEvent';
import type { WalkError } from '../../model/errors/WalkError';
import { oneWalk } from '../list/oneWalk';
import { pendingTasks } from '../list/pendingTasks';
import { whileLoading } from '../list/whileLoading';
import type { WalkPace, WalkSource } from '../WalkState';
import { type PageAgain, pageAgain } from './pageAgain';

/** How it stands with the pages that are asked for again. */
export interface Refetched {
  readonly phase: 'idle' | 'loading' | 'error' | 'cancelled';
  readonly error: WalkError | undefined;
  readonly isPaused: boolean;
}

const atRest: Refetched = { phase: 'idle', error: undefined, isPaused: false };

/** Milliseconds between two requests, if a viewport has scrolled past the page of the first one before it came. */
const pauseAfterLeaving = 100;

/** What it needs to know, and whom to tell. */
export interface RefetchPort<T> {
  /** The page to ask for, if one may be asked for now. */
  readonly next: () => number | undefined;
  readonly isWanted: (page: number) => boolean;
  readonly paceOf: (page: number) => Pick<WalkPace, 'pageToken' | 'label'>;
  readonly onEvent: (event: WalkEvent) => void;
  readonly came: (page: number, again: PageAgain<T>) => void;
  /** Whether the failure stops the list. */
  readonly failed: (page: number, error: WalkError) => boolean;
  /** Nothing is to be asked for. */
  readonly idle: () => void;
}

export interface Refetching {
  readonly state: Signal<Refetched>;
  readonly isUnderWay: () => boolean;
  /** Asks for a page that is missing, one at a time. One that nobody wants any more is left. */
  readonly look: () => void;
  readonly change: (change: Partial<Refetched>) => void;
  /** Leaves the page under way. */
  readonly leave: () => void;
  /** The same, and whatever has stopped it counts no longer. */
  readonly reset: () => void;
}

/** Asks again for pages that are no longer in memory. */
export const refetching = <T>(source: WalkSource<T>, port: RefetchPort<T>, injector: Injector): Refetching => {
  const state = signal(atRest);
  const loading = whileLoading(pendingTasks(injector));
  let page: number | undefined;
  let pause: Subscription | undefined;

  const change = (next: Partial<Refetched>): void => {
    untracked(() => {
      state.update((before) => ({ ...before, ...next }));
      loading.set(state().phase === 'loading');
    });
  };
  const isOpen = (): boolean => ['idle', 'loading'].includes(untracked(state).phase);

  const take = (result: E.Either<WalkError, PageAgain<T>>): void => {
    const came = page;
    walk.leave();
    page = undefined;
    if (came === undefined) return;
    if (E.isRight(result)) port.came(came, result.right);
    else if (port.failed(came, result.left)) change({ phase: 'error', error: result.left });
    look();
  };

  const walk = oneWalk<E.Either<WalkError, PageAgain<T>>>({
    next: take,
    threw: (thrown) => {
      page = undefined;
      change({ phase: 'error' });
      injector.get(ErrorHandler, null)?.handleError(thrown);
    },
    completed: () => undefined,
  });

  const begin = (next: number): void => {
    page = next;
    change({ phase: 'loading', error: undefined });
    walk.begin((isLeft) => {
      const onEvent = (event: WalkEvent): void => {
        if (!isLeft()) port.onEvent(event);
      };
      return pageAgain(source, { ...port.paceOf(next), onEvent });
    });
  };

  const leave = (): void => {
    walk.leave();
    page = undefined;
    pause?.unsubscribe();
    pause = undefined;
    if (untracked(state).phase === 'loading') change({ phase: 'idle' });
  };

  // Somebody who scrolls fast passes many pages: not each of them is worth a request.
  const pass = (): void => {
    walk.leave();
    page = undefined;
    pause = timer(pauseAfterLeaving).subscribe(() => {
      pause = undefined;
      look();
    });
  };

  const look = (): void => {
    if (!isOpen() || pause !== undefined) return;
    if (page !== undefined) {
      if (!port.isWanted(page)) pass();
      return;
    }
    const next = port.next();
    if (next !== undefined) {
      begin(next);
      return;
    }
    if (untracked(state).phase === 'loading') change({ phase: 'idle' });
    port.idle();
  };

  return {
    state,
    isUnderWay: () => page !== undefined,
    look,
    change,
    leave,
    reset: () => {
      leave();
      change(atRest);
    },
  };
};
