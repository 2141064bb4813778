import { axiosPage } from './axiosPage.mjs';

/** What everything is compared to: a loop over axios as it comes. It checks nothing and handles no failure. */
export const read = async (lane, { take }) => {
  const fetchPage = axiosPage(lane);
  let pageToken;
  do {
    const { data, nextPageToken } = await fetchPage(pageToken);
    for (const record of data) take(record);
    pageToken = nextPageToken;
  } while (pageToken);
};
