import { type EnvironmentProviders, makeEnvironmentProviders } from '@angular/core';
import type { ClientConfig } from '../../client/createClient';
import type { HttpRequest } from '../../model/http';
import type { RouteHandler } from '../../testing/routes';
import { scriptedService, type TestPages, type WaitingFor } from '../../testing/scriptedService';
import type { TransportFailure } from '../../transport/Transport';
import { IN_TEST, type PagewalkFeature } from '../PagewalkFeature';
import { providePagewalk } from '../providePagewalk';

/** Options of `providePagewalkTesting`. @since 0.1.0 */
export interface PagewalkTestingOptions extends Omit<ClientConfig, 'transport'> {
  /** The pages of every `list` and `search`, each the properties of its objects; or a function, for walks that differ. */
  readonly pages?: TestPages | ((request: HttpRequest) => TestPages) | undefined;
  /**
   * What your own endpoints respond with, as in `memoryService`: `{ 'GET /issues': paged(issues, { size: 30 }) }`. It
   * replaces `pages`.
   */
  readonly routes?: Readonly<Record<string, RouteHandler>> | undefined;
  /** Whether pages come by themselves. Default false: each comes when `send` says so. */
  readonly atOnce?: boolean | undefined;
}

/**
 * The service of a test: says when a page comes, and when it fails. `TestBed.inject(PagewalkTesting)` gives it.
 *
 * @example
 * ```ts
 * import { PagewalkTesting } from 'pagewalk/angular/testing';
 *
 * const fails = (service: PagewalkTesting): void => service.fail(503);
 * ```
 *
 * @see providePagewalkTesting
 * @since 0.1.0
 */
export abstract class PagewalkTesting {
  /** Every request so far, including those that are over or were aborted. */
  abstract readonly requests: ReadonlyArray<HttpRequest>;
  /** The requests that wait for a response, the oldest first. */
  abstract readonly waiting: ReadonlyArray<HttpRequest>;
  /**
   * Resolves as soon as this request waits: `{ page: 3 }`, or `{ url: 'offset=50' }` by its address. A list begins a moment after it
   * was created, and one that follows params with the next render. Rejects after 4,000 milliseconds, or those that you pass.
   */
  abstract requested(which: WaitingFor, within?: number): Promise<void>;
  /**
   * Responds to this request, or to the one that has waited longest. Throws if it does not wait. `page` counts from 1; the routes
   * that `paged` makes know it, and those of `list` and `search`.
   */
  abstract send(which?: WaitingFor): void;
  /** Lets this request, or the one that has waited longest, fail: with an HTTP status, or as a transport does. */
  abstract fail(failure: number | TransportFailure, which?: WaitingFor): void;
  /** Refuses the page token of this request, or of the one that has waited longest. */
  abstract expire(which?: WaitingFor): void;
}

/**
 * Provides the client of a test, with its own service: there is no HTTP, and no page arrives before the test sends it.
 *
 * Everything but the transport is real. By default the client does not retry: a failure that a test sends is the one that its
 * list shows. Features are those of `providePagewalk`.
 *
 * @example
 * ```ts
 * import { createEnvironmentInjector, type EnvironmentInjector, Injector, runInInjectionContext } from '@angular/core';
 * import { injectPagewalk } from 'pagewalk/angular';
 * import { PagewalkTesting, providePagewalkTesting } from 'pagewalk/angular/testing';
 * import { paged } from 'pagewalk/testing';
 * import { issues, site } from './api.js';
 *
 * const parent = Injector.create({ providers: [] }) as EnvironmentInjector;
 * const found = [1, 2].map((id) => ({ id, title: `Issue ${id}`, updated_at: '' }));
 * const routes = { 'GET /repos/{owner}/{repo}/issues': paged(found, { size: 1, body: ({ items }) => items }) };
 * const injector = createEnvironmentInjector([providePagewalkTesting({ routes })], parent);
 * const client = runInInjectionContext(injector, injectPagewalk);
 * client.objects(issues, site).subscribe((result) => console.log(result._tag));
 * const service = injector.get(PagewalkTesting);
 * service.send({ page: 1 });
 * await service.requested({ page: 2 });
 * service.fail(503);
 * // Logs:
 * // Right
 * // Left
 * ```
 *
 * @see PagewalkTesting
 * @since 0.1.0
 */
export const providePagewalkTesting = (
  { pages, routes, atOnce, ...config }: PagewalkTestingOptions,
  ...features: ReadonlyArray<PagewalkFeature>
): EnvironmentProviders => {
  const service = scriptedService({ pages, routes, atOnce });
  return makeEnvironmentProviders([
    { provide: PagewalkTesting, useValue: service },
    { provide: IN_TEST, useValue: true },
    providePagewalk({ retry: false, ...config, transport: service.transport }, ...features),
  ]);
};
