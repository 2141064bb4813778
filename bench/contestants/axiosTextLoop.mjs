import { axios } from '../product.mjs';
import { listPath } from '../paths.mjs';

/** The bare loop of someone who writes the query string by hand, which spares axios some work. */
export const read = async ({ url, course }, { take }) => {
  const first = `${url}${listPath}?pageSize=${course.pageSize}`;
  let pageToken;
  do {
    const next =
      pageToken === undefined ? first : `${first}&pageToken=${encodeURIComponent(pageToken)}`;
    const { data } = await axios.get(next);
    for (const record of data.data) take(record);
    pageToken = data.nextPageToken;
  } while (pageToken);
};
