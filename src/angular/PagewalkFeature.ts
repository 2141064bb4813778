import { isPlatformServer } from '@angular/common';
import {
  InjectionToken,
  type Injector,
  PendingTasks,
  PLATFORM_ID,
  type Provider,
} from '@angular/core';
import type { Observable } from 'rxjs';
import type { Auth } from '../client/credentials/Auth';
import type { Client } from '../client/Client';
import type { GivenNumbers } from '../model/records/Numbers';
import type { Transport } from '../transport/Transport';

/** Something that `providePagewalk` adds to a client. `withSession`, `withListCache` and others return one. @since 0.1.0 */
export interface PagewalkFeature {
  readonly kind: 'Devtools' | 'ListCache' | 'Messages' | 'Session' | 'TransferState';
  readonly providers: ReadonlyArray<Provider>;
}

// The tokens stand apart from what is provided for them: an application without a feature does not load it.

/** Called with each new client, to show its walks. */
export const DEVTOOLS = new InjectionToken<(client: Client) => void>(
  'what shows the walks of pagewalk',
);

/** Makes a client whose first pages travel from the server to the browser. The depth tells the client of a route from that above it. */
export type Transfer = (client: Client, numbers: GivenNumbers, depth: number) => Client;

export const TRANSFER = new InjectionToken<Transfer>('how pages of pagewalk travel');

export interface Session {
  readonly user: () => unknown;
  /** Whether a user is signed in. The first call after a change notices it and notifies all others. */
  readonly isOpen: () => boolean;
  readonly changes: Observable<void>;
  /** A client whose walks are those of one session, and that forgets what it knows when that is over. */
  readonly bind: (client: Client) => Client;
  /** Sends no token of another user: a source that goes by a cookie may give that of one who has signed in elsewhere. */
  readonly own: (auth: Auth) => Auth;
  /** A transport that hands on no response which belongs to another user. */
  readonly check: (transport: Transport) => Transport;
}

export const SESSION = new InjectionToken<Session>('the session of pagewalk');

/** Whether the application is rendered on a server. An injector that stands alone, as in a test, says nothing of it. */
export const isOnServer = (injector: Injector): boolean =>
  (typeof ngServerMode === 'undefined' || ngServerMode) &&
  isPlatformServer(injector.get(PLATFORM_ID, null, { optional: true }) ?? {});

/** Whether a test waits for lists as a render on the server does. */
export const IN_TEST = new InjectionToken<boolean>('whether a test waits for lists');

/**
 * What keeps an application from being stable while a list loads: on a server and in tests. A browser is left alone: Angular waits
 * there before it removes what the server has rendered and nobody needs.
 */
export const pendingTasks = (injector: Injector): PendingTasks | null =>
  isOnServer(injector) || injector.get(IN_TEST, false)
    ? injector.get(PendingTasks, null, { optional: true })
    : null;
