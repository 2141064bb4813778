import { createClient } from '@osdk/client';
import { objectType, ontologyRid } from '../paths.mjs';

const Thing = {
  type: 'object',
  apiName: objectType,
  primaryKeyApiName: 'id',
  primaryKeyType: 'double',
  osdkMetadata: { extraUserAgent: '' },
};

/** A client asks for the description of a type once; a program has one client. */
const clients = new Map();
const clientOf = (url) => {
  const client = clients.get(url) ?? createClient(url, ontologyRid, () => Promise.resolve('token'));
  clients.set(url, client);
  return client;
};

/** The platform vendor's own client. It has a wire format of its own; the server gives it the same objects in that. */
export const read = async ({ url, course }, { take }) => {
  for await (const object of clientOf(url)(Thing).asyncIter({ $pageSize: course.pageSize })) {
    take({ properties: object });
  }
};
