import type { Sender } from './hearingUpgrades';

/** A browser has no request of Node's to listen to. */
export const hearingUpgrades = (): Sender | undefined => undefined;
