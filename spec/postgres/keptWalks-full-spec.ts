import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { Pool } from 'pg';
import { lastValueFrom } from 'rxjs';
import { createClient } from '../../src/client/createClient';
import { listObjects } from '../../src/model/endpoints/listObjects';
import { postgresPlaces } from '../../src/postgres/postgresPlaces';
import { durable } from '../../src/walk/durable/durable';
import { pagesOf as answersOf, scriptedTransport } from '../support/scriptedTransport';
import { claimOf, finish, keepIn, kept, pagesOf, superseded } from '../walk/durable/support/storeCases';
import { withPlaces } from './support/places';

describe('the walks that postgresPlaces keeps', () => {
  it(
    'nothing of a walk that is not done grows with its claims',
    withPlaces(async (places, { rows }) => {
      await keepIn(places, await claimOf(places), 1);
      const size = async () => (await rows('select pg_column_size(places.*) as size from pagewalk.places'))[0]?.size;
      const before = await size();
      for (let turn = 0; turn < 20; turn += 1) await claimOf(places);
      expect(await size()).to.equal(before);
    }),
  );

  it(
    'epochs go beyond 32 bits, and one is used for a claim',
    withPlaces(async (places, { rows }) => {
      await rows("select setval('pagewalk.epochs', 3000000000)");
      const [first, second] = [await claimOf(places), await claimOf(places)];
      expect([first.epoch, second.epoch]).to.deep.equal([3_000_000_001, 3_000_000_002]);
      expect(await keepIn(places, first, 1)).to.deep.equal(superseded);
      expect(await keepIn(places, second, 1)).to.deep.equal(kept);
    }),
  );

  it(
    'tells how long ago a place was kept, by the clock of the database',
    withPlaces(async (places, { rows }) => {
      await keepIn(places, await claimOf(places, 'a'), 1);
      await claimOf(places, 'b');
      await rows("update pagewalk.places set kept_at = kept_at - interval '1 hour' where id = 'a'");
      const ages = (await places.all()).map(({ age }) => age);
      expect(ages[0]).to.be.within(3_600_000, 3_660_000);
      expect(ages[1], 'since the claim').to.be.within(0, 60_000);
      expect(O.toUndefined(await places.get('a'))?.age).to.be.within(3_600_000, 3_660_000);
      await rows("update pagewalk.places set kept_at = now() + interval '1 hour' where id = 'a'");
      expect(O.toUndefined(await places.get('a'))?.age, 'the clock was set back').to.equal(0);
    }),
  );

  it(
    'get tells of one walk',
    withPlaces(async (places) => {
      await keepIn(places, await claimOf(places, 'a'), 2);
      await claimOf(places, 'b');
      expect(O.toUndefined(await places.get('a'))).to.include({
        id: 'a',
        pages: 2,
        objects: 4,
        round: 1,
        isLast: false,
      });
      expect(O.toUndefined(await places.get('b'))).to.include({ id: 'b', pages: 0, keptAt: null });
      expect(await places.get('c')).to.deep.equal(O.none);
      expect(await places.get('').catch(String)).to.include('TypeError');
    }),
  );

  it(
    'all filters, and goes on after an id, in the order of UTF-8 bytes',
    withPlaces(async (places) => {
      const ids = ['Z', 'a', 'a%', 'a_b', 'aa', 'a\\', 'b', 'ä', '\uffee', '😀'];
      const sorted = [...ids].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
      for (const id of ids) await claimOf(places, id);
      for (const id of ['a', 'b']) await finish(places, await claimOf(places, id));
      const idsOf = async (filter?: Parameters<typeof places.all>[0]) => (await places.all(filter)).map(({ id }) => id);
      expect(await idsOf()).to.deep.equal(sorted);
      expect(await idsOf({ isLast: true })).to.deep.equal(['a', 'b']);
      expect(await idsOf({ isLast: false, limit: 2 })).to.deep.equal(['Z', 'a%']);
      for (const [prefix, found] of Object.entries({
        a: ['a', 'a%', 'a\\', 'a_b', 'aa'],
        'a%': ['a%'],
        a_: ['a_b'],
        'a\\': ['a\\'],
        ä: ['ä'],
        x: [],
      })) {
        expect(await idsOf({ prefix }), prefix).to.deep.equal(found);
      }
      const pages: Array<string> = [];
      for (let after = ''; ; after = pages.at(-1) ?? '') {
        const page = await idsOf({ after, limit: 3 });
        if (page.length === 0) break;
        pages.push(...page);
      }
      expect(pages).to.deep.equal(sorted);
      expect(await idsOf({ after: 'a0' }), 'one that does not exist').to.deep.equal(sorted.filter((id) => id > 'a0'));
      for (const limit of [0, -1, 1.5, NaN]) expect(await places.all({ limit }).catch(String)).to.include('TypeError');
      const misspelt = [
        places.all({ islast: true } as object),
        places.prune({ finishedBefore: new Date(), before: 1 } as never),
      ];
      expect(await Promise.all(misspelt.map((call) => call.catch(String)))).to.deep.equal([
        'TypeError: postgresPlaces.all does not know the option islast',
        'TypeError: postgresPlaces.prune does not know the option before',
      ]);
    }),
  );

  it(
    'all reads those that are not done by their index, however many are done',
    withPlaces(async (_, { rows, url }) => {
      await rows(
        `insert into pagewalk.places (id, epoch, is_last) select number, number, number % 1000 > 0 from generate_series(1, 20000) as number`,
      );
      await rows('analyze pagewalk.places');
      const pool = new Pool({ connectionString: url, max: 1 });
      const asked: Array<readonly [string, ReadonlyArray<unknown> | undefined]> = [];
      pool.on('connect', (client) => {
        const query = client.query.bind(client) as (...args: ReadonlyArray<unknown>) => Promise<unknown>;
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
    }),
  );

  it(
    'prune forgets what was done before a date, and no claim of before comes back to life',
    withPlaces(async (places, { rows }) => {
      const old = await claimOf(places);
      await finish(places, old);
      await finish(places, await claimOf(places, 'young'));
      await keepIn(places, await claimOf(places, 'open'), 1);
      await rows("update pagewalk.places set kept_at = now() - interval '2 days' where id <> 'young'");
      const yesterday = new Date(Date.now() - 86_400_000);
      expect(await places.prune({ finishedBefore: yesterday })).to.equal(1);
      expect(await places.prune({ finishedBefore: yesterday })).to.equal(0);
      expect((await places.all()).map(({ id }) => id)).to.deep.equal(['open', 'young']);
      expect(await keepIn(places, old, 5)).to.deep.equal(superseded);
      const next = await claimOf(places);
      expect(pagesOf(next)).to.equal(undefined);
      expect(next.epoch).to.be.above(old.epoch);
      expect(await keepIn(places, old, 5)).to.deep.equal(superseded);
      expect(await places.prune({ finishedBefore: new Date(NaN) }).catch(String)).to.include('TypeError');
    }),
  );

  it(
    'law 37: get and all tell the mark of the last complete run, the sums of parts none, and prune leaves walks that have one',
    withPlaces(async (places, { rows }) => {
      const { transport, requests } = scriptedTransport(
        ...[[[1n, 2n]], [[2n], [3n]]].flatMap((pages) =>
          answersOf(pages.map((marks) => marks.map((mark) => ({ properties: { mark: String(mark) } })))),
        ),
        ...[4n, 5n, 6n].flatMap((mark) => answersOf([[{ properties: { mark: String(mark) } }]])),
      );
      const client = createClient({ transport });
      const marks = async () => (await places.all()).map(({ id, part, isLast, mark }) => [id, part, isLast, mark]);
      const seen: Array<unknown> = [];
      const run = (id: string, part?: string) =>
        lastValueFrom(
          durable({
            id,
            places,
            ...(part !== undefined && { part: { name: part, of: ['a', 'b'] } }),
            pages: ({ mark, ...start }) =>
              client.pages(listObjects, { ontologyRid: `o${String(mark)}`, objectType: 't', ...start }),
            mark: { of: ({ properties }) => BigInt(properties.mark as string) },
            work: async ({ run: own }) => {
              seen.push(own, O.toUndefined(await places.get(id))?.mark);
            },
          }),
        );
      await run('walk');
      await run('walk');
      expect(requests.map(({ url }) => /o(?:undefined|\d+)/.exec(url)?.[0])).to.deep.equal(['oundefined', 'o2', 'o2']);
      expect(seen.filter((each) => typeof each !== 'string')).to.deep.equal([undefined, 2n, 2n]);
      expect(new Set(seen.filter((each) => typeof each === 'string')).size).to.equal(2);
      await run('parts', 'a');
      await run('parts', 'b');
      await run('parts', 'a');
      await finish(places, await claimOf(places, 'without'));
      expect(await marks()).to.deep.equal([
        ['parts', 'a', true, 6n],
        ['parts', 'b', true, 5n],
        ['walk', undefined, true, 3n],
        ['without', undefined, true, undefined],
      ]);
      expect(O.toUndefined(await places.get('parts', 'a'))?.mark).to.equal(6n);
      expect(O.toUndefined(await places.get('parts')))
        .to.include({ isLast: true })
        .and.not.have.property('mark');
      await rows("update pagewalk.places set kept_at = now() - interval '2 days'");
      expect(await places.prune({ finishedBefore: new Date() })).to.equal(1);
      expect(await marks()).to.have.lengthOf(3);
    }),
  );

  it(
    'prune takes away more than one transaction does',
    withPlaces(async (places, { rows }) => {
      await rows(
        `insert into pagewalk.places (id, epoch, is_last, kept_at)
         select 'walk ' || number, number, true, now() - interval '1 day' from generate_series(1, 10001) as number`,
      );
      expect(await places.prune({ finishedBefore: new Date() })).to.equal(10_001);
      expect(await places.all()).to.deep.equal([]);
    }),
  );
});
