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
import { checkKnown } from '../model/optionChecks';
import { checkBaseURL } from '../transport/checkBaseURL';
import { httpClientTransport, type HttpClientTransportOptions } from './http/httpClientTransport';
import { PAGEWALK } from './injectPagewalk';
import { DEVTOOLS, isOnServer, type PagewalkFeature, SESSION, TRANSFER } from './PagewalkFeature';
import { checkOwnAuth, leavesToBrowser, renderedConfig } from './server/renderedConfig';

/** What the client does where a page is rendered on the server. @inline */
interface RenderOptions {
  /**
   * For how many milliseconds a render waits for pages, all of its walks together. Then walks end with `TimedOut`, and lists stay
   * `loading` for the browser to continue. Default 2,000; 0 for no limit.
   */
  readonly within?: number | undefined;
  /** Whether walks run without a request, as at build time. Default false: lists are left to the browser, and a warning says so. */
  readonly prerender?: boolean | undefined;
}

/**
 * Options of `providePagewalk`: those of `createClient`. A `baseURL` stands for a transport over `HttpClient`.
 * @since 0.1.0
 */
export type PagewalkConfig = { readonly server?: RenderOptions | undefined } & (
  | (Omit<ClientConfig, 'transport'> & HttpClientTransportOptions & { readonly transport?: never })
  | (ClientConfig & { readonly [Option in keyof HttpClientTransportOptions]?: never })
);

const checkedConfig = (config: PagewalkConfig): PagewalkConfig => {
  // Angular's build for production sets the constant: by then, names were checked in development.
  if (typeof ngDevMode === 'undefined' || ngDevMode) {
    const forHttp = [
      'baseURL',
      'timeout',
      'maxResponseBytes',
      'withCredentials',
      'context',
      'http',
    ];
    const known = ['server', 'auth', 'retry', 'classify', 'numbers', 'transport', ...forHttp];
    checkKnown('providePagewalk', config, known);
    checkKnown('providePagewalk: server', config.server ?? {}, ['within', 'prerender']);
  }
  if (config.transport === undefined) checkBaseURL(config.baseURL, true);
  return config;
};

/** How many clients are above this one, as those of the application and of parent routes. */
const DEPTH = new InjectionToken<number>('the depth of a client of pagewalk');

const clientFrom = (given: PagewalkConfig | (() => PagewalkConfig)): Client => {
  const config = typeof given === 'function' ? checkedConfig(given()) : given;
  const {
    server,
    auth,
    retry,
    classify,
    numbers,
    transport: own,
    baseURL = '',
    ...options
  } = config;
  // An injector that stands alone, as in a test, has none.
  const handler = inject(ErrorHandler, { optional: true });
  const failures = auth?.failures.subscribe((thrown) => handler?.handleError(thrown));
  inject(DestroyRef).onDestroy(() => failures?.unsubscribe());
  const transfer = inject(TRANSFER, { optional: true });
  const session = inject(SESSION, { optional: true });
  const sent = own ?? httpClientTransport({ baseURL, ...options });
  const transport = session?.check(sent) ?? sent;
  let read: ClientConfig = {
    transport,
    auth: auth && (session?.own(auth) ?? auth),
    retry,
    classify,
    numbers,
  };
  // Angular's build sets the constant, and leaves out of the bundle for the browser what is for the server only.
  if ((typeof ngServerMode === 'undefined' || ngServerMode) && isOnServer(inject(Injector))) {
    checkOwnAuth(auth, config === given);
    const { within = 2_000, prerender = false } = server ?? {};
    read = renderedConfig(read, within, leavesToBrowser(prerender));
  }
  const made = createClient(read);
  const client = transfer?.(made, read.numbers, inject(DEPTH)) ?? made;
  inject(DEVTOOLS, { optional: true })?.(client);
  return session?.bind(client) ?? client;
};

/**
 * Provides the client that `injectPagewalk` returns, to an application or to a route.
 *
 * A function runs in the injection context, where it can inject the source of the credential, or create a transport. What a
 * credential source throws goes to Angular's `ErrorHandler`. Lists show its status, or the plain words of its first line.
 *
 * @example
 * ```ts
 * import { provideHttpClient, withFetch } from '@angular/common/http';
 * import { bearer } from 'pagewalk';
 * import { providePagewalk } from 'pagewalk/angular';
 *
 * const providers = [
 *   provideHttpClient(withFetch()),
 *   providePagewalk(() => ({ baseURL: 'https://objects.example.com', auth: bearer('secret') })),
 * ];
 * ```
 *
 * @see injectPagewalk
 * @since 0.1.0
 */
export const providePagewalk = (
  config: PagewalkConfig | (() => PagewalkConfig),
  ...features: ReadonlyArray<PagewalkFeature>
): EnvironmentProviders => {
  // What is known already need not wait until somebody injects the client.
  if (typeof config === 'object') checkedConfig(config);
  const twice = features.find(
    ({ kind }, index) => features.findIndex((other) => other.kind === kind) < index,
  );
  if (twice !== undefined) throw new Error(`providePagewalk was given with${twice.kind} twice`);
  return makeEnvironmentProviders([
    ...features.flatMap(({ providers }) => providers),
    {
      provide: DEPTH,
      useFactory: () => (inject(DEPTH, { optional: true, skipSelf: true }) ?? -1) + 1,
    },
    { provide: PAGEWALK, useFactory: () => clientFrom(config) },
  ]);
};
