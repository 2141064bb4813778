import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { randomBytes } from 'node:crypto';
import { firstValueFrom, from } from 'rxjs';
import { type Claim, Place } from '../../src/index';
import { type PostgresPlaces, postgresPlaces } from '../../src/postgres/postgresPlaces';
import { claimOf, keepIn, kept, pagesOf, placeAt } from '../walk/durable/support/storeCases';
import { placeIn } from '../../src/model/place/runs';
import { fifthKey, fifthPart, fifthTables, fifthWalk, sixthTables } from './support/fifthVersion';
import { withPlaces } from './support/places';
import { withDatabase } from './support/withDatabase';

const partOf = (places: PostgresPlaces, id: string, name = 'x', of = [name]): Promise<Claim> =>
  firstValueFrom(from(places.claim(id, { name, of })));

/** Names that look like keys, like parts of them, or that are written in JSON in another way. */
const names = [
  'a',
  'a {"part":"x"}',
  '["pagewalk","a","x"]',
  '["pagewalk","a",null]',
  '[',
  '}',
  '"\\\n\u0001\u007f\u2028é😀',
];

describe('law 19: keys of walks and of their parts', () => {
  it('a claim ends no transaction of a walk in another schema, whatever their names are', () =>
    withDatabase(async ({ pool }) => {
      const [one, other] = [
        postgresPlaces(pool, { schema: 'a: b' }),
        postgresPlaces(pool, { schema: 'a' }),
      ];
      await Promise.all([one.migrate(), other.migrate()]);
      const claim = await claimOf(one, 'c');
      expect(await keepIn(one, claim, 1, () => claimOf(other, 'b: c'))).to.deep.equal(kept);
    }));

  it('a name that is too long for Postgres is refused, and the message says what is not', () =>
    withPlaces(async (places) => {
      const long = randomBytes(2_000).toString('hex');
      expect(await claimOf(places, long).catch(String)).to.match(
        /^Error: postgresPlaces: a name is too long: .* 2,600 bytes/,
      );
      expect(await claimOf(places, long.slice(0, 2_600))).to.have.property('epoch');
    }));

  it('no name of a walk or of a part is taken for another', () =>
    withPlaces(async (places) => {
      const inParts = names.map((name) => `${name} in parts`);
      const likeParts = inParts.flatMap((id) => [
        fifthKey(id, 'a'),
        JSON.stringify(['pagewalk', id, 'a']),
      ]);
      const whole = [...names, ...likeParts];
      for (const [index, id] of whole.entries()) {
        expect(await keepIn(places, await claimOf(places, id), index + 1), id).to.deep.equal(kept);
      }
      for (const [index, name] of names.entries()) {
        for (const id of inParts) {
          expect(
            await keepIn(places, await partOf(places, id, name, names), index + 1),
            id,
          ).to.deep.equal(kept);
        }
      }
      for (const id of likeParts) await places.forget(id);
      const found = (await places.all()).filter(({ part }) => part === undefined);
      expect(found.map(({ id }) => id)).to.deep.equal([...names].sort());
      for (const [index, name] of names.entries()) {
        expect(O.toUndefined(await places.get(name))).to.include({ id: name, pages: index + 1 });
        const [sum] = (await Promise.all(inParts.map((id) => places.get(id)))).map(O.toUndefined);
        expect(sum).to.include({
          id: 'a in parts',
          pages: (names.length * (names.length + 1)) / 2,
        });
        const id = `${name} in parts`;
        const parts = await places.all({ prefix: id });
        expect(parts.map(({ part }) => part)).to.deep.equal([...names].sort());
        expect(O.toUndefined(await places.get(id, name))).to.include({
          id,
          part: name,
          pages: index + 1,
        });
      }
    }));
});

/** Walks and parts as versions 5 and 6 wrote them, each with as many pages as its name is long. */
const withRowsOf = (version: 5 | 6, use: (places: PostgresPlaces) => Promise<void>) =>
  withDatabase(async ({ pool, rows }) => {
    await rows(fifthTables);
    const ids = names.filter((id) => id !== 'a {"part":"x"}');
    for (const id of ids)
      await rows(fifthWalk, [id, Place.encode(placeAt(id.length)), id.length, null]);
    for (const id of ids.map((name) => `${name} in parts {}`)) {
      await rows(fifthWalk, [id, null, 0, [...names].sort()]);
      for (const name of names) {
        await rows(fifthPart, [
          id,
          name,
          Place.encode(placeAt(name.length)),
          name.length,
          fifthKey(id, name),
        ]);
      }
    }
    await rows(fifthWalk, [
      'marked',
      Place.encode(placeIn(placeAt(9, true), { by: 'mark', run: 'run', before: 2n ** 60n })),
      9,
      null,
    ]);
    if (version === 6) await rows(sixthTables);
    await use(postgresPlaces(pool));
  });

describe('law 17: migrate of rows of versions 5 and 6', () => {
  for (const version of [5, 6] as const) {
    it(`loses no place and no mark of a walk or a part of version ${version}`, () =>
      withRowsOf(version, async (places) => {
        const asked = await partOf(places, 'a in parts {}', 'a', names).then(
          () => 'no error',
          String,
        );
        expect(asked, 'a claim before').to.include('call migrate() first');
        await Promise.all([places.migrate(), places.migrate()]);
        await places.migrate();
        for (const id of names.filter((name) => name !== 'a {"part":"x"}')) {
          expect(pagesOf(await claimOf(places, id)), id).to.equal(id.length);
          for (const name of names) {
            const claim = await partOf(places, `${id} in parts {}`, name, names);
            expect(pagesOf(claim), name).to.equal(name.length);
            expect(await keepIn(places, claim, name.length + 1)).to.deep.equal(kept);
          }
          const sums = O.toUndefined(await places.get(`${id} in parts {}`));
          expect(sums?.pages).to.equal(names.join('').length + names.length);
          await places.forget(`${id} in parts {}`);
        }
        expect((await places.all()).map(({ id }) => id)).to.have.length(7);
        expect(O.toUndefined(await places.get('marked'))).to.include({ mark: 2n ** 60n });
        expect(await places.prune({ finishedBefore: new Date(Date.now() + 60_000) })).to.equal(0);
      }));
  }
});
