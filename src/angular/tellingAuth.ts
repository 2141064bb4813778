import type { ErrorHandler } from '@angular/core';
import { tap } from 'rxjs';
import { type Auth, type Credentials, whyFailed } from '../client/Auth';

/** Tells Angular's ErrorHandler why a credential source failed, once for all walks that waited for it. */
export const tellingAuth = ({ credentials, pushes }: Auth, handler: ErrorHandler): Auth => {
  const told = new WeakSet<Credentials>();
  return {
    pushes,
    credentials: (refused, mayAsk) =>
      credentials(refused, mayAsk).pipe(
        tap((given) => {
          const why = whyFailed(given);
          if (why === undefined || told.has(given)) return;
          told.add(given);
          handler.handleError(why());
        }),
      ),
  } as Auth;
};
