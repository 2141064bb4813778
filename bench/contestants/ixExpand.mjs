import { defer, empty, from } from 'ix/asynciterable';
import { concatMap, expand } from 'ix/asynciterable/operators';
import { axiosPage } from './axiosPage.mjs';

/** IxJS: the recipe of RxJS, pulled instead of pushed. */
export const read = async (lane, { take }) => {
  const fetchPage = axiosPage(lane);
  const records = defer(() => from(fetchPage())).pipe(
    expand(({ nextPageToken }) => (nextPageToken ? from(fetchPage(nextPageToken)) : empty())),
    concatMap(({ data }) => from(data)),
  );
  for await (const record of records) take(record);
};
