import type { PendingTasks } from '@angular/core';

/** Lets a render on the server wait while a list loads, also between two attempts, and says when it does no more. */
export interface WhileLoading {
  readonly set: (isLoading: boolean) => void;
  /** Calls back when the list loads no more; the last one that was given counts. */
  readonly then: (settled: () => void) => void;
}

export const whileLoading = (pending: PendingTasks | null): WhileLoading => {
  let finish: (() => void) | undefined;
  let onSettled: (() => void) | undefined;
  return {
    set: (isLoading) => {
      if (isLoading) {
        finish ??= pending?.add();
        return;
      }
      finish?.();
      finish = undefined;
      // Later: the walk is in the middle of something.
      if (onSettled !== undefined) queueMicrotask(onSettled);
      onSettled = undefined;
    },
    then: (settled) => {
      onSettled = settled;
    },
  };
};
