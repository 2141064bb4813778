import { provideHttpClient, withFetch } from '@angular/common/http';
import { type ApplicationConfig, inject, provideZonelessChangeDetection } from '@angular/core';
import { provideRouter, withComponentInputBinding } from '@angular/router';
import { bearer } from 'pagewalk';
import { providePagewalk, withDevtools, withListCache, withSession } from 'pagewalk/angular';
import { routes } from './app.routes';
import { Session } from './session';

export const appConfig: ApplicationConfig = {
  providers: [
    provideZonelessChangeDetection(),
    provideRouter(routes, withComponentInputBinding()),
    provideHttpClient(withFetch()),
    providePagewalk(
      () => {
        const session = inject(Session);
        // A function is asked once, and again only when the service refuses its token (401).
        return { baseURL: '/', timeout: 30_000, auth: bearer(() => session.token()) };
      },
      // A list with a cacheKey is there again when you come back to it.
      withListCache({ lists: 10, keepTime: 120_000 }),
      // When somebody else signs in, nothing of the one before is shown or kept.
      withSession(() => inject(Session).user()),
      // In development, a button in the corner shows every walk.
      withDevtools(),
    ),
  ],
};
