import { azurePages } from './azurePages.mjs';

/** Object by object, which is how its documentation begins. */
export const read = async (lane, { take }) => {
  for await (const record of azurePages(lane)) {
    const pause = take(record);
    if (pause !== undefined) await pause;
  }
};
