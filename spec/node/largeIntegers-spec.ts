import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { mergeMap, of } from 'rxjs';
import {
  bearer,
  createClient,
  endpoint,
  exactNumbers,
  Int64,
  type ObjectRecord,
  orThrow,
  pastLimit,
  Place,
  retryExpired,
  rights,
  toAsyncIterable,
  type Valve,
  toReadableStream,
  type Transport,
} from '../../src/index';
import { spool, toReadable } from '../../src/node/index';
import { at, byCursor, query } from '../../src/paging/index';
import type { ServiceOptions } from '../../src/service/index';
import { memoryService } from '../../src/testing/index';
import { collect } from '../support/collect';
import { rightOf } from '../support/sides';
import type { ObjectStream } from '../support/pages';

/** Neighbours that are one and the same double, two and two. */
const edge = 2n ** 53n;
const ids = Array.from({ length: 10 }, (_, index) => edge + BigInt(index));

type Thing = ObjectRecord<{ readonly id: bigint }>;

const properties = t.type({ id: Int64 });
const idOf = (thing: Thing): bigint => thing.properties.id;

/** A client of a service whose objects have these ids, and the params of its walks. */
const serving = (options: ServiceOptions = {}) => {
  const service = memoryService({
    objects: { thing: ids.map((id) => ({ id })) },
    maxPageSize: 2,
    ...options,
  });
  const { transport, token, ontologyRid, apiFamily } = service;
  const client = createClient({ transport, auth: bearer(token), numbers: exactNumbers });
  return {
    service,
    client,
    list: { ontologyRid, objectType: 'thing', properties },
    search: { apiFamily, objectType: 'thing', properties },
  };
};

const walk = (): ObjectStream<ObjectRecord<{ readonly id: bigint }>> => {
  const { client, list } = serving();
  return client.list(list);
};

describe('law 28: integers that are not safe, behind a walk', () => {
  it('are keys of retryExpired: each comes once, however often the walk begins again', async () => {
    const { client, list } = serving({ faults: [{ type: 'expire-token', at: 3 }] });
    const things = await collect(client.list(list).pipe(retryExpired({ key: idOf }), orThrow()));
    expect(things.map(idOf)).to.deep.equal(ids);
  });

  it('are keys and ranges of pastLimit', async () => {
    const { client, search } = serving({ searchLimit: 4 });
    const things = await collect(
      pastLimit({
        ranges: [edge],
        walk: (from) =>
          client.search({ ...search, query: { type: 'gte', field: 'id', value: from } }),
        split: (from, { last }) => [last === undefined ? from : idOf(last)],
        key: idOf,
      }).pipe(orThrow()),
    );
    expect(things.map(idOf)).to.deep.equal(ids);
  });

  it('are cursors of places: encoded, decoded and followed exactly', async () => {
    const urls: Array<string> = [];
    // The cursor is the id of the next object.
    const transport: Transport = ({ url }) => {
      urls.push(url);
      const index = Number(
        BigInt(new URL(url, 'http://h').searchParams.get('from') ?? edge) - edge,
      );
      const next = index < 3 ? `,"next":${ids[index + 1]}` : '';
      return of(
        E.right({ status: 200, headers: {}, body: `{"data":[{"id":${ids[index]}}]${next}}` }),
      );
    };
    const client = createClient({ transport, numbers: exactNumbers });
    const things = endpoint({
      name: 'things',
      method: 'GET',
      path: '/things',
      paging: byCursor({ from: at('next'), to: query('from') }),
    });
    const pages = await collect(client.pages(things, {}).pipe(orThrow()));
    const place = rightOf(Place.decode(Place.encode(pages[1]?.place ?? (undefined as never))));
    urls.length = 0;
    await collect(client.objects(things, { place }));
    expect(urls).to.deep.equal([`/things?from=${edge + 2n}`, `/things?from=${edge + 3n}`]);
  });

  it('come out of a spool on disk, web streams, Node streams and iterables', async () => {
    const spooled = () => walk().pipe(rights(), spool({ ready: of(undefined) }, { memory: 0 }));
    const things = ({ ready }: Pick<Valve, 'ready'>) => ready.pipe(mergeMap(spooled));
    for (const source of [toReadableStream(things), toReadable(things), toAsyncIterable(things)]) {
      const seen: Array<bigint> = [];
      for await (const thing of source as AsyncIterable<Thing>) seen.push(idOf(thing));
      expect(seen).to.deep.equal(ids);
    }
  });
});
