import { provideHttpClient, withFetch, withInterceptors } from '@angular/common/http';
import { type ApplicationConfig, inject } from '@angular/core';
import { bearer } from 'pagewalk';
import { providePagewalk } from 'pagewalk/angular';
import { Session } from './session';
import { tenant } from './tenant';

export const appConfig: ApplicationConfig = {
  providers: [
    provideHttpClient(withFetch(), withInterceptors([tenant])),
    providePagewalk(() => {
      const session = inject(Session);
      return { baseURL: '/objects', auth: bearer((stale) => session.token(stale)) };
    }),
  ],
};
