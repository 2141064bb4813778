// An outbox by ActivityPub, in memory: node activitypub.mjs PORT IDS
import { Create, createFederation, MemoryKvStore, Person } from '@fedify/fedify';
import { getRequestListener } from '@hono/node-server';
import { createServer } from 'node:http';
import { URL } from 'node:url';

const [port, given] = process.argv.slice(2);
let ids = JSON.parse(given);
const size = 4;
const federation = createFederation({ kv: new MemoryKvStore() });
federation.setActorDispatcher(
  '/users/{identifier}',
  (context, identifier) =>
    new Person({ id: context.getActorUri(identifier), preferredUsername: identifier }),
);
federation
  .setOutboxDispatcher('/users/{identifier}/outbox', (_, __, cursor) => {
    if (cursor === null) return null;
    const at = Number(cursor);
    const items = ids
      .slice(at, at + size)
      .map((id) => new Create({ id: new URL(`http://h.example/${id}`) }));
    return { items, nextCursor: at + size < ids.length ? String(at + size) : null };
  })
  .setFirstCursor(() => '0')
  .setCounter(() => ids.length);
const answer = getRequestListener((request) =>
  federation.fetch(request, { contextData: undefined }),
);
createServer((request, response) => {
  if (request.method !== 'DELETE') return answer(request, response);
  ids = ids.filter((id) => !request.url.endsWith(id));
  return response.end();
}).listen(Number(port), '127.0.0.1');
