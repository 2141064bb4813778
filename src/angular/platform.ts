import { isPlatformServer } from '@angular/common';
import { InjectionToken, type Injector, PendingTasks, PLATFORM_ID } from '@angular/core';

/** Whether the application is rendered on a server. An injector that stands alone, as in a test, says nothing of it. */
export const isOnServer = (injector: Injector): boolean =>
  isPlatformServer(injector.get(PLATFORM_ID, null, { optional: true }) ?? {});

/** Whether a test waits for lists as a render on the server does. */
export const IN_TEST = new InjectionToken<boolean>('whether a test waits for lists');

/**
 * What keeps an application from being stable while a list loads: on the server, which renders it then, and in tests. In a
 * browser Angular waits for stability before it removes what the server has rendered and what is no longer needed.
 */
export const pendingTasks = (injector: Injector): PendingTasks | null =>
  isOnServer(injector) || injector.get(IN_TEST, false) ? injector.get(PendingTasks, null, { optional: true }) : null;
