import { codecOf } from '../codecs.mjs';
import { apiFamily, objectType, ontologyRid } from '../paths.mjs';
import { E, pagewalk, rxjs } from '../product.mjs';

const { axiosTransport, createClient, listObjects, orThrow, searchObjects, toAsyncIterable, withValve } = pagewalk;
const { bufferCount, lastValueFrom } = rxjs;

/** A program has one client for a service, however many walks it takes. */
const clients = new Map();
const clientOf = (transport, url) => {
  const key = `${transport.name} ${url}`;
  const client = clients.get(key) ?? createClient({ transport: transport({ baseURL: url }) });
  clients.set(key, client);
  return client;
};

const walkOf =
  (kind) =>
  ({ course, url }, { readAhead = 0, transport = axiosTransport }) =>
  (valve) => {
    const { pageSize, revision } = course;
    const options = { objectType, properties: codecOf(course), readAhead, valve };
    const client = clientOf(transport, url);
    return revision === '2.0'
      ? client[kind](searchObjects, { apiFamily, query: { type: 'empty' }, ...options })
      : client[kind](listObjects, { ontologyRid, pageSize, ...options });
  };
const objectsOf = walkOf('objects');
const pagesOf = walkOf('pages');

const look = (result, { take, refuse }) => {
  if (E.isRight(result)) return take(result.right);
  if (result.left._tag !== 'InvalidObject') throw new Error(result.left._tag);
  return refuse(result.left.record);
};

/** Every object is checked and arrives as an Either; each Left and each Right is looked at. */
export const pagewalkReader = (options) => (lane, consumer) => {
  const objects = objectsOf(lane, options);
  const { pageSize, work } = lane.course;

  // The mark counts what enters the valve: batches here, so that 1 is one page.
  if (work?.kind === 'waits') {
    return lastValueFrom(
      withValve({ highWaterMark: 1 }, (valve) =>
        objects(valve).pipe(orThrow(), bufferCount(pageSize), valve.concatMap(consumer.takeBatch)),
      ),
    );
  }
  return new Promise((resolve, reject) => {
    objects().subscribe({
      next: (result) => {
        look(result, consumer);
      },
      error: reject,
      complete: resolve,
    });
  });
};

/** The same, read with `for await`. */
export const pagewalkIterator = (options) => async (lane, consumer) => {
  for await (const result of toAsyncIterable(objectsOf(lane, options))) {
    const pause = look(result, consumer);
    if (pause !== undefined) await pause;
  }
};

/** Page by page, with `for await` too. */
export const pagewalkPageIterator = (options) => async (lane, consumer) => {
  for await (const page of toAsyncIterable(pagesOf(lane, options))) {
    if (E.isLeft(page)) throw new Error(page.left._tag);
    for (const result of page.right.data) {
      const pause = look(result, consumer);
      if (pause !== undefined) await pause;
    }
  }
};
