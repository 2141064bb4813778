import {
  DestroyRef,
  type EnvironmentProviders,
  ErrorHandler,
  inject,
  InjectionToken,
  Injector,
  makeEnvironmentProviders,
} from '@angular/core';
import type { Client } from '../client/Client';
import { type ClientConfig, createClient } from '../client/createClient';
import { checkBaseURL } from '../transport/checkBaseURL';
import { httpClientTransport, type HttpClientTransportOptions } from './http/httpClientTransport';
import { OBJECT_QUERY } from './injectObjectQuery';
import { DEVTOOLS, type ObjectQueryFeature, SESSION, TRANSFER } from './ObjectQueryFeature';
import { isOnServer } from './platform';
import { checkOwnAuth, leavesToBrowser, renderedConfig } from './server/renderedConfig';

/** @inline */
interface RenderOptions {
  /**
   * For how many milliseconds a render on the server waits for pages, all of its walks together. Then those that are under
   * way end with `TimedOut`, and lists stay `loading` for the browser to continue. Default 2,000; 0 for no limit.
   */
  readonly renderWithin?: number | undefined;
  /**
   * Whether walks run where a page is rendered without a request, as at build time. Default false: lists are left to the
   * browser, and a warning says so.
   */
  readonly prerender?: boolean | undefined;
}

/**
 * What `provideObjectQuery` makes a client of: the config of `createClient`. A `baseURL` stands for a transport over
 * `HttpClient`.
 *
 * @since 0.1.0
 */
export type ObjectQueryConfig = RenderOptions &
  (
    | (Omit<ClientConfig, 'transport'> & HttpClientTransportOptions & { readonly transport?: never })
    | (ClientConfig & { readonly [Option in keyof HttpClientTransportOptions]?: never })
  );

const hasTransport = (config: ObjectQueryConfig): config is ObjectQueryConfig & ClientConfig =>
  config.transport !== undefined;

/** How many clients are above this one, as those of the application and of parent routes. */
const DEPTH = new InjectionToken<number>('the depth of a client of pagewalk');

const clientOf = (given: ObjectQueryConfig | (() => ObjectQueryConfig)): Client => {
  const config = typeof given === 'function' ? given() : given;
  const transport = hasTransport(config) ? config.transport : httpClientTransport(config);
  // An injector that stands alone, as in a test, has none.
  const handler = inject(ErrorHandler, { optional: true });
  const failures = config.auth?.failures.subscribe((thrown) => handler?.handleError(thrown));
  inject(DestroyRef).onDestroy(() => failures?.unsubscribe());
  const transfer = inject(TRANSFER, { optional: true });
  let read: ClientConfig = { ...config, transport };
  // Angular's build sets the constant, and leaves out of the bundle for the browser what is for the server only.
  if ((typeof ngServerMode === 'undefined' || ngServerMode) && isOnServer(inject(Injector))) {
    checkOwnAuth(config.auth, config === given);
    const { renderWithin = 2_000, prerender = false } = config;
    read = renderedConfig(read, renderWithin, leavesToBrowser(prerender));
  }
  const made = createClient(read);
  const client = transfer?.(made, read.numbers, inject(DEPTH)) ?? made;
  inject(DEVTOOLS, { optional: true })?.(client);
  return inject(SESSION, { optional: true })?.bind(client) ?? client;
};

/**
 * Provides the client that `injectObjectQuery` gives, to an application or to a route.
 *
 * A function runs in the injection context, where it can inject what the credential comes from. Why a credential source
 * failed goes to Angular's `ErrorHandler` and nowhere else: the list says `Unauthorized`. `polite` wraps the transport:
 * `transport: polite({ concurrent: 8 })(httpClientTransport({ baseURL }))` instead of the `baseURL`. That needs a function,
 * because `httpClientTransport` needs the injection context.
 *
 * @example
 * ```ts
 * import '@angular/compiler';
 * import { provideHttpClient, withFetch } from '@angular/common/http';
 * import { inject } from '@angular/core';
 * import { bearer } from 'pagewalk';
 * import { provideObjectQuery } from 'pagewalk/angular';
 *
 * class Session {
 *   readonly token = (): Promise<string> => Promise.resolve('secret');
 * }
 *
 * const providers = [
 *   Session,
 *   provideHttpClient(withFetch()),
 *   provideObjectQuery(() => {
 *     const session = inject(Session);
 *     return { baseURL: 'https://objects.example.com', auth: bearer(() => session.token()) };
 *   }),
 * ];
 * ```
 *
 * @see injectObjectQuery
 * @since 0.1.0
 */
export const provideObjectQuery = (
  config: ObjectQueryConfig | (() => ObjectQueryConfig),
  ...features: ReadonlyArray<ObjectQueryFeature>
): EnvironmentProviders => {
  // What is known already need not wait until somebody injects the client.
  if (typeof config === 'object' && !hasTransport(config)) checkBaseURL(config.baseURL, true);
  const twice = features.find(({ kind }, index) => features.findIndex((other) => other.kind === kind) < index);
  if (twice !== undefined) throw new Error(`provideObjectQuery was given with${twice.kind} twice`);
  return makeEnvironmentProviders([
    ...features.flatMap(({ providers }) => providers),
    { provide: DEPTH, useFactory: () => (inject(DEPTH, { optional: true, skipSelf: true }) ?? -1) + 1 },
    { provide: OBJECT_QUERY, useFactory: () => clientOf(config) },
  ]);
};
