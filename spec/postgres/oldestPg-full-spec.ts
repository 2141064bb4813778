import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { createRequire } from 'node:module';
import type { Pool, PoolClient } from 'pg';
import { firstValueFrom, from } from 'rxjs';
import { placeWith } from '../../src/model/place/hidden';
import { type PostgresPlaces, postgresPlaces } from '../../src/postgres/postgresPlaces';
import { token } from '../support/pages';
import { withoutHolder } from '../walk/durable/support/keepNext';
import { withDatabase } from './support/withDatabase';

const require = createRequire(__filename);
// It brings no types of its own; those of the newest describe what is used of it.
const oldest = require('pg-oldest') as { readonly Pool: typeof Pool };
const versionOf = (path: string): string => (require(path) as { readonly version: string }).version;

const claimOf = (places: PostgresPlaces) => firstValueFrom(from(places.claim('walk')));

const placeAt = (number: number) =>
  placeWith(
    { pages: number, objects: number, round: 1, isLast: false },
    { pageToken: O.some(token('secret')), request: undefined },
  );

const keepIn = (places: PostgresPlaces, claim: Awaited<ReturnType<typeof claimOf>>, number: number) => {
  const work = (transaction: PoolClient) => transaction.query('insert into sink values ($1)', [number]);
  return firstValueFrom(from(places.keep(claim, placeAt(number), work))).then(withoutHolder);
};

describe('the oldest pg', () => {
  it('is the one at which the range of the peer begins', () => {
    const { peerDependencies } = require('../../package.json') as { peerDependencies: { readonly pg: string } };
    expect(peerDependencies.pg).to.equal(`^${versionOf('pg-oldest/package.json')}`);
  });

  it('laws 18 and 19: keeps rows and places together, and is fenced', () =>
    withDatabase(async ({ url, rows }) => {
      await rows('create table sink (number integer primary key)');
      const pool = new oldest.Pool({ connectionString: url, max: 2 });
      try {
        const places = postgresPlaces(pool);
        await Promise.all([places.migrate(), places.migrate()]);
        const first = await claimOf(places);
        expect(await keepIn(places, first, 1)).to.deep.equal(E.right(undefined));
        const again = { ...first, place: O.some(placeAt(1)) };
        expect(await keepIn(places, again, 1).catch(String), 'a duplicate').to.include('sink_pkey');
        const second = await claimOf(places);
        expect(O.toUndefined(second.place)?.pages).to.equal(1);
        expect(await keepIn(places, first, 2)).to.deep.equal(E.left({ _tag: 'Superseded', id: 'walk' }));
        expect(await keepIn(places, second, 2)).to.deep.equal(E.right(undefined));
        expect((await places.all()).map(({ id, pages }) => [id, pages])).to.deep.equal([['walk', 2]]);
        await places.forget('walk');
      } finally {
        await pool.end();
      }
      expect(await rows('select number from sink order by number')).to.deep.equal([{ number: 1 }, { number: 2 }]);
    }));

  it('law 19: a walker that stands still does not block its successor, and does not end the process', () =>
    withDatabase(async ({ url, rows }) => {
      await rows('create table sink (number integer primary key)');
      const pool = new oldest.Pool({ connectionString: url, max: 4 });
      try {
        const places = postgresPlaces(pool);
        await places.migrate();
        const still = await claimOf(places);
        let ended: Promise<unknown> = Promise.resolve();
        await new Promise<void>((resolve) => {
          const place = placeWith(
            { pages: 1, objects: 1, round: 1, isLast: false },
            { pageToken: O.some(token('secret')), request: undefined },
          );
          const work = async (transaction: PoolClient): Promise<void> => {
            await transaction.query('insert into sink values (1)');
            resolve();
            await new Promise(() => undefined);
          };
          ended = firstValueFrom(from(places.keep(still, place, work))).then(withoutHolder);
        });
        const next = await claimOf(places);
        expect(await keepIn(places, next, 1)).to.deep.equal(E.right(undefined));
        expect(await ended).to.deep.equal(E.left({ _tag: 'Superseded', id: 'walk' }));
      } finally {
        await pool.end();
      }
    }));
});
