import { effect, type Injector, untracked } from '@angular/core';
import { isOnServer } from '../server/isOnServer';
import { TRANSFER } from '../server/transfer';

/** Whether rows may have come with the HTML. */
export const isHydrating = (injector: Injector): boolean =>
  !isOnServer(injector) && injector.get(TRANSFER, null, { optional: true }) !== null;

/**
 * Does something in the browser before the view of a list is first rendered, and after its inputs were set, where pages
 * travel with the HTML. What the server has rendered would otherwise be written again: first without rows, then with them.
 */
export const beforeRender = (injector: Injector, act: () => void): void => {
  if (!isHydrating(injector)) return;
  effect(
    () => {
      untracked(act);
    },
    { injector },
  );
};
