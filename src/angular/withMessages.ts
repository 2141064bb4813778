import { InjectionToken } from '@angular/core';
import type { Messages } from './messageFor';
import type { ObjectQueryFeature } from './ObjectQueryFeature';

export const MESSAGES = new InjectionToken<Partial<Messages>>('the messages of pagewalk');

/**
 * Gives an application its own sentences for errors. `injectMessageFor` uses them.
 *
 * A function runs in the injection context, where it can inject what a translation comes from. Texts that are not given stay
 * English.
 *
 * @example
 * ```ts
 * import '@angular/compiler';
 * import { provideHttpClient, withFetch } from '@angular/common/http';
 * import { type ApplicationConfig } from '@angular/core';
 * import { provideObjectQuery, withMessages } from 'pagewalk/angular';
 *
 * const appConfig: ApplicationConfig = {
 *   providers: [
 *     provideHttpClient(withFetch()),
 *     provideObjectQuery(
 *       { baseURL: 'https://objects.example.com' },
 *       withMessages({
 *         offline: () => 'Der Dienst ist nicht erreichbar. Sind Sie mit dem Internet verbunden?',
 *         limit: ({ objects }, format) => `Der Dienst zeigt nur die ersten ${format(objects)}.`,
 *       }),
 *     ),
 *   ],
 * };
 * ```
 *
 * @see injectMessageFor
 * @since 0.1.0
 */
export const withMessages = (
  messages: Partial<Messages> | (() => Partial<Messages>),
): ObjectQueryFeature<'Messages'> => ({
  kind: 'Messages',
  providers: [{ provide: MESSAGES, useFactory: () => (typeof messages === 'function' ? messages() : messages) }],
});
