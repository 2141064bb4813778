import { setTimeout as wait } from 'node:timers/promises';

/** Waits for something that other processes and the disk bring about; mocha's own timeout ends it if it never comes. */
export const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await wait(1);
};
