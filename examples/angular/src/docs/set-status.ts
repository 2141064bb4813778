import { effect, inject, RESPONSE_INIT } from '@angular/core';
import type { WalkList } from 'pagewalk/angular';

/** Sets the HTTP status of the page that is rendered. Call it where you make the list. */
export const setStatus = (list: Pick<WalkList<unknown>, 'status' | 'error'>): void => {
  const response = inject(RESPONSE_INIT, { optional: true });
  // In the browser there is none.
  if (response === null) return;
  effect(() => {
    if (list.status() !== 'error') return;
    const error = list.error();
    response.status = error?._tag === 'HttpFailure' && error.status === 404 ? 404 : 503;
  });
};
