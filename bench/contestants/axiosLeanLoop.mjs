import { axios } from '../product.mjs';
import { listPath } from '../paths.mjs';

/** The bare loop of someone who knows what Pagewalk knows of axios: no redirects, no transforms, no merging of params. */
const settings = { maxRedirects: 0, responseType: 'text', transformResponse: (text) => text };

export const read = async ({ url, course }, { take }) => {
  const first = `${url}${listPath}?pageSize=${course.pageSize}`;
  let pageToken;
  do {
    const next = pageToken === undefined ? first : `${first}&pageToken=${encodeURIComponent(pageToken)}`;
    const response = await axios.get(next, settings);
    const { data, nextPageToken } = JSON.parse(response.data);
    for (const record of data) take(record);
    pageToken = nextPageToken;
  } while (pageToken);
};
