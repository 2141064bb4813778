import { expect } from 'chai';
import { createRequire } from 'node:module';
import type { Pool } from 'pg';
import { type PostgresPlaces, postgresPlaces } from '../../../src/stores/postgres/postgresPlaces';
import { claimOf, keepIn, kept, pagesOf, superseded } from '../../walk/durable/support/storeCases';
import { insert, numbers, standStill } from './support/places';
import { type Database, withDatabase } from './support/withDatabase';

const require = createRequire(__filename);
// It brings no types of its own; those of the newest describe what is used of it.
const oldest = require('pg-oldest') as { readonly Pool: typeof Pool };
const versionOf = (path: string): string => (require(path) as { readonly version: string }).version;

const withOldest = (use: (places: PostgresPlaces, database: Database) => Promise<void>) =>
  withDatabase(async (database) => {
    await database.rows('create table sink (number integer primary key)');
    const pool = new oldest.Pool({ connectionString: database.url, max: 4 });
    try {
      const places = postgresPlaces(pool);
      await Promise.all([places.migrate(), places.migrate()]);
      await use(places, database);
    } finally {
      await pool.end();
    }
  });

describe('the oldest pg', () => {
  it('is the one at which the range of the peer begins', () => {
    const { peerDependencies } = require('../../../package.json') as {
      peerDependencies: { readonly pg: string };
    };
    expect(peerDependencies.pg).to.equal(`^${versionOf('pg-oldest/package.json')}`);
  });

  it('laws 18 and 19: keeps rows and places together, and is fenced', () =>
    withOldest(async (places, database) => {
      const first = await claimOf(places);
      expect(await keepIn(places, first, 1, insert(1))).to.deep.equal(kept);
      expect(await keepIn(places, first, 2, insert(1)).catch(String), 'a duplicate').to.include(
        'sink_pkey',
      );
      const second = await claimOf(places);
      expect(pagesOf(second)).to.equal(1);
      expect(await keepIn(places, first, 2, insert(2))).to.deep.equal(superseded);
      expect(await keepIn(places, second, 2, insert(2))).to.deep.equal(kept);
      expect((await places.all()).map(({ id, pages }) => [id, pages])).to.deep.equal([['walk', 2]]);
      await places.forget('walk');
      expect(await numbers(database)).to.deep.equal([1, 2]);
    }));

  it('law 19: a walker that stands still does not block its successor, and does not end the process', () =>
    withOldest(async (places) => {
      const { ended } = await standStill(places, await claimOf(places));
      expect(await keepIn(places, await claimOf(places), 1, insert(1))).to.deep.equal(kept);
      expect(await ended).to.deep.equal(superseded);
    }));
});
