import type { ObjectQueryFeature } from './ObjectQueryFeature';
import { createSession, SESSION } from './session/Session';

/**
 * Keeps the users of an application apart: when this says somebody else, the session before is over.
 *
 * The function reads signals, and may inject. What it returns is compared with `Object.is`; undefined and null mean that
 * no user is signed in. When the session is over, the client forgets its credentials, lists that are kept are dropped, walks
 * end with `Unauthorized`, and lists on the screen are emptied. They begin again for the next user, and ask for nothing
 * while there is none. Clients of routes belong to the same session.
 *
 * @example
 * ```ts
 * import '@angular/compiler';
 * import { provideHttpClient, withFetch } from '@angular/common/http';
 * import { inject, signal } from '@angular/core';
 * import { bearer } from 'pagewalk';
 * import { provideObjectQuery, withSession } from 'pagewalk/angular';
 *
 * class Account {
 *   readonly userId = signal<string | undefined>(undefined);
 *   readonly token = (): Promise<string> => Promise.resolve('secret');
 * }
 *
 * const providers = [
 *   Account,
 *   provideHttpClient(withFetch()),
 *   provideObjectQuery(
 *     () => {
 *       const account = inject(Account);
 *       return { baseURL: 'https://objects.example.com', auth: bearer(() => account.token()) };
 *     },
 *     withSession(() => inject(Account).userId()),
 *   ),
 * ];
 * ```
 *
 * @see injectListCache
 * @since 0.2.0
 */
export const withSession = (user: () => unknown): ObjectQueryFeature => ({
  kind: 'Session',
  providers: [{ provide: SESSION, useFactory: () => createSession(user) }],
});
