import { codecOf } from '../codecs.mjs';
import { apiFamily, objectType, ontologyRid } from '../paths.mjs';
import { E, pagewalk, rxjs } from '../product.mjs';

const { axiosTransport, createClient, orThrow, withValve } = pagewalk;
const { bufferCount, lastValueFrom } = rxjs;

/** A program has one client for a service, however many walks it takes. */
const clients = new Map();
const clientOf = (url) => {
  const client = clients.get(url) ?? createClient({ transport: axiosTransport({ baseURL: url }) });
  clients.set(url, client);
  return client;
};

/** Every object is checked and arrives as an Either; each Left and each Right is looked at. */
export const pagewalkReader =
  (readAhead) =>
  (lane, { take, refuse, takeBatch }) => {
    const { course, url } = lane;
    const { pageSize, revision } = course;
    const client = clientOf(url);
    const properties = codecOf(course);

    const objects = (valve) =>
      revision === '2.0'
        ? client.search({ apiFamily, objectType, properties, readAhead, valve })
        : client.list({ ontologyRid, objectType, pageSize, properties, readAhead, valve });

    // The mark counts what enters the valve: batches here, so that 1 is one page.
    if (course.work?.kind === 'waits') {
      return lastValueFrom(
        withValve({ highWaterMark: 1 }, (valve) =>
          objects(valve).pipe(orThrow(), bufferCount(pageSize), valve.concatMap(takeBatch)),
        ),
      );
    }
    return new Promise((resolve, reject) => {
      objects().subscribe({
        next: (result) => {
          if (E.isRight(result)) take(result.right);
          else if (result.left._tag === 'InvalidObject') refuse(result.left.record);
          else reject(new Error(result.left._tag));
        },
        error: reject,
        complete: resolve,
      });
    });
  };
