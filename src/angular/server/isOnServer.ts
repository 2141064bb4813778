import { isPlatformServer } from '@angular/common';
import { type Injector, PLATFORM_ID } from '@angular/core';

/** Whether the application is rendered on a server. An injector that stands alone, as in a test, says nothing of it. */
export const isOnServer = (injector: Injector): boolean =>
  isPlatformServer(injector.get(PLATFORM_ID, null, { optional: true }) ?? {});
