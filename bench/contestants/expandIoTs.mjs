import { codecOf } from '../codecs.mjs';
import { E, pipe, rxjs } from '../product.mjs';
import { axiosPage } from './axiosPage.mjs';

const { concatMap, defer, EMPTY, expand, from, map } = rxjs;

/** The recipe for paging that RxJS's documentation and most articles give, with io-ts for every object. */
export const read = (lane, { take, refuse }) => {
  const fetchPage = axiosPage(lane);
  const codec = codecOf(lane.course);

  const decode = (record) =>
    pipe(
      codec.decode(record.properties),
      E.bimap(
        (errors) => ({ errors, record }),
        (properties) => ({ ...record, properties }),
      ),
    );

  return new Promise((resolve, reject) => {
    defer(() => fetchPage())
      .pipe(
        expand(({ nextPageToken }) => (nextPageToken ? fetchPage(nextPageToken) : EMPTY)),
        concatMap(({ data }) => from(data)),
        map(decode),
      )
      .subscribe({
        next: (result) => (E.isRight(result) ? take(result.right) : refuse(result.left.record)),
        error: reject,
        complete: resolve,
      });
  });
};
