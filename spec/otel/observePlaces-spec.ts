import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { filePlaces } from '../../src/node/index';
import { observePlaces } from '../../src/otel/index';
import { memoryStore, placesOf } from '../../src/stores/index';
import { collect } from '../support/collect';
import { inDirectory } from '../support/inDirectory';
import { numberedWalk, pagesKept } from '../walk/durable/support/numberedWalk';
import { summingMeter } from './support/summing';

/** Places of a store, and what measures them. */
const observedOver = (store = memoryStore()) => {
  const places = placesOf(store);
  return { places, observed: observePlaces(places, { meter: summingMeter().meter }) };
};

describe('places behind observePlaces', () => {
  for (const isAtomic of [true, false]) {
    it(`say ${isAtomic ? 'so' : 'it, too'} where they ${isAtomic ? 'have' : 'have no'} transactions`, () => {
      const { observed } = observedOver({ ...memoryStore(), isAtomic });
      expect(observed.isAtomic).to.equal(isAtomic);
    });
  }

  it('law 42: delta with finish is refused where there are no transactions, before anything is claimed', () =>
    inDirectory(async (directory) => {
      const { meter } = summingMeter();
      const places = filePlaces(directory);
      const walk = () =>
        numberedWalk(observePlaces(places, { meter }), { delta: true, finish: () => undefined });
      expect(walk).to.throw(TypeError, 'delta with finish needs places with transactions');
      expect(await places.all()).to.deep.equal([]);
    }));

  it('finish runs once, also where it failed with the last page', async () => {
    const { observed } = observedOver();
    const finishes: Array<boolean> = [];
    const run = (isBroken: boolean) =>
      pagesKept(
        numberedWalk(observed, {
          finish: () => {
            finishes.push(isBroken);
            if (isBroken) throw new Error('boom');
          },
        }),
      );
    expect(await run(true)).to.deep.equal(['Error: boom']);
    expect(await run(false)).to.deep.equal([2]);
    expect(await run(false)).to.deep.equal([2]);
    expect(finishes).to.deep.equal([true, false]);
  });

  it('A6: a failure is kept with its walk', async () => {
    const { places, observed } = observedOver();
    const work = (): never => {
      throw new Error('boom');
    };
    await collect(numberedWalk(observed, { work })).catch(String);
    expect(O.toUndefined(await places.get('walk'))?.failure).to.include({
      page: 1,
      message: 'boom',
    });
  });
});
