import { type EnvironmentProviders, makeEnvironmentProviders } from '@angular/core';
import type { ClientConfig } from '../../client/createClient';
import type { HttpRequest } from '../../model/http';
import type { PagewalkFeature } from '../PagewalkFeature';
import { IN_TEST } from '../platform';
import { providePagewalk } from '../providePagewalk';
import { PagewalkTesting, type Routes, scriptedService, type TestPages } from './scriptedService';

/**
 * Options of `providePagewalkTesting`.
 *
 * @since 0.1.0
 */
export interface PagewalkTestingOptions extends Omit<ClientConfig, 'transport'> {
  /** The pages of every `list` and `search`, each the properties of its objects; or a function, for walks that differ. */
  readonly pages?: TestPages | ((request: HttpRequest) => TestPages) | undefined;
  /** What your own endpoints answer, as in `memoryService`: `{ 'GET /issues': paged(issues, { size: 30 }) }`. It takes the place of `pages`. */
  readonly routes?: Routes | undefined;
  /** Whether pages come by themselves. Default false: each comes when `sendPage` says so. */
  readonly atOnce?: boolean | undefined;
}

/**
 * Provides the client of a test, with its own service: there is no HTTP, and no page arrives before the test sends it.
 *
 * Everything but the transport is real. By default the client does not repeat what fails: a failure that a test sends is
 * the one that its list shows. Features are those of `providePagewalk`: a list with a `cacheKey` needs `withListCache()`.
 *
 * @example
 * ```ts
 * import '@angular/compiler';
 * import { createEnvironmentInjector, type EnvironmentInjector, Injector, runInInjectionContext } from '@angular/core';
 * import { injectPagewalk } from 'pagewalk/angular';
 * import { PagewalkTesting, providePagewalkTesting } from 'pagewalk/angular/testing';
 * import { paged } from 'pagewalk/testing';
 * import { issues, site } from './api.js';
 *
 * const parent = Injector.create({ providers: [] }) as EnvironmentInjector;
 * const found = [1, 2, 3].map((id) => ({ id, title: `Issue ${id}`, updated_at: '' }));
 * const routes = { 'GET /repos/{owner}/{repo}/issues': paged(found, { size: 2, body: ({ items }) => items }) };
 * const injector = createEnvironmentInjector([providePagewalkTesting({ routes })], parent);
 * const service = injector.get(PagewalkTesting);
 *
 * runInInjectionContext(injector, () => {
 *   const walk = injectPagewalk().objects(issues, site);
 *   walk.subscribe((result) => console.log(result._tag));
 * });
 * service.sendPage(1);
 * service.fail(503);
 * // Logs:
 * // Right
 * // Right
 * // Left
 * ```
 *
 * @see PagewalkTesting
 * @since 0.1.0
 */
export const providePagewalkTesting = (
  { pages = [], routes, atOnce = false, ...config }: PagewalkTestingOptions,
  ...features: ReadonlyArray<PagewalkFeature>
): EnvironmentProviders => {
  const service = scriptedService(pages, routes, atOnce);
  return makeEnvironmentProviders([
    { provide: PagewalkTesting, useValue: service },
    { provide: IN_TEST, useValue: true },
    providePagewalk({ retry: false, ...config, transport: service.transport }, ...features),
  ]);
};
