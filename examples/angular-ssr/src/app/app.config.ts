import { provideHttpClient, withFetch } from '@angular/common/http';
import {
  type ApplicationConfig,
  inject,
  provideZonelessChangeDetection,
  REQUEST_CONTEXT,
} from '@angular/core';
import {
  provideClientHydration,
  withEventReplay,
  withHttpTransferCacheOptions,
} from '@angular/platform-browser';
import { provideRouter } from '@angular/router';
import { bearer } from 'pagewalk';
import { providePagewalk, withSession, withTransferState } from 'pagewalk/angular';
import { Account } from './account';
import { routes } from './app.routes';
import type { Backend } from './backend';
import { Session } from './session';

export const appConfig: ApplicationConfig = {
  providers: [
    provideZonelessChangeDetection(),
    provideRouter(routes),
    // The widest cache there is: what must not get into the HTML has to say so itself.
    provideClientHydration(
      withEventReplay(),
      withHttpTransferCacheOptions({
        includePostRequests: true,
        includeRequestsWithAuthHeaders: true,
      }),
    ),
    provideHttpClient(withFetch()),
    providePagewalk(
      () => {
        const backend = inject(REQUEST_CONTEXT, { optional: true }) as Backend | null;
        const session = inject(Session);
        return {
          baseURL: backend?.origin ?? '/',
          auth: bearer(() => session.credential()),
          retry: { attempts: 3, baseDelay: 100 },
          server: { within: backend?.within },
        };
      },
      withTransferState(),
      // Rows that were rendered for one user are not shown to another one.
      withSession(() => inject(Account).user()),
    ),
  ],
};
