import { getPagedAsyncIterator } from '@azure/core-paging';
import { axiosPage } from './axiosPage.mjs';

/** The paging of the Azure SDKs, over axios. */
export const azurePages = (lane) => {
  const fetchPage = axiosPage(lane);
  return getPagedAsyncIterator({
    firstPageLink: '',
    getPage: async (pageLink) => {
      const { data, nextPageToken } = await fetchPage(pageLink === '' ? undefined : pageLink);
      return { page: data, nextPageLink: nextPageToken };
    },
  });
};
