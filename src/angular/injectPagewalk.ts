import { assertInInjectionContext, inject, InjectionToken, Injector } from '@angular/core';
import type { Client } from '../client/Client';

/** The client of an application, or of a part of it. */
export const PAGEWALK = new InjectionToken<Client>('the client of pagewalk');

/** The client of an injector. */
export const clientIn = (injector: Injector): Client => {
  const client = injector.get(PAGEWALK, null, { optional: true });
  if (client !== null) return client;
  throw new Error(
    'injectPagewalk found no client: add providePagewalk({ baseURL }) to the providers of the application or route',
  );
};

/**
 * The client that `providePagewalk` provides, in a component, a service, a guard: wherever `inject` works.
 *
 * @example
 * ```ts
 * import { rights } from 'pagewalk';
 * import { injectPagewalk } from 'pagewalk/angular';
 * import { issues, site } from './api.js';
 *
 * class Issues {
 *   readonly all$ = injectPagewalk().objects(issues, site).pipe(rights());
 * }
 * ```
 *
 * @see providePagewalk
 * @since 0.1.0
 */
export const injectPagewalk = (): Client => {
  assertInInjectionContext(injectPagewalk);
  return clientIn(inject(Injector));
};
