import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An object of the service, also one that is gone. */
export interface Thing {
  readonly id: number;
  readonly version: number;
  /** When it changed last. No two changes have the same. */
  readonly tick: number;
  readonly isGone: boolean;
}

const perPage = 10;

interface Asked {
  readonly since: number;
  readonly oldest: number;
  readonly after: number | undefined;
}

interface Listing {
  readonly path: string;
  readonly keyOf: (thing: Thing) => number;
  readonly direction: 1 | -1;
  readonly shows: (thing: Thing, asked: Asked) => boolean;
}

const isChanged = ({ tick }: Thing, { since }: Asked): boolean => tick > since;
const byTick = ({ tick }: Thing): number => tick;

/** How a service may list its objects: by their ids, by their changes in either order, and what has changed since a token. */
const listings: ReadonlyArray<Listing> = [
  { path: '/things', keyOf: ({ id }) => id, direction: 1, shows: ({ isGone }) => !isGone },
  { path: '/rising', keyOf: byTick, direction: 1, shows: isChanged },
  { path: '/falling', keyOf: byTick, direction: -1, shows: isChanged },
  { path: '/latest', keyOf: byTick, direction: -1, shows: () => true },
  {
    path: '/delta',
    keyOf: byTick,
    direction: 1,
    // What went before the oldest token is not known any more.
    shows: (thing, asked) =>
      isChanged(thing, asked) && !(thing.isGone && thing.tick <= asked.oldest),
  },
];

/** A service whose objects change while they are listed. Its cursors and tokens can be made to expire. */
export const startNightsService = async (count: number) => {
  const things = new Map<number, Thing>();
  const state = { tick: 0, generation: 0, oldest: 0 };
  const put = (id: number, version: number, isGone = false): void => {
    state.tick += 1;
    things.set(id, { id, version, tick: state.tick, isGone });
  };
  for (let id = 0; id < count; id += 1) put(id, 1);

  const pageOf = ({ path, keyOf, direction, shows }: Listing, asked: Asked) => {
    const { after = -Infinity * direction } = asked;
    const found = [...things.values()]
      .filter((thing) => (keyOf(thing) - after) * direction > 0 && shows(thing, asked))
      .sort((one, other) => (keyOf(one) - keyOf(other)) * direction);
    const data = found.slice(0, perPage);
    const last = data.at(-1);
    if (last && found.length > perPage) return { data, next: `${state.generation}.${keyOf(last)}` };
    return path === '/delta' ? { data, sync: String(state.tick) } : { data };
  };

  const respond = (address: string): readonly [status: number, body: object] => {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    const listing = listings.find(({ path }) => path === pathname);
    if (!listing) return [404, {}];
    const [generation, after] = searchParams.get('cursor')?.split('.') ?? [];
    if (generation !== undefined && Number(generation) !== state.generation)
      return [400, { error: 'the cursor has expired' }];
    const since = Number(searchParams.get('since') ?? -1);
    if (listing.path === '/delta' && since >= 0 && since < state.oldest)
      return [410, { error: 'the token is too old' }];
    const { oldest } = state;
    const asked = { since, oldest, after: after === undefined ? after : Number(after) };
    return [200, pageOf(listing, asked)];
  };

  const server = createServer((request, response) => {
    setTimeout(() => {
      const [status, body] = respond(request.url ?? '');
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }, 4);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    things: () => [...things.values()],
    change: (id: number): void => put(id, (things.get(id)?.version ?? 0) + 1),
    insert: (): void => put(things.size, 1),
    remove: (id: number): void => put(id, things.get(id)?.version ?? 1, true),
    expireCursors: (): void => void (state.generation += 1),
    expireTokens: (): void => void (state.oldest = state.tick),
    close: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
