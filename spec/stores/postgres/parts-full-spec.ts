import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import type { PoolClient } from 'pg';
import { EMPTY, firstValueFrom, NEVER, Subject } from 'rxjs';
import { type PostgresPlaces, postgresPlaces } from '../../../src/stores/postgres/postgresPlaces';
import { numberedPages } from '../../support/numberedPages';
import {
  numberedWalk,
  type Own as OwnOf,
  pagesKept,
  pagesOver,
} from '../../walk/durable/support/numberedWalk';
import { type Database, withDatabase } from './support/withDatabase';

type Own = OwnOf<PoolClient>;

const names = ['a', 'b', 'c'];

/** Walks a part of three pages into a table; the part and the run are in each row. */
const walkOf = (places: PostgresPlaces, name: string, own: Own = {}) =>
  numberedWalk<PoolClient>(
    places,
    {
      part: { name, of: names },
      work: ({ place, run }, transaction) =>
        transaction.query(
          'insert into rows values ($1, $2, $3) on conflict (part, page) do update set run = excluded.run',
          [name, place.pages, run],
        ),
      finish: async (transaction, { runs }) => {
        await transaction.query('delete from rows where run <> all ($1::text[])', [runs]);
        await transaction.query('insert into finished values ($1)', [runs.join()]);
      },
      ...own,
    },
    pagesOver(numberedPages({ pages: 3, perPage: 1 })),
  );

const run = (places: PostgresPlaces, name: string, own?: Own) =>
  pagesKept(walkOf(places, name, own));

const withParts = (use: (places: PostgresPlaces, database: Database) => Promise<void>) =>
  withDatabase(async (database) => {
    const places = postgresPlaces(database.pool);
    await places.migrate();
    await database.rows(
      'create table rows (part text, page integer, run text, primary key (part, page))',
    );
    await database.rows('create table finished (run text)');
    await database.rows("insert into rows values ('old', 1, 'yesterday')");
    await use(places, database);
  });

const count = async ({ rows }: Database, table: string): Promise<unknown> =>
  (await rows(`select count(*)::integer as count from ${table}`))[0]?.count;

describe('law 36: parts of one walk', () => {
  it('all at once: no part is counted twice, and none is missed', () =>
    withParts(async (places, database) => {
      for (let turn = 0; turn < 8; turn += 1) {
        await Promise.all(names.map((name) => run(places, name, { id: `walk ${turn}` })));
        expect(await count(database, 'finished'), `turn ${turn}`).to.equal(turn + 1);
        expect(await count(database, 'rows')).to.equal(9);
      }
    }));

  it('a part that hangs in its work does not block the others, and its successor finishes', () =>
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
    }));

  it('one that hangs in finish is superseded, too; a finish that throws keeps nothing of that page', () =>
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
    }));
});

describe('law 36: finish', () => {
  for (const part of [undefined, { name: 'a', of: ['a'] }]) {
    it(`is not called by a worker that was superseded in its last page, ${part ? 'with' : 'without'} parts`, () =>
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
              const epoch =
                'select max(epoch)::text as epoch from pagewalk.places where parts is null';
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
      }));
  }
});
