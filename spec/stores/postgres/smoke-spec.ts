import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { claimOf, keepIn, kept, pagesOf, superseded } from '../../walk/durable/support/storeCases';
import { insert, numbers, withPlaces } from './support/places';

describe('postgresPlaces, over a real Postgres', () => {
  it('law 18: commits the work of a page and its place together', () =>
    withPlaces(async (places, database) => {
      const claim = await claimOf(places);
      expect(claim.place).to.deep.equal(O.none);
      expect(await keepIn(places, claim, 1, insert(1))).to.deep.equal(kept);
      expect(await keepIn(places, claim, 2, insert(2))).to.deep.equal(kept);
      expect(await numbers(database)).to.deep.equal([1, 2]);
      expect(pagesOf(await claimOf(places))).to.equal(2);
    }));

  it('law 19: writes nothing for a walker whose walk was claimed by another', () =>
    withPlaces(async (places, database) => {
      const claim = await claimOf(places);
      await claimOf(places);
      expect(await keepIn(places, claim, 1, insert(1))).to.deep.equal(superseded);
      expect(await numbers(database)).to.deep.equal([]);
    }));
});
