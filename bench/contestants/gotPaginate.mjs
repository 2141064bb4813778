import got from 'got';
import { listPath } from '../paths.mjs';

/** got's own pagination. */
export const read = async ({ url, course }, { take }) => {
  const records = got.paginate(url + listPath, {
    searchParams: { pageSize: course.pageSize },
    responseType: 'json',
    pagination: {
      transform: ({ body }) => body.data,
      paginate: ({ response }) => {
        const { nextPageToken: pageToken } = response.body;
        return pageToken ? { searchParams: { pageSize: course.pageSize, pageToken } } : false;
      },
    },
  });
  for await (const record of records) take(record);
};
