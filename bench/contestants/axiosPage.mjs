import { axios } from '../product.mjs';
import { listPath, searchPath } from '../paths.mjs';

/** Asks for a page with axios as it comes, the way its documentation shows. Several contestants stand on it. */
export const axiosPage = ({ url, course }) => {
  const { pageSize, revision } = course;
  return async (pageToken) => {
    const { data } =
      revision === '2.0'
        ? await axios.post(url + searchPath, { query: { type: 'empty' }, pageToken })
        : await axios.get(url + listPath, { params: { pageSize, pageToken } });
    return data;
  };
};
