import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { EMPTY, firstValueFrom, from, lastValueFrom, NEVER, of } from 'rxjs';
import * as entry from '../../../src/sqlite/index';
import { sqlitePlaces } from '../../../src/sqlite';
import { pause } from '../../support/collect';
import { numberedPages } from '../../support/numberedPages';
import { holdingCases } from '../../walk/durable/support/holding';
import { keptCases } from '../../walk/durable/support/keptCases';
import {
  numberedWalk,
  type Own,
  pagesKept,
  pagesOver,
} from '../../walk/durable/support/numberedWalk';
import {
  claimOf,
  finish,
  keepIn,
  kept,
  pagesOf,
  placeAt,
  storeCases,
  superseded,
} from '../../walk/durable/support/storeCases';
import { type Db, driverNames, insert, rowsOf, storeOf, withFile } from './support/drivers';

const walkOf = (
  places: ReturnType<typeof sqlitePlaces<Db>>,
  id: string,
  pages: number,
  own?: Own<Db>,
) =>
  numberedWalk(
    places,
    { id, work: ({ place }, tx) => insert(place.pages)(tx), ...own },
    pagesOver(numberedPages({ pages, perPage: 1 })),
  );

/** The code of the error that a promise is rejected with. */
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.catch((thrown: unknown) => (thrown as { readonly code?: string }).code);

describe('pagewalk/sqlite', () => {
  it('exports these names and no others', () =>
    expect(Object.keys(entry)).to.deep.equal(['sqlitePlaces']));
});

for (const driver of driverNames) {
  describe(`sqlitePlaces with ${driver}`, () => {
    for (const suite of [storeCases, holdingCases, keptCases]) {
      suite((test) => withFile(driver, (scene) => test(storeOf(scene))));
    }

    const failures: Readonly<Record<string, (tx: Db) => unknown>> = {
      'work that fails': () => {
        throw new Error('boom');
      },
      'work that commits': (tx) => tx.exec('commit'),
      'work that rolls back': (tx) => tx.exec('rollback'),
      'work that commits and begins another': (tx) => tx.exec('commit; begin immediate'),
      'a statement that rolls back, and an error that is hidden': (tx) => {
        try {
          tx.exec('insert or rollback into sink values (7)');
        } catch {
          // It goes on without its transaction.
        }
      },
      'rows that are refused when they are committed': (tx) =>
        tx.exec('insert into child values (99)'),
    };
    for (const [what, work] of Object.entries(failures)) {
      it(`law 18: ${what}: an error, and no place is kept`, () =>
        withFile(driver, async ({ db, places, numbers }) => {
          db.exec('pragma foreign_keys = on; insert into sink values (7)');
          db.exec('create table child (of integer references sink deferrable initially deferred)');
          const claim = await claimOf(places);
          const failed = await keepIn(places, claim, 1, (tx) => {
            insert(1)(tx);
            work(tx);
            return EMPTY;
          }).catch((error: unknown) => error);
          expect(failed).to.be.instanceOf(Error);
          const isOwn = /that (?:commits|rolls back)/.test(what);
          if (isOwn) expect(String(failed)).to.include('the work must not commit or roll back');
          if (what.includes('begins')) db.exec('rollback');
          expect(numbers()).to.deep.equal(what.includes('commits') ? [1, 7] : [7]);
          expect((await claimOf(places)).place).to.deep.equal(O.none);
          expect(
            await keepIn(places, await claimOf(places), 1, insert(2)),
            'the connection is whole',
          ).to.deep.equal(kept);
        }));
    }

    it("law 45: a transaction of the user's is an error, and is left as it is", () =>
      withFile(driver, async ({ db, places, numbers }) => {
        const claim = await claimOf(places);
        db.exec('begin; insert into sink values (5)');
        expect(await keepIn(places, claim, 1).catch(String)).to.include(
          'is in a transaction already',
        );
        db.exec('commit');
        expect(numbers()).to.deep.equal([5]);
      }));

    const later: Readonly<Record<string, (tx: Db) => unknown>> = {
      'a promise': (tx) => Promise.resolve(tx),
      'a promise that fails': () => Promise.reject(new Error('boom')),
      'an Observable': () => EMPTY,
      'a list that holds a promise': (tx) => [1, Promise.resolve(tx)],
      'a generator that gives a promise': function* () {
        yield Promise.resolve(1);
      },
      'an asynchronous generator': async function* () {
        yield await Promise.resolve(1);
      },
    };
    for (const [what, returned] of Object.entries(later)) {
      for (const where of ['work', 'finish']) {
        it(`law 45: ${where} that returns ${what} is a TypeError, and is rolled back`, () =>
          withFile(driver, async ({ db, places, numbers }) => {
            const refused = (_: unknown, tx: Db) => {
              insert(1)(tx);
              return returned(tx) as undefined;
            };
            const own: Own<Db> =
              where === 'work'
                ? { work: refused }
                : { work: () => undefined, finish: (tx) => refused(undefined, tx) };
            const walk = walkOf(places, 'walk', 1, own);
            const failed = await lastValueFrom(walk).catch((error: unknown) => error);
            expect(failed).to.be.instanceOf(TypeError);
            expect(String(failed)).to.include('Wait in prepare');
            db.exec('insert into sink values (9)');
            expect(numbers()).to.deep.equal([9]);
            expect(O.toUndefined(await places.get('walk'))).to.include({ pages: 0 });
          }));
      }
    }

    it('law 45: what work waits for is prepared before, and rows of others on the connection are not rolled back with it', () =>
      withFile(driver, async ({ db, places, numbers }) => {
        const order: Array<string> = [];
        const failing = walkOf(places, 'walk', 3, {
          prepare: async ({ place }) => {
            order.push(`prepare ${place.pages}`);
            await pause(5);
            db.prepare('insert into sink values (?)').run(10 * place.pages);
            return place.pages;
          },
          work: ({ place }, tx, prepared) => {
            order.push(`work ${place.pages} ${String(prepared)}`);
            insert(place.pages)(tx);
            if (place.pages === 3) throw new Error('boom');
          },
        });
        expect(await pagesKept(failing)).to.deep.equal(['Error: boom']);
        expect(numbers()).to.deep.equal([1, 2, 10, 20, 30]);
        expect(order).to.deep.equal([1, 2, 3].flatMap((n) => [`prepare ${n}`, `work ${n} ${n}`]));
      }));

    it('law 45: methods of the store are a TypeError in work, which they would wait for', () =>
      withFile(driver, async ({ db, places, numbers }) => {
        const others = sqlitePlaces(db, { table: 'others' });
        const calls: ReadonlyArray<() => unknown> = [
          () => places.setMark('walk', 7),
          () => places.get('walk'),
          () => places.all(),
          () => places.forget('walk'),
          () => others.release('walk'),
          () => places.prune({ finishedBefore: new Date() }),
          () => places.claim('other'),
        ];
        for (const [index, call] of calls.entries()) {
          const walk = walkOf(places, 'walk', 1, {
            work: (_, tx) => {
              insert(1)(tx);
              call();
            },
          });
          const failed = await lastValueFrom(walk).catch((error: unknown) => error);
          expect(failed, String(index)).to.be.instanceOf(TypeError);
          expect(String(failed)).to.include('must not be used in work or finish');
        }
        expect(numbers()).to.deep.equal([]);
        expect(await pagesKept(walkOf(places, 'walk', 1))).to.deep.equal([1]);
      }));

    it('law 45: a statement that is not done is not blamed on a commit of the work', () =>
      withFile(driver, async ({ places, numbers }) => {
        const work: Own<Db>['work'] = (_, tx) =>
          void tx.prepare('insert into sink values (1), (2) returning number').run();
        const results = await pagesKept(walkOf(places, 'walk', 1, { work }));
        // Some drivers end such a statement by themselves.
        const isDone = results[0] === 1;
        if (!isDone) expect(String(results)).to.match(/a statement .* is not done.*all\(\)/);
        expect(numbers()).to.deep.equal(isDone ? [1, 2] : []);
      }));

    it('law 45: nor is a connection that was closed', () =>
      withFile(driver, async ({ another }) => {
        const { db, places } = another();
        const closed = await pagesKept(walkOf(places, 'walk', 1, { work: () => void db.close() }));
        expect(String(closed))
          .to.match(/not open/)
          .and.not.include('must not commit');
      }));

    it('law 45: a walk that is left while it waits for its turn, or before its page is kept, keeps nothing', () =>
      withFile(driver, async ({ places, another, numbers }) => {
        const [one, other] = [await claimOf(places, 'one'), await claimOf(places, 'other')];
        const blocking = another();
        blocking.db.exec('begin immediate');
        const holding = keepIn(places, one, 1);
        const waiting = from(places.keep(other, placeAt(1), insert(2))).subscribe();
        await pause(5);
        waiting.unsubscribe();
        blocking.db.exec('commit');
        expect(await holding).to.deep.equal(kept);
        await new Promise<void>((resolve) => {
          const leaving = from(
            places.keep(other, placeAt(1), (tx) => {
              insert(3)(tx);
              leaving.unsubscribe();
              resolve();
              return EMPTY;
            }),
          ).subscribe();
        });
        expect(await keepIn(places, one, 2, insert(4))).to.deep.equal(kept);
        expect(numbers()).to.deep.equal([4]);
      }));

    it('law 45: the pages of all walks of a connection are kept in turn, whichever table, and the loop turns between them', () =>
      withFile(driver, async ({ db, places, numbers }) => {
        const others = sqlitePlaces(db, { table: 'Other "places"' });
        let turns = 0;
        const counting = setInterval(() => (turns += 1), 0);
        const walk = (id: string, of: typeof places, base: number) =>
          pagesKept(
            walkOf(of, id, 40, {
              prepare: () => Promise.resolve(base),
              work: ({ place }, tx, prepared) => void insert(Number(prepared) + place.pages)(tx),
            }),
          );
        await Promise.all([walk('a', places, 0), walk('b', places, 100), walk('a', others, 200)]);
        clearInterval(counting);
        expect(numbers()).to.have.lengthOf(120);
        expect(turns, 'timers run between pages').to.be.above(10);
        expect((await others.all()).map(({ id }) => id)).to.deep.equal(['a']);
      }));

    it('law 45: of two connections that claim, exactly one has the walk, and Busy needs no lock', () =>
      withFile(driver, async ({ db, places, another, numbers }) => {
        const other = another({ busyTimeout: 50 });
        const claims = await Promise.all([
          claimOf(places),
          claimOf(other.places),
          claimOf(places),
          claimOf(other.places),
        ]);
        expect(new Set(claims.map(({ epoch }) => epoch)).size).to.equal(4);
        const results = await Promise.all(
          claims.map((claim, index) =>
            keepIn(index % 2 ? other.places : places, claim, 1, insert(index)),
          ),
        );
        expect(results.filter(E.isRight)).to.have.lengthOf(1);
        expect(numbers()).to.have.lengthOf(1);
        const last = claims[results.findIndex(E.isRight)];
        db.exec('begin immediate');
        for (const change of [() => claimOf(other.places), () => other.places.forget('walk')]) {
          expect(await codeOf(change())).to.equal('SQLITE_BUSY');
        }
        const busy = await firstValueFrom(
          from(other.places.claim('walk', undefined, { ifOlderThan: 60_000 })),
        );
        expect(busy.busy?.claimedBy).to.be.a('string');
        expect(await other.places.all()).to.have.lengthOf(1);
        expect(O.isSome(await other.places.get('walk'))).to.equal(true);
        db.exec('rollback');
        expect(
          await keepIn(
            last === claims[1] || last === claims[3] ? other.places : places,
            last ?? expect.fail(),
            2,
          ),
          'nothing is lost',
        ).to.deep.equal(kept);
      }));

    it('law 45: a claim waits for the page that another connection has in work, without stopping the loop', () =>
      withFile(driver, async ({ places, another, numbers }) => {
        const [other, third] = [another(), another()];
        other.db.exec('pragma busy_timeout = 5000');
        const claim = await claimOf(places);
        expect(await keepIn(places, claim, 1, insert(1))).to.deep.equal(kept);
        // As a process that has a page in work.
        third.db.exec('begin exclusive');
        const next = claimOf(other.places);
        await pause(30);
        third.db.exec('commit');
        expect(pagesOf(await next)).to.equal(1);
        expect(await keepIn(places, claim, 2, insert(2))).to.deep.equal(superseded);
        expect(numbers()).to.deep.equal([1]);
        expect(rowsOf(other.db, 'pragma busy_timeout'), 'as the user set it').to.deep.equal([
          { timeout: 5_000 },
        ]);
      }));

    it('law 45: a reader of a rollback journal is waited for before the work, and in WAL it does not matter', () =>
      withFile(driver, async ({ db, places, another, numbers }) => {
        const impatient = another({ busyTimeout: 40 });
        const reader = another();
        const claim = await claimOf(places);
        let works = 0;
        const work = (number: number) => (tx: Db) => {
          works += 1;
          return insert(number)(tx);
        };
        reader.db.exec('begin');
        rowsOf(reader.db, 'select * from sink');
        expect(await codeOf(keepIn(impatient.places, claim, 1, work(1)))).to.equal('SQLITE_BUSY');
        const keeping = keepIn(places, claim, 1, work(2));
        await pause(30);
        expect(O.toUndefined(await places.get('walk'))?.pages).to.equal(0);
        expect(works).to.equal(0);
        reader.db.exec('commit');
        expect(await keeping).to.deep.equal(kept);
        expect([works, numbers()]).to.deep.equal([1, [2]]);
        expect(rowsOf(db, 'pragma journal_mode')).to.deep.equal([{ journal_mode: 'delete' }]);
        db.exec('pragma journal_mode = wal');
        reader.db.exec('begin');
        rowsOf(reader.db, 'select * from sink');
        expect(await keepIn(places, claim, 2, work(3))).to.deep.equal(kept);
        reader.db.exec('commit');
      }));

    it('law 45: reads make no table, and what is not of this version of pagewalk is refused by name', () =>
      withFile(driver, async ({ db, places, another }) => {
        expect([await places.all(), await places.get('walk')]).to.deep.equal([[], O.none]);
        await places.forget('walk');
        expect(await places.prune({ finishedBefore: new Date() })).to.equal(0);
        const tables = () =>
          rowsOf(db, "select name from sqlite_master where type = 'table'").map(({ name }) => name);
        expect(tables()).to.deep.equal(['sink']);
        db.exec('create temp table pagewalk_places (x)');
        await keepIn(places, await claimOf(places), 1);
        expect(pagesOf(await claimOf(another().places))).to.equal(1);
        await finish(places, await claimOf(places));
        const claim = await claimOf(places, 'walk', true);
        db.exec("update main.pagewalk_places set run = 'pagewalk places 3' where id = ''");
        const before = rowsOf(db, 'select * from main.pagewalk_places');
        for (const call of [
          () => claimOf(places),
          () => places.get('walk'),
          () => places.all(),
          () => places.prune({ finishedBefore: new Date(Date.now() + 60_000) }),
          () => places.forget('walk'),
          () => places.restart('walk'),
          () => places.release('walk'),
          () => places.setMark('walk', 1),
          () => keepIn(places, claim, 2),
        ]) {
          expect(await Promise.resolve(call()).then(() => '', String), String(call)).to.include(
            'a later version of pagewalk (3; this one knows 2): use that version',
          );
        }
        expect(rowsOf(db, 'select * from main.pagewalk_places')).to.deep.equal(before);
        for (const [table, columns] of Object.entries({
          SINK: '',
          Theirs: 'create table theirs as select * from main.pagewalk_places where 0',
          Emptied: "create table emptied as select * from main.pagewalk_places where id <> ''",
        })) {
          db.exec(columns);
          const refused = await claimOf(sqlitePlaces(db, { table })).catch(String);
          expect(refused, table).to.include(`the table ${table} was not made by pagewalk`);
        }
      }));

    it('law 17: a place that cannot be read is refused by name, until a restart, which keeps its mark', () =>
      withFile(driver, async ({ db, places }) => {
        const marked: Own<Db> = { mark: { of: ({ properties }) => Number(properties.id) } };
        await pagesKept(walkOf(places, 'walk', 2, marked));
        for (const [damage, said] of [
          [
            "replace(place, '.', '!')",
            'is damaged. The walk does not begin again by itself: restart',
          ],
          ["replace(place, 'pagewalk', 'pagewalk9')", 'was kept by a later version of pagewalk'],
        ]) {
          db.exec(`update pagewalk_places set place = ${damage}`);
          for (let turn = 0; turn < 2; turn += 1)
            expect(await claimOf(places, 'walk', true).catch(String)).to.include(said);
          if (said?.includes('later')) {
            expect(await places.restart('walk').catch(String)).to.include(said);
            expect(O.toUndefined(await places.get('walk'))).to.include({ mark: 1, pages: 0 });
          } else {
            await places.restart('walk');
            expect(O.toUndefined(await places.get('walk'))).to.include({ mark: 1, pages: 0 });
            expect(pagesOf(await claimOf(places))).to.equal(0);
          }
        }
        await places.forget('walk');
        expect((await claimOf(places)).place).to.deep.equal(O.none);
      }));

    it('law 17: a file that was put back under a living walker is behind, and the walk continues from there', () =>
      withFile(driver, async ({ db, places }) => {
        const claim = await claimOf(places);
        await keepIn(places, claim, 1);
        const [row] = rowsOf(db, "select place from pagewalk_places where id = 'walk'");
        await keepIn(places, claim, 2);
        db.prepare("update pagewalk_places set place = ? where id = 'walk'").run(
          String(row?.place),
        );
        const behind = await keepIn(places, claim, 3, insert(3));
        expect(behind).to.have.nested.property('left._tag', 'Behind');
        expect(behind).to.have.nested.property('left.place.value.pages', 1);
      }));

    it('law 36: finish runs in the transaction of the last page, and what it throws keeps nothing of that page', () =>
      withFile(driver, async ({ places, numbers }) => {
        const run = (name: string, finish: (tx: Db) => ReadonlyArray<unknown>) => {
          const part = { name, of: ['a', 'b'] };
          const work = (_: unknown, tx: Db) => void insert(name === 'a' ? 1 : 2)(tx);
          return pagesKept(walkOf(places, 'walk', 1, { part, work, finish }));
        };
        await run('a', insert(9));
        const failing = (tx: Db) => {
          insert(8)(tx);
          throw new Error('boom');
        };
        expect(await run('b', failing)).to.deep.equal(['Error: boom']);
        expect(numbers()).to.deep.equal([1]);
        await run('b', insert(9));
        await run('b', insert(9));
        expect(numbers()).to.deep.equal([1, 2, 9]);
      }));
  });
}

describe('law 45: drivers that answer otherwise', () => {
  it('rows without names are refused, with the option that takes them away', () => {
    const db = { exec: () => undefined, prepare: () => ({ all: () => [['1']], run: () => ({}) }) };
    expect(() => sqlitePlaces(db)).to.throw(TypeError, 'open it without returnArrays');
  });

  const asynchronous: Readonly<Record<string, unknown>> = {
    'with promises': { exec: () => Promise.resolve(), prepare: () => Promise.resolve({}) },
    'with promises of rows': {
      exec: () => undefined,
      prepare: () => ({ all: () => Promise.resolve([]), run: () => of(1) }),
    },
    'with callbacks': { exec: () => NEVER, prepare: () => ({ all: () => ({}), run: () => ({}) }) },
  };
  for (const [what, db] of Object.entries(asynchronous)) {
    it(`${what} are refused`, () => {
      expect(() => sqlitePlaces(db as Db)).to.throw(
        TypeError,
        'not a driver of SQLite that answers at once',
      );
    });
  }
});
