import { type EnvironmentProviders, makeEnvironmentProviders } from '@angular/core';
import type { ClientConfig } from '../../client/createClient';
import type { HttpRequest } from '../../model/http';
import type { ObjectQueryFeature } from '../ObjectQueryFeature';
import { IN_TEST } from '../platform';
import { provideObjectQuery } from '../provideObjectQuery';
import { ObjectQueryTesting, scriptedService, type TestPages } from './scriptedService';

/**
 * Options of `provideObjectQueryTesting`.
 *
 * @since 0.1.0
 */
export interface ObjectQueryTestingOptions extends Omit<ClientConfig, 'transport'> {
  /** The pages of every walk, each the properties of its objects; or a function, for walks that differ. */
  readonly pages: TestPages | ((request: HttpRequest) => TestPages);
  /** Whether pages come by themselves. Default false: each comes when `sendPage` says so. */
  readonly atOnce?: boolean | undefined;
}

/**
 * Provides the client of a test, with its own service: there is no HTTP, and no page arrives before the test sends it.
 *
 * Everything but the transport is real. By default the client does not repeat what fails: a failure that a test sends is
 * the one that its list shows. Features are those of `provideObjectQuery`: a list with a `cacheKey` needs `withListCache()`.
 *
 * @example
 * ```ts
 * import '@angular/compiler';
 * import { createEnvironmentInjector, type EnvironmentInjector, Injector, runInInjectionContext } from '@angular/core';
 * import { injectObjectQuery } from 'pagewalk/angular';
 * import { ObjectQueryTesting, provideObjectQueryTesting } from 'pagewalk/angular/testing';
 *
 * const parent = Injector.create({ providers: [] }) as EnvironmentInjector;
 * const pages = [[{ name: 'Ada' }, { name: 'Grace' }], [{ name: 'Edsger' }]];
 * const injector = createEnvironmentInjector([provideObjectQueryTesting({ pages })], parent);
 * const service = injector.get(ObjectQueryTesting);
 *
 * runInInjectionContext(injector, () => {
 *   injectObjectQuery()
 *     .list({ ontologyRid: 'ri.ontology.main', objectType: 'employee' })
 *     .subscribe((result) => console.log(result._tag));
 * });
 * service.sendPage(1);
 * service.fail(503);
 * // Logs:
 * // Right
 * // Right
 * // Left
 * ```
 *
 * @see ObjectQueryTesting
 * @since 0.1.0
 */
export const provideObjectQueryTesting = (
  { pages, atOnce = false, ...config }: ObjectQueryTestingOptions,
  ...features: ReadonlyArray<ObjectQueryFeature>
): EnvironmentProviders => {
  const service = scriptedService(pages, atOnce);
  return makeEnvironmentProviders([
    { provide: ObjectQueryTesting, useValue: service },
    { provide: IN_TEST, useValue: true },
    provideObjectQuery({ retry: false, ...config, transport: service.transport }, ...features),
  ]);
};
