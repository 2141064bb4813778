import { InjectionToken } from '@angular/core';
import type { Client } from '../../client/Client';
import type { ClientConfig } from '../../client/createClient';
import type { Demand } from '../../walk/Demand';

/** How the first pages of lists travel from the server to the browser. `withTransferState` makes it. */
export interface Transfer {
  /** On the server: sees the pages as they came, before a codec reads them. */
  readonly ofConfig: <C extends ClientConfig>(config: C) => C;
  readonly ofClient: (client: Client) => Client;
}

export const transfer = new InjectionToken<Transfer>('how pages of pagewalk travel');

/** The demand of lists, by which their walks are known: a walk on its own begins again in the browser. */
export const demandOfLists = new WeakSet<Demand>();

/** The demand of walks that began with a page that has travelled. What follows it has to be asked for again. */
export const demandAfterTransfer = new WeakSet<Demand>();
