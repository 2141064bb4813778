import { computed, signal, type Signal, untracked } from '@angular/core';
import { asyncScheduler } from 'rxjs';
import type { WalkEvent } from '../../client/WalkEvent';
import type { PageFailure } from '../../model/errors/WalkError';

/** How the request for the page under way fares. */
export interface Attempts {
  /** How many requests were sent for it; 0 where none is under way. */
  readonly attempt: number;
  /** When the next one is sent, in milliseconds since 1970, while the list waits to try again. */
  readonly retryAt: number | undefined;
  /** Why the one before failed. */
  readonly lastFailure: PageFailure | undefined;
}

export const noAttempt: Attempts = { attempt: 0, retryAt: undefined, lastFailure: undefined };

/** The attempts after an event of the walk. */
export const attemptsAfter = (attempts: Attempts, event: WalkEvent, now: number): Attempts => {
  switch (event.type) {
    case 'request':
      return { ...(event.attempt === 1 ? noAttempt : attempts), attempt: event.attempt, retryAt: undefined };
    case 'retry':
      return { attempt: event.attempt, retryAt: now + event.delay, lastFailure: event.failure };
    case 'page':
      return noAttempt;
    default:
      return attempts;
  }
};

/** The attempts after the walk was left, or has ended. What failed last is still worth knowing. */
export const attemptsLeft = (attempts: Attempts): Attempts => ({ ...attempts, attempt: 0, retryAt: undefined });

/** The attempts of a list as signals. */
export interface AttemptSignals {
  readonly onEvent: (event: WalkEvent) => void;
  readonly left: () => void;
  readonly signals: { readonly [Name in keyof Attempts]: Signal<Attempts[Name]> };
}

export const attemptSignals = (): AttemptSignals => {
  const attempts = signal(noAttempt);
  const change = (next: (before: Attempts) => Attempts): void => {
    untracked(() => {
      attempts.update(next);
    });
  };
  return {
    onEvent: (event) => {
      change((before) => attemptsAfter(before, event, asyncScheduler.now()));
    },
    left: () => {
      change(attemptsLeft);
    },
    signals: {
      attempt: computed(() => attempts().attempt),
      retryAt: computed(() => attempts().retryAt),
      lastFailure: computed(() => attempts().lastFailure),
    },
  };
};
