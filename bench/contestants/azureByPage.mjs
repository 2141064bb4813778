import { azurePages } from './azurePages.mjs';

/** Page by page, which is the faster of its ways. */
export const read = async (lane, { take }) => {
  for await (const records of azurePages(lane).byPage()) {
    for (const record of records) {
      const pause = take(record);
      if (pause !== undefined) await pause;
    }
  }
};
