import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type { PoolClient } from 'pg';
import { EMPTY, firstValueFrom, lastValueFrom, NEVER, Subject, toArray } from 'rxjs';
import { createClient } from '../../src/client/createClient';
import { listObjects } from '../../src/model/endpoints/listObjects';
import { type PostgresPlaces, postgresPlaces } from '../../src/postgres/postgresPlaces';
import { durable, type DurableOptions } from '../../src/walk/durable/durable';
import type { ObjectRecord } from '../../src/model/records/ObjectRecord';
import { numberedPages } from '../support/numberedPages';
import { holdingCases } from '../walk/durable/support/holding';
import { type Database, withDatabase } from './support/withDatabase';

type Properties = Readonly<Record<string, unknown>>;
type Own = Partial<DurableOptions<ObjectRecord<Properties>, PoolClient>>;

const names = ['a', 'b', 'c'];

/** Walks a part of three pages into a table; the part and the run are in each row. */
const walkOf = (places: PostgresPlaces, name: string, own: Own = {}) => {
  const client = createClient({ transport: numberedPages({ pages: 3, perPage: 1 }) });
  return durable({
    id: 'walk',
    places,
    part: { name, of: names },
    pages: (start) => client.pages(listObjects, { ontologyRid: 'o', objectType: 'x', ...start }),
    work: ({ place, run }, transaction) =>
      transaction.query(
        'insert into rows values ($1, $2, $3) on conflict (part, page) do update set run = excluded.run',
        [name, place.pages, run],
      ),
    finish: async (transaction, { run }) => {
      await transaction.query('delete from rows where run <> $1', [run]);
      await transaction.query('insert into finished values ($1)', [run]);
    },
    ...own,
  });
};

const run = (places: PostgresPlaces, name: string, own?: Own) =>
  lastValueFrom(walkOf(places, name, own).pipe(toArray())).then(
    (results) => results.map((result) => (E.isLeft(result) ? result.left._tag : result.right.pages)),
    (error: unknown) => [String(error)],
  );

const withParts = (use: (places: PostgresPlaces, database: Database) => Promise<void>) => () =>
  withDatabase(async (database) => {
    const places = postgresPlaces(database.pool);
    await places.migrate();
    await database.rows('create table rows (part text, page integer, run text, primary key (part, page))');
    await database.rows('create table finished (run text)');
    await database.rows("insert into rows values ('old', 1, 'yesterday')");
    await use(places, database);
  });

const count = async ({ rows }: Database, table: string): Promise<unknown> =>
  (await rows(`select count(*)::integer as count from ${table}`))[0]?.count;

describe('law 36: parts of one walk', () => {
  it(
    'each is walked on its own, and finish runs once, with the last of them',
    withParts(async (places, database) => {
      expect(await run(places, 'b')).to.deep.equal([1, 2, 3]);
      expect(await run(places, 'a')).to.deep.equal([1, 2, 3]);
      expect(await count(database, 'finished')).to.equal(0);
      expect(await count(database, 'rows'), 'nothing is deleted yet').to.equal(7);
      expect(O.toUndefined(await places.get('walk'))).to.include({ pages: 6, isLast: false });
      expect(O.toUndefined(await places.get('walk', 'a'))).to.include({ part: 'a', pages: 3, isLast: true });
      expect(await run(places, 'c')).to.deep.equal([1, 2, 3]);
      expect(await count(database, 'finished')).to.equal(1);
      expect(await count(database, 'rows')).to.equal(9);
      expect(O.toUndefined(await places.get('walk'))).to.include({ id: 'walk', pages: 9, objects: 9, isLast: true });
      expect(await run(places, 'c'), 'done').to.deep.equal([3]);
      expect(await count(database, 'finished')).to.equal(1);
      expect((await database.rows('select distinct run from rows')).length, 'one run').to.equal(1);
    }),
  );

  it(
    'all at once: no part is counted twice, and none is missed',
    withParts(async (places, database) => {
      for (let turn = 0; turn < 8; turn += 1) {
        await Promise.all(names.map((name) => run(places, name, { id: `walk ${turn}` })));
        expect(await count(database, 'finished'), `turn ${turn}`).to.equal(turn + 1);
        expect(await count(database, 'rows')).to.equal(9);
      }
    }),
  );

  it(
    'a part that hangs in its work does not block the others, and its successor finishes',
    withParts(async (places, database) => {
      const isStanding = new Subject<void>();
      const stood = firstValueFrom(isStanding);
      const hung = walkOf(places, 'a', {
        work: ({ place }) => {
          if (place.isLast) isStanding.next();
          return place.isLast ? NEVER : EMPTY;
        },
      }).subscribe();
      await stood;
      expect(await run(places, 'b')).to.deep.equal([1, 2, 3]);
      expect(await run(places, 'c')).to.deep.equal([1, 2, 3]);
      expect(await count(database, 'finished')).to.equal(0);
      expect(await run(places, 'a')).to.deep.equal([3]);
      expect(await count(database, 'finished')).to.equal(1);
      hung.unsubscribe();
    }),
  );

  it(
    'one that hangs in finish is superseded, too; a finish that throws keeps nothing of that page',
    withParts(async (places, database) => {
      await Promise.all(['a', 'b'].map((name) => run(places, name)));
      const thrown = await run(places, 'c', { finish: () => Promise.reject(new Error('boom')) });
      expect(thrown).to.deep.equal(['Error: boom']);
      expect(O.toUndefined(await places.get('walk', 'c'))).to.include({ pages: 2, isLast: false });
      const isStanding = new Subject<void>();
      const stood = firstValueFrom(isStanding);
      const hung = walkOf(places, 'c', {
        finish: () => {
          isStanding.next();
          return NEVER;
        },
      }).subscribe();
      await stood;
      expect(await run(places, 'c')).to.deep.equal([3]);
      expect(await count(database, 'finished')).to.equal(1);
      hung.unsubscribe();
    }),
  );

  it(
    'other parts, or none, are refused until the walk is forgotten; a claim of one part supersedes nobody in another',
    withParts(async (places, database) => {
      await run(places, 'a');
      expect(String(await run(places, 'a', { part: { name: 'a', of: ['a', 'b'] } }))).to.include('other parts');
      expect(String(await run(places, 'a', { part: undefined }))).to.include('other parts');
      expect(
        await run(places, 'a', { part: { name: 'a', of: ['c', 'b', 'a'] } }),
        'their order means nothing',
      ).to.deep.equal([3]);
      await run(places, 'x', { id: 'whole', part: undefined });
      expect(String(await run(places, 'a', { id: 'whole' }))).to.include('no parts');
      const [before] = await database.rows('select distinct run from pagewalk.places where walk is not null');
      await places.forget('walk');
      expect(await places.get('walk')).to.deep.equal(O.none);
      expect(await run(places, 'a', { part: { name: 'a', of: ['a', 'b'] } })).to.deep.equal([1, 2, 3]);
      const [after] = await database.rows('select distinct run from pagewalk.places where walk is not null');
      expect(after?.run).not.to.equal(before?.run);
    }),
  );

  it(
    'all tells of each part, a limit splits no walk, and prune takes walks whose parts are all last',
    withParts(async (places) => {
      await run(places, 'a');
      await run(places, 'x', { id: 'whole', part: undefined });
      const ids = (await places.all({ limit: 1 })).map(({ id, part, isLast }) => [id, part, isLast]);
      expect(ids).to.deep.equal([
        ['walk', 'a', true],
        ['walk', 'b', false],
        ['walk', 'c', false],
      ]);
      expect((await places.all({ after: 'walk' })).map(({ id }) => id)).to.deep.equal(['whole']);
      const soon = { finishedBefore: new Date(Date.now() + 60_000) };
      expect(await places.prune(soon), 'only the whole one').to.equal(1);
      await Promise.all(['b', 'c'].map((name) => run(places, name)));
      expect(await places.prune(soon)).to.equal(1);
      expect(await places.all()).to.deep.equal([]);
    }),
  );

  it(
    'without parts finish runs with the last page, once',
    withParts(async (places, database) => {
      for (let turn = 0; turn < 2; turn += 1) await run(places, 'x', { part: undefined });
      expect(await count(database, 'finished')).to.equal(1);
      expect(await count(database, 'rows')).to.equal(3);
    }),
  );
});

describe('law 36: finish', () => {
  for (const part of [undefined, { name: 'a', of: ['a'] }]) {
    it(
      `is not called by a worker that was superseded in its last page, ${part ? 'with' : 'without'} parts`,
      withParts(async (places, { rows }) => {
        let [claims, calls] = [0, 0];
        const worker = (): Promise<ReadonlyArray<unknown>> =>
          run(places, 'a', {
            part,
            work: async ({ place }) => {
              if (!place.isLast || claims > 2) return;
              claims += 1;
              const claimant = worker();
              claimant.catch(() => undefined);
              others.push(claimant);
              // Its claim counts, and it waits until this transaction ends.
              const epoch = 'select max(epoch)::text as epoch from pagewalk.places where parts is null';
              const [before] = await rows(epoch);
              for (;;) if ((await rows(epoch))[0]?.epoch !== before?.epoch) return;
            },
            finish: () => {
              calls += 1;
              return EMPTY;
            },
          });
        const others: Array<Promise<unknown>> = [];
        expect(await worker()).to.deep.equal([1, 2, 'Superseded']);
        for (const other of others) await other;
        expect([claims, calls]).to.deep.equal([3, 1]);
      }),
    );
  }
});

describe('ages', () => {
  it(
    'count from the claim where nothing is kept; of parts the oldest that is not done counts, else the newest',
    withParts(async (places, { rows }) => {
      const ageOf = async (part?: string) =>
        Math.round((O.toUndefined(await places.get('walk', part))?.age ?? NaN) / 60_000);
      const set = (part: string, column: string, minutes: number) =>
        rows(`update pagewalk.places set ${column} = now() - $2 * interval '1 minute' where part = $1`, [
          part,
          minutes,
        ]);
      await firstValueFrom(walkOf(places, 'a'));
      await set('a', 'kept_at', 5);
      await set('b', 'claimed_at', 40);
      await set('c', 'claimed_at', 20);
      expect([await ageOf('a'), await ageOf('b'), await ageOf()]).to.deep.equal([5, 40, 40]);
      await run(places, 'b');
      await set('b', 'kept_at', 90);
      expect(await ageOf(), 'that of the part that nobody has claimed').to.equal(20);
      await run(places, 'a');
      await run(places, 'c');
      await set('a', 'kept_at', 60);
      await set('c', 'kept_at', 70);
      expect(await ageOf(), 'done').to.equal(60);
    }),
  );
});

describe('law 19: who holds a walk in Postgres', () => {
  holdingCases((test) =>
    withDatabase(async ({ pool }) => {
      const places = postgresPlaces(pool);
      await places.migrate();
      await test(places);
    }, 30),
  );
});
