import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { randomBytes } from 'node:crypto';
import { firstValueFrom, from } from 'rxjs';
import type { Claim } from '../../../src/index';
import { type PostgresPlaces, postgresPlaces } from '../../../src/stores/postgres/postgresPlaces';
import { claimOf, keepIn, kept } from '../../walk/durable/support/storeCases';
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
        `${id} {"part":"a"}`,
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
