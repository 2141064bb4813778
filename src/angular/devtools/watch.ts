import { InjectionToken } from '@angular/core';
import type { Client } from '../../client/Client';

/** Is given each client that is made. */
export type Watch = (client: Client) => void;

/**
 * What shows the walks of a client. It stands apart from what does that: a production build has the token, and nothing that is
 * provided for it.
 */
export const DEVTOOLS = new InjectionToken<Watch>('what shows the walks of pagewalk');
