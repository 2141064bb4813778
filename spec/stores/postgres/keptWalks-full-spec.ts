import { expect } from 'chai';
import { Pool } from 'pg';
import { postgresPlaces } from '../../../src/stores/postgres/postgresPlaces';
import { claimOf, keepIn, kept, superseded } from '../../walk/durable/support/storeCases';
import { withPlaces } from './support/places';

describe('the walks that postgresPlaces keeps', () => {
  it('nothing of a walk that is not done grows with its claims', () =>
    withPlaces(async (places, { rows }) => {
      await keepIn(places, await claimOf(places), 1);
      const size = async () =>
        (await rows('select pg_column_size(places.*) as size from pagewalk.places'))[0]?.size;
      const before = await size();
      for (let turn = 0; turn < 20; turn += 1) await claimOf(places);
      expect(await size()).to.equal(before);
    }));

  it('epochs go beyond 32 bits, and one is used for a claim', () =>
    withPlaces(async (places, { rows }) => {
      await rows("select setval('pagewalk.epochs', 3000000000)");
      const [first, second] = [await claimOf(places), await claimOf(places)];
      expect([first.epoch, second.epoch]).to.deep.equal([3_000_000_001, 3_000_000_002]);
      expect(await keepIn(places, first, 1)).to.deep.equal(superseded);
      expect(await keepIn(places, second, 1)).to.deep.equal(kept);
    }));

  it('all reads those that are not done by their index, however many are done', () =>
    withPlaces(async (_, { rows, url }) => {
      await rows(
        `insert into pagewalk.places (id, epoch, run, is_last) select number, number, 'run', number % 1000 > 0 from generate_series(1, 20000) as number`,
      );
      await rows('analyze pagewalk.places');
      const pool = new Pool({ connectionString: url, max: 1 });
      const asked: Array<readonly [string, ReadonlyArray<unknown> | undefined]> = [];
      pool.on('connect', (client) => {
        const query = client.query.bind(client) as (
          ...args: ReadonlyArray<unknown>
        ) => Promise<unknown>;
        const listening = (text: string, values?: ReadonlyArray<unknown>) => {
          asked.push([text, values]);
          return query(text, values);
        };
        Object.assign(client, { query: listening });
      });
      expect(await postgresPlaces(pool).all({ isLast: false, limit: 5 })).to.have.lengthOf(5);
      await pool.end();
      const [text = '', values] = asked.find(([each]) => each.includes('is_last')) ?? [];
      const plan = JSON.stringify(await rows(`explain ${text}`, values));
      expect(plan).to.include('places_open').and.not.include('Seq Scan on places');
    }));

  it('prune takes away more than one transaction does', () =>
    withPlaces(async (places, { rows }) => {
      await rows(
        `insert into pagewalk.places (id, epoch, run, is_last, kept_at)
         select 'walk ' || number, number, 'run', true, now() - interval '1 day' from generate_series(1, 10001) as number`,
      );
      expect(await places.prune({ finishedBefore: new Date() })).to.equal(10_001);
      expect(await places.all()).to.deep.equal([]);
    }));
});
