import { inject, REQUEST_CONTEXT } from '@angular/core';
import { bearer } from 'pagewalk';
import type { ObjectQueryConfig } from 'pagewalk/angular';
import type { Backend } from './backend';
import { Session } from './session';

/** What a client is made of: that of the application, and that of a route. */
export const clientConfig = (): ObjectQueryConfig => {
  const backend = inject(REQUEST_CONTEXT, { optional: true }) as Backend | null;
  const session = inject(Session);
  return {
    baseURL: backend?.origin ?? '/',
    auth: bearer(() => session.token()),
    retry: { attempts: 3, baseDelay: 100 },
    renderWithin: 3_000,
  };
};
