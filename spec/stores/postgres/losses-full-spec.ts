import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { EMPTY, firstValueFrom, from } from 'rxjs';
import { postgresPlaces } from '../../../src/stores/postgres/postgresPlaces';
import { durable } from '../../../src/walk/durable/durable';
import { numberedPages } from '../../support/numberedPages';
import { pagesKept, pagesOver } from '../../walk/durable/support/numberedWalk';
import { claimOf, keepIn, kept, placeAt } from '../../walk/durable/support/storeCases';
import { insert, numbers, withPlaces } from './support/places';
import { withProxy } from './support/startProxy';
import { type Database, withDatabase } from './support/withDatabase';

/** Keeps a copy of all that is committed, and puts it back, as a failover or a restore does. */
const copies = ({ rows }: Database) => ({
  make: () =>
    rows(
      'create table saved_places as table pagewalk.places; create table saved_sink as table sink',
    ),
  putBack: () =>
    rows(`begin;
      truncate pagewalk.places, sink;
      insert into pagewalk.places select * from saved_places;
      insert into sink select * from saved_sink;
      drop table saved_places, saved_sink;
      commit`),
});

interface Loss {
  /** Pages that are kept when the copy is made, and when it is put back. */
  readonly made: number;
  readonly putBack: number;
}

const walkThrough = (losses: ReadonlyArray<Loss>, pages: number, batch = 1) =>
  withDatabase(async (database) => {
    const places = postgresPlaces(database.pool);
    await places.migrate();
    await database.rows('create table sink (number integer primary key)');
    const copy = copies(database);
    let turn = 0;
    const due = [...losses];
    const at = async (count: number): Promise<void> => {
      const [next] = due;
      if (next !== undefined && next.made <= count && turn === 0) {
        turn = 1;
        await copy.make();
      } else if (next !== undefined && next.putBack <= count && turn === 1) {
        turn = 0;
        due.shift();
        await copy.putBack();
      }
    };
    const told = await pagesKept(
      durable({
        id: 'walk',
        batch,
        // Nothing else runs between two places: what comes next is asked for when this is over.
        places: {
          claim: async (id) => {
            const claim = await claimOf(places, id);
            await at(0);
            return claim;
          },
          keep: async (...args: Parameters<typeof places.keep>) => {
            const result = await firstValueFrom(from(places.keep(...args)));
            if (E.isRight(result)) await at(args[1].pages);
            return result;
          },
        },
        pages: pagesOver(numberedPages({ pages, perPage: 1 })),
        work: ({ place }, transaction) => insert(place.pages)(transaction),
      }),
    );
    const [walk] = await places.all();
    return { told, rows: await numbers(database), walk, left: due.length };
  });

const upTo = (count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, index) => index + 1);

describe('laws 17 to 19: commits that were lost under a living walker', () => {
  const cases: ReadonlyArray<readonly [what: string, losses: ReadonlyArray<Loss>, batch?: number]> =
    [
      ['in the middle', [{ made: 5, putBack: 10 }]],
      ['with batches', [{ made: 3, putBack: 7 }], 3],
      ['where only the claim survived', [{ made: 0, putBack: 3 }]],
      ['on the first page', [{ made: 0, putBack: 1 }]],
      ['before the last page', [{ made: 2, putBack: 11 }]],
      [
        'several times',
        [
          { made: 1, putBack: 4 },
          { made: 3, putBack: 6 },
          { made: 9, putBack: 11 },
        ],
      ],
    ];
  for (const [what, losses, batch] of cases) {
    it(`${what}: it goes on from the place that survived, and no row is missing`, async () => {
      const { told, rows, walk, left } = await walkThrough(losses, 12, batch);
      expect(left, 'all happened').to.equal(0);
      expect(rows).to.deep.equal(upTo(12));
      expect([walk?.pages, walk?.isLast]).to.deep.equal([12, true]);
      expect(told.filter((each) => each === 12)).to.have.lengthOf(1);
    });
  }

  it('nothing is committed on a place that is not there, and the place that is there is told; without its token in any text', () =>
    withPlaces(async (places, database) => {
      const claim = await claimOf(places);
      for (const pages of [1, 2, 3]) await keepIn(places, claim, pages, insert(pages));
      const late = { ...claim, place: O.some(placeAt(1)) };
      const result = await firstValueFrom(from(places.keep(late, placeAt(2), insert(9))));
      expect(result).to.deep.equal(E.left({ _tag: 'Behind', place: O.some(placeAt(3)) }));
      const none = await firstValueFrom(
        from(places.keep({ ...claim, place: O.none }, placeAt(1), insert(9))),
      );
      expect(none).to.deep.equal(E.left({ _tag: 'Behind', place: O.some(placeAt(3)) }));
      expect(await numbers(database)).to.deep.equal([1, 2, 3]);
    }));

  it('what is lost while the work is under way is found by the fence', () =>
    withPlaces(async (places, database) => {
      const claim = await claimOf(places);
      await keepIn(places, claim, 1, insert(1));
      const copy = copies(database);
      await copy.make();
      await keepIn(places, claim, 2, insert(2));
      const result = await keepIn(places, claim, 3, async (transaction) => {
        await database.rows(
          `update pagewalk.places set text = (select text from saved_places), pages = 1`,
        );
        await transaction.query('insert into sink values (3)');
      });
      expect(result).to.deep.equal(E.left({ _tag: 'Behind', place: O.some(placeAt(1)) }));
      expect(await numbers(database), 'the rows of page 3 are not there').to.deep.equal([1, 2]);
    }));

  it('law 18: a commit that did not arrive is no error: the walk goes on from the place before it', () =>
    withDatabase(async (database) => {
      await postgresPlaces(database.pool).migrate();
      await database.rows('create table sink (number integer primary key)');
      await withProxy(database.url, 3, async (pool, proxy) => {
        let cuts = 0;
        const places = postgresPlaces(pool);
        const told = await pagesKept(
          durable({
            id: 'walk',
            places,
            pages: pagesOver(numberedPages({ pages: 4, perPage: 1 })),
            work: ({ place }, transaction) => {
              if (place.pages === 3 && cuts === 0) {
                cuts += 1;
                proxy.pass({
                  forth: (chunk) => {
                    if (!chunk.includes('commit\0')) return chunk;
                    proxy.pass({});
                    proxy.cut();
                    return undefined;
                  },
                });
              }
              return insert(place.pages)(transaction);
            },
          }),
        );
        expect(told).to.deep.equal(upTo(4));
        expect(await numbers(database)).to.deep.equal(upTo(4));
      });
    }));

  it('law 18: nor is one whose backend ended during it', () =>
    withPlaces(async (places, { rows, ...database }) => {
      await rows(`
        create table fatal (number integer);
        create function ending() returns trigger language plpgsql as
          'begin perform pg_terminate_backend(pg_backend_pid()); return null; end';
        create constraint trigger ending after insert on fatal deferrable initially deferred
          for each row execute function ending()`);
      const claim = await claimOf(places);
      await keepIn(places, claim, 1);
      const result = await keepIn(places, claim, 2, async (transaction) => {
        await transaction.query('insert into sink values (1)');
        await transaction.query('insert into fatal values (1)');
      });
      expect(result).to.deep.equal(E.left({ _tag: 'Behind', place: O.some(placeAt(1)) }));
      expect(await numbers({ rows, ...database })).to.deep.equal([]);
    }));

  it('a commit that the server refuses stays an error', () =>
    withPlaces(async (places, database) => {
      await database.rows(
        'create table strict (number integer unique deferrable initially deferred)',
      );
      const claim = await claimOf(places);
      const said = await keepIn(places, claim, 1, (transaction) =>
        transaction.query('insert into strict values (1), (1)'),
      ).catch(String);
      expect(said).to.include('duplicate key');
      expect(await keepIn(places, claim, 1, () => EMPTY)).to.deep.equal(kept);
    }));
});
