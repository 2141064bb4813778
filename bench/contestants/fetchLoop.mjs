import { listPath, searchPath } from '../paths.mjs';

const fetchPage = async ({ url, course }, pageToken) => {
  if (course.revision === '2.0') {
    const body = JSON.stringify({ query: { type: 'empty' }, pageToken });
    const headers = { 'content-type': 'application/json' };
    return (await globalThis.fetch(url + searchPath, { method: 'POST', headers, body })).json();
  }
  const query = new globalThis.URLSearchParams({ pageSize: course.pageSize, ...(pageToken && { pageToken }) });
  return (await globalThis.fetch(`${url}${listPath}?${query}`)).json();
};

/** The platform's own fetch, in a loop. */
export const read = async (lane, { take }) => {
  let pageToken;
  do {
    const { data, nextPageToken } = await fetchPage(lane, pageToken);
    for (const record of data) take(record);
    pageToken = nextPageToken;
  } while (pageToken);
};
