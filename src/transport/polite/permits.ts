import { defer, map, Subscription, take, throwIfEmpty } from 'rxjs';
import { queue } from '../../model/scheduling/queue';
import type { Budget, Permit } from '../Budget';

/** What was granted longer ago, in milliseconds, may have been given to others since (law 30). */
const maxAge = 1_000;

export interface Permits {
  /** One that was granted just now; undefined: none is there. */
  readonly take: () => Permit | undefined;
  /** Makes sure that this many are there or requested, and no more. */
  readonly want: (count: number) => void;
}

export const unlimited: Permits = {
  take: () => ({ release: () => undefined }),
  want: () => undefined,
};

interface Granted {
  readonly permit: Permit;
  readonly at: number;
}

/** Calls a budget whose exceptions do not count: the request is over, its response counts, and the line must move. */
export const ignoringErrors = (call: () => void): void => {
  try {
    call();
  } catch {
    // Another store, or another process, is not the failure of any request.
  }
};

/** A permit that can always be given back. */
const safely = (permit: Permit): Permit => {
  if (typeof (permit as Permit | undefined)?.release !== 'function') {
    throw new TypeError(
      'polite: the budget gave something that is not a permit: it has no function release',
    );
  }
  return {
    lost: permit.lost,
    release: (isUnused) => ignoringErrors(() => permit.release(isUnused)),
  };
};

/** Asks a budget for permits; tells when one has come, or that asking failed. */
export const permitsOf = (
  budget: Budget,
  now: () => number,
  onPermit: () => void,
  onError: (error: unknown) => void,
): Permits => {
  const asked: Array<Subscription> = [];
  const granted = queue<Granted>();

  const ask = (): void => {
    const waiting = new Subscription();
    const answered = (): void => {
      asked.splice(asked.indexOf(waiting), 1);
    };
    asked.push(waiting);
    waiting.add(
      defer(() => budget.start())
        .pipe(
          take(1),
          map(safely),
          throwIfEmpty(() => new Error('the budget completed without a permit')),
        )
        .subscribe({
          next: (permit) => {
            answered();
            granted.push({ permit, at: now() });
            onPermit();
          },
          error: (error: unknown) => {
            answered();
            onError(error);
          },
        }),
    );
  };

  return {
    take: () => {
      while (granted.size > 0) {
        const { permit, at } = granted.take();
        if (now() - at <= maxAge) return permit;
        permit.release(true);
      }
      return undefined;
    },
    want: (count) => {
      const missing = count - asked.length - granted.size;
      for (let index = 0; index < missing; index += 1) ask();
      // Those that asked last are dropped: they would wait longest, and the others keep their place in the budget's queue.
      for (let surplus = -missing; surplus > 0; surplus -= 1) {
        const last = asked.pop();
        if (last) last.unsubscribe();
        else granted.take().permit.release(true);
      }
    },
  };
};
