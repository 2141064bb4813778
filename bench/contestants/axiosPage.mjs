import { axios } from '../product.mjs';
import { listPath } from '../paths.mjs';

/** Asks for a page with axios as it comes, the way its documentation shows. Several contestants stand on it. */
export const axiosPage =
  ({ url, course: { pageSize } }) =>
  async (pageToken) =>
    (await axios.get(url + listPath, { params: { pageSize, pageToken } })).data;
