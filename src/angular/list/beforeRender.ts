import { effect, type Injector, untracked } from '@angular/core';
import { isOnServer } from '../server/isOnServer';
import { TRANSFER } from '../server/transfer';

/**
 * Does something in the browser before the view of a list is first rendered, and after its inputs were set, where pages
 * travel with the HTML. What the server has rendered would otherwise be written again: first without rows, then with them.
 */
export const beforeRender = (injector: Injector, act: () => void): void => {
  if (isOnServer(injector) || injector.get(TRANSFER, null, { optional: true }) === null) return;
  effect(
    () => {
      untracked(act);
    },
    { injector },
  );
};
