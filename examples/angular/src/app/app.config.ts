import { provideHttpClient, withFetch } from '@angular/common/http';
import {
  type ApplicationConfig,
  inject,
  provideAppInitializer,
  provideZonelessChangeDetection,
  REQUEST_CONTEXT,
} from '@angular/core';
import {
  provideClientHydration,
  withEventReplay,
  withHttpTransferCacheOptions,
} from '@angular/platform-browser';
import { provideRouter, withComponentInputBinding } from '@angular/router';
import { bearer } from 'pagewalk';
import {
  providePagewalk,
  withDevtools,
  withListCache,
  withSession,
  withTransferState,
} from 'pagewalk/angular';
import { routes } from './app.routes';
import type { Backend } from './backend';
import { Session } from './session';

export const appConfig: ApplicationConfig = {
  providers: [
    provideZonelessChangeDetection(),
    provideRouter(routes, withComponentInputBinding()),
    // The widest cache there is: what must not get into the HTML has to say so itself.
    provideClientHydration(
      withEventReplay(),
      withHttpTransferCacheOptions({
        includePostRequests: true,
        includeRequestsWithAuthHeaders: true,
      }),
    ),
    provideHttpClient(withFetch()),
    provideAppInitializer(() => inject(Session).start()),
    providePagewalk(
      () => {
        const backend = inject(REQUEST_CONTEXT, { optional: true }) as Backend | null;
        const session = inject(Session);
        return {
          baseURL: backend?.origin ?? '/',
          // A function is asked once, and again only when the service refuses its token (401).
          auth: bearer(() => session.credential()),
          server: { within: backend?.within },
        };
      },
      // What a list has loaded on the server comes with the HTML.
      withTransferState(),
      // Rows of one user are neither shown to another one, nor kept.
      withSession({ user: () => inject(Session).user(), again: () => inject(Session).ask() }),
      // A list with a cacheKey is there again when you come back to it.
      withListCache({ lists: 10, keepTime: 120_000 }),
      // In development, a button in the corner shows every walk.
      withDevtools(),
    ),
  ],
};
