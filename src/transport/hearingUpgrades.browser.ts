import type { Sender } from './hearingUpgrades';

/** A browser has no request of Node's to listen to, and shows no response with the status 101. */
export const hearingUpgrades = (): Sender | undefined => undefined;

export const refuseUpgrade = (): void => undefined;
