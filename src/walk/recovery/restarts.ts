import { type Restarted, walkedTo } from '../../model/errors/Progress';
import type { PageTokenExpired } from '../../model/errors/WalkError';

/** Reports that the walk that ended with this error has now been restarted this often. */
export const reportRestart = ({ progress }: PageTokenExpired, restarts: number): void => {
  walkedTo.of(progress)?.onRestart?.(restarts);
};

/** How many restarts in a row may bring nothing new, by default. */
export const maxRestarts = 3;

/** Bounds the restarts of a walk whose page tokens expire: not how many there are, but how many are in vain (law 13). */
export const restartBudget = (max: number = maxRestarts, onRestart?: Restarted) => {
  let restarts = 0;
  let inVain = 0;
  return {
    /** Spends a restart and reports it, if there is one left. */
    spend: (error: PageTokenExpired): boolean => {
      if (inVain >= max) return false;
      restarts += 1;
      inVain += 1;
      reportRestart(error, restarts);
      onRestart?.(restarts);
      return true;
    },
    /** The last restart was not in vain. */
    refill: (): void => {
      inVain = 0;
    },
  };
};
