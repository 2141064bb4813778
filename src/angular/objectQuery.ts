import { InjectionToken } from '@angular/core';
import type { Client } from '../client/Client';

/** The client of an application, or of a part of it. */
export const objectQuery = new InjectionToken<Client>('the client of pagewalk');
