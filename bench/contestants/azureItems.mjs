import { getPagedAsyncIterator } from '@azure/core-paging';
import { axiosPage } from './axiosPage.mjs';

/** The paging of the Azure SDKs, over axios: object by object, which is how its documentation begins. */
export const read = async (lane, { take }) => {
  const fetchPage = axiosPage(lane);
  const records = getPagedAsyncIterator({
    firstPageLink: '',
    getPage: async (pageLink) => {
      const { data, nextPageToken } = await fetchPage(pageLink === '' ? undefined : pageLink);
      return { page: data, nextPageLink: nextPageToken };
    },
  });
  for await (const record of records) take(record);
};
