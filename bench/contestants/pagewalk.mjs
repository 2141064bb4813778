import { codecOf } from '../codecs.mjs';
import { objectType, ontologyRid } from '../paths.mjs';
import { E, pagewalk, pagewalkNode } from '../product.mjs';

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
  ({ course, url }, { readAhead = 0, isOverUndici = false }) =>
  (valve) => {
    const transport = isOverUndici ? pagewalkNode().undiciTransport : axiosTransport;
    return clientOf(transport, url).list({
      ontologyRid,
      objectType,
      pageSize: course.pageSize,
      properties: codecOf(course),
      readAhead,
      valve,
    });
  };

const look = (result, { take, refuse }) => {
  if (E.isRight(result)) take(result.right);
  else if (result.left._tag === 'InvalidObject') refuse(result.left.record);
  else throw new Error(result.left._tag);
};

/** Reads with `for await`. */
const iterate = async (objects, consumer) => {
  for await (const result of toAsyncIterable(objects)) look(result, consumer);
};

/** Reads with a subscription. */
const subscribe = (objects, consumer) =>
  new Promise((resolve, reject) => {
    objects().subscribe({
      next: (result) => look(result, consumer),
      error: reject,
      complete: resolve,
    });
  });

/** Every object is checked and arrives as an Either; each Left and each Right is looked at. */
export const pagewalkReader =
  ({ isForAwait = false, ...options }) =>
  (lane, consumer) =>
    (isForAwait ? iterate : subscribe)(objectsOf(lane, options), consumer);
