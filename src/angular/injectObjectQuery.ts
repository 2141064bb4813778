import { assertInInjectionContext, inject, InjectionToken, Injector } from '@angular/core';
import type { Client } from '../client/Client';

/** The client of an application, or of a part of it. */
export const OBJECT_QUERY = new InjectionToken<Client>('the client of pagewalk');

/** The client of an injector. */
export const clientIn = (injector: Injector): Client => {
  const client = injector.get(OBJECT_QUERY, null, { optional: true });
  if (client !== null) return client;
  throw new Error(
    'injectObjectQuery found no client: add provideObjectQuery({ baseURL }) to the providers of the application or route',
  );
};

/**
 * The client that `provideObjectQuery` provides, in a component, a service, a guard: wherever `inject` works.
 *
 * @example
 * ```ts
 * import '@angular/compiler';
 * import { rights } from 'pagewalk';
 * import { injectObjectQuery } from 'pagewalk/angular';
 *
 * class Employees {
 *   private readonly client = injectObjectQuery();
 *   readonly all$ = this.client.list({ ontologyRid: 'ri.ontology.main', objectType: 'employee' }).pipe(rights());
 * }
 * ```
 *
 * @see provideObjectQuery
 * @since 0.1.0
 */
export const injectObjectQuery = (): Client => {
  assertInInjectionContext(injectObjectQuery);
  return clientIn(inject(Injector));
};
