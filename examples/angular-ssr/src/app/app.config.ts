import { provideHttpClient, withFetch } from '@angular/common/http';
import { type ApplicationConfig, inject, provideZonelessChangeDetection } from '@angular/core';
import {
  provideClientHydration,
  withEventReplay,
  withHttpTransferCacheOptions,
} from '@angular/platform-browser';
import { provideRouter } from '@angular/router';
import { provideObjectQuery, withSession, withTransferState } from 'pagewalk/angular';
import { routes } from './app.routes';
import { clientConfig } from './client-config';
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
    provideObjectQuery(
      clientConfig,
      withTransferState(),
      // Rows that were rendered for one user are never shown to another one.
      withSession(() => inject(Session).user()),
    ),
  ],
};
