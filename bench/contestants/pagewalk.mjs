import { codecOf } from '../codecs.mjs';
import { objectType, ontologyRid } from '../paths.mjs';
import { E, pagewalk } from '../product.mjs';

const { axiosTransport, createClient, toAsyncIterable } = pagewalk;

/** A program has one client for a service, however many walks it takes. */
const clients = new Map();
const clientOf = (transport, url) => {
  const key = `${transport.name} ${url}`;
  const client = clients.get(key) ?? createClient({ transport: transport({ baseURL: url }) });
  clients.set(key, client);
  return client;
};

const objectsOf =
  ({ course, url }, { readAhead = 0, transport = axiosTransport }) =>
  (valve) => {
    const properties = codecOf(course);
    const { pageSize } = course;
    return clientOf(transport, url).list({
      ontologyRid,
      objectType,
      pageSize,
      properties,
      readAhead,
      valve,
    });
  };

const look = (result, { take, refuse }) => {
  if (E.isRight(result)) take(result.right);
  else if (result.left._tag === 'InvalidObject') refuse(result.left.record);
  else throw new Error(result.left._tag);
};

/** Every object is checked and arrives as an Either; each Left and each Right is looked at. */
export const pagewalkReader = (options) => (lane, consumer) =>
  new Promise((resolve, reject) => {
    objectsOf(lane, options)().subscribe({
      next: (result) => look(result, consumer),
      error: reject,
      complete: resolve,
    });
  });

/** The same, read with `for await`. */
export const pagewalkIterator = (options) => async (lane, consumer) => {
  for await (const result of toAsyncIterable(objectsOf(lane, options))) look(result, consumer);
};
