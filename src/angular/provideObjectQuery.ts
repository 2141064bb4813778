import { type EnvironmentProviders, ErrorHandler, inject, makeEnvironmentProviders } from '@angular/core';
import { type ClientConfig, createClient } from '../client/createClient';
import { checkBaseURL } from '../transport/checkBaseURL';
import { httpClientTransport, type HttpClientTransportOptions } from './httpClientTransport';
import { objectQuery } from './objectQuery';
import { tellingAuth } from './tellingAuth';

type WithoutTransport = Omit<ClientConfig, 'transport'>;

/**
 * What `provideObjectQuery` makes a client of: the config of `createClient`, where a `baseURL` stands for a transport over
 * `HttpClient`.
 *
 * @since 0.1.0
 */
export type ObjectQueryConfig =
  | (WithoutTransport & HttpClientTransportOptions & { readonly transport?: never })
  | (ClientConfig & { readonly [Option in keyof HttpClientTransportOptions]?: never });

const hasTransport = (config: ObjectQueryConfig): config is ObjectQueryConfig & ClientConfig =>
  config.transport !== undefined;

/**
 * Provides the client that `injectObjectQuery` gives, to an application or to a route.
 *
 * A function runs in the injection context: there one injects what the credential comes from. Why a credential source
 * failed is told to Angular's `ErrorHandler`, and nobody else: the list says `Unauthorized`. `polite` goes around the
 * transport: `transport: polite({ concurrent: 8 })(httpClientTransport({ baseURL }))` in place of the `baseURL`, which a
 * function can say and a plain config cannot.
 *
 * @example
 * ```ts
 * import '@angular/compiler';
 * import { provideHttpClient, withFetch } from '@angular/common/http';
 * import { type ApplicationConfig, inject } from '@angular/core';
 * import { bearer } from 'pagewalk';
 * import { provideObjectQuery } from 'pagewalk/angular';
 *
 * class Session {
 *   readonly token = (): Promise<string> => Promise.resolve('secret');
 * }
 *
 * const appConfig: ApplicationConfig = {
 *   providers: [
 *     Session,
 *     provideHttpClient(withFetch()),
 *     provideObjectQuery(() => {
 *       const session = inject(Session);
 *       return { baseURL: 'https://objects.example.com', auth: bearer(() => session.token()) };
 *     }),
 *   ],
 * };
 * ```
 *
 * @see injectObjectQuery
 * @since 0.1.0
 */
export const provideObjectQuery = (config: ObjectQueryConfig | (() => ObjectQueryConfig)): EnvironmentProviders => {
  // What is known already need not wait until somebody injects the client.
  if (typeof config === 'object' && !hasTransport(config)) checkBaseURL(config.baseURL, true);
  return makeEnvironmentProviders([
    {
      provide: objectQuery,
      useFactory: () => {
        const read = typeof config === 'function' ? config() : config;
        const transport = hasTransport(read) ? read.transport : httpClientTransport(read);
        // An injector that stands alone, as in a test, has none.
        const handler = inject(ErrorHandler, { optional: true });
        const auth = read.auth && handler ? tellingAuth(read.auth, handler) : read.auth;
        return createClient({ ...read, transport, auth });
      },
    },
  ]);
};
