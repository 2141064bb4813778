import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { firstValueFrom } from 'rxjs';
import {
  bearer,
  createClient,
  endpoint,
  exactNumbers,
  fetchTransport,
  Int64,
  rights,
} from '../../src/index';
import type { HttpRequest, Transport } from '../../src/index';
import { at, byLastItem, query as inQuery } from '../../src/paging/index';
import type { Service, ServiceOptions } from '../../src/service/index';
import { inMemory, withDoors } from '../service/support/withDoors';
import { collect } from '../support/collect';

const edge = 2n ** 53n;
const ids = [1n, edge, edge + 1n, 2n ** 63n - 1n, -edge - 1n];
const options: ServiceOptions = {
  objects: { thing: ids.map((id) => ({ id, in: [{ id }] })) },
  maxPageSize: 2,
};

type Door = Pick<Service, 'ontologyRid' | 'apiFamily' | 'token' | 'store'> & {
  readonly transport: Transport;
};

const through = (given: ServiceOptions, use: (door: Door) => Promise<void>): Promise<void> =>
  withDoors(given, (service) =>
    use({
      ...service,
      transport: inMemory.get(service.url) ?? fetchTransport({ baseURL: service.url }),
    }),
  );

describe('law 28: the reference service keeps integers that are not safe', () => {
  const clientOf = ({ transport, token }: Door) =>
    createClient({ transport, auth: bearer(token), numbers: exactNumbers });

  it('in the digits in which they came', () =>
    through(options, async ({ transport, ontologyRid, store }) => {
      const url = `/api/v1/ontologies/${ontologyRid}/objects/thing?pageSize=2`;
      const request: HttpRequest = { method: 'GET', url, headers: {} };
      const result = await firstValueFrom(transport(request));
      expect(E.isRight(result) && result.right.body).to.contain(
        '"data":[{"properties":{"id":1,"in":[{"id":1}]}},' +
          '{"properties":{"id":9007199254740992,"in":[{"id":9007199254740992}]}}]',
      );
      store.insert('thing', { id: 10n ** 999n });
      expect(store.all('thing').map(({ id }) => id)).to.deep.equal([
        1,
        ...ids.slice(1),
        10n ** 999n,
      ]);
    }));

  it('and finds them', () =>
    through(options, async (door) => {
      const find = async (type: string, value: bigint | number): Promise<ReadonlyArray<bigint>> => {
        const query = { type, field: 'id', value };
        const { apiFamily } = door;
        const walk = clientOf(door).search({
          apiFamily,
          objectType: 'thing',
          query,
          properties: t.type({ id: Int64 }),
        });
        return (await collect(walk.pipe(rights()))).map(({ properties }) => properties.id);
      };
      expect(await find('eq', edge + 1n)).to.deep.equal([edge + 1n]);
      expect(await find('eq', 2 ** 53)).to.deep.equal([edge]);
      expect(await find('eq', 1n)).to.deep.equal([1n]);
      expect(await find('gt', edge)).to.deep.equal([edge + 1n, 2n ** 63n - 1n]);
      expect(await find('gt', 0.5)).to.deep.equal([1n, edge, edge + 1n, 2n ** 63n - 1n]);
      expect(await find('lte', edge)).to.deep.equal([-edge - 1n, 1n, edge]);
    }));

  it('and pages behind them', () =>
    through({ ...options, scheme: 'lastItem' }, async (door) => {
      const thing = endpoint({
        name: 'thing',
        method: 'GET',
        path: '/api/thing',
        paging: byLastItem({ from: at('id'), to: inQuery('starting_after'), more: at('has_more') }),
      });
      const found = await collect(
        clientOf(door)
          .objects(thing, { codec: t.type({ id: Int64 }) })
          .pipe(rights()),
      );
      expect(found.map(({ id }) => id)).to.deep.equal(ids);
    }));

  it('and refuses longer ones than anybody reads', () =>
    through(options, async (door) => {
      expect(() => {
        door.store.insert('thing', { id: 10n ** 1_000n });
      }).to.throw(TypeError, 'must not hold an integer of more than 1,000 digits');
      const { apiFamily } = door;
      const query = { type: 'eq', field: 'id', value: 10n ** 1_000n };
      const [refused] = await collect(
        clientOf(door).search({ apiFamily, objectType: 'thing', query }),
      );
      expect(refused).to.have.nested.property(
        'left.parameters.problems[0].message',
        'holds an integer of more than 1,000 digits',
      );
    }));
});
