import { codecOf } from '../codecs.mjs';
import { E, pipe, rxjs } from '../product.mjs';
import { axiosPage } from './axiosPage.mjs';

const { bufferCount, concatMap, defer, EMPTY, expand, from, lastValueFrom, map } = rxjs;

/** The recipe for paging that RxJS's documentation and most articles give, with io-ts for every object. */
export const read = (lane, { take, refuse, takeBatch }) => {
  const { course } = lane;
  const fetchPage = axiosPage(lane);
  const codec = codecOf(course);

  const decode = (record) =>
    pipe(
      codec.decode(record.properties),
      E.bimap(
        (errors) => ({ errors, record }),
        (properties) => ({ ...record, properties }),
      ),
    );

  const objects$ = defer(() => fetchPage()).pipe(
    expand(({ nextPageToken }) => (nextPageToken ? fetchPage(nextPageToken) : EMPTY)),
    concatMap(({ data }) => from(data)),
    map(decode),
  );

  if (course.work !== undefined) {
    return lastValueFrom(
      objects$.pipe(
        map((result) => result.right),
        bufferCount(course.pageSize),
        concatMap(takeBatch),
      ),
    );
  }
  return new Promise((resolve, reject) => {
    objects$.subscribe({
      next: (result) => (E.isRight(result) ? take(result.right) : refuse(result.left.record)),
      error: reject,
      complete: resolve,
    });
  });
};
