import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { createClient, durable, type DurableStart, endpoint } from '../../src/index';
import { filePlaces } from '../../src/node/index';
import { observePlaces } from '../../src/otel/index';
import { at, byCursor, query } from '../../src/paging/index';
import { memoryStore, placesOf } from '../../src/stores/index';
import { collect } from '../support/collect';
import { inDirectory } from '../support/inDirectory';
import { answer, ok, scriptedTransport } from '../support/scriptedTransport';
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

  it('law 42: count each object that was kept, also of a full run where a token was too old', async () => {
    const page = (data: ReadonlyArray<string>, more: object) => ok({ data, ...more });
    const stale = answer(400, { errorName: 'InvalidPageToken' });
    const { transport } = scriptedTransport(
      page(['a'], { sync: 's1' }),
      ...[page(['b'], { next: '2' }), stale, answer(410, {})],
      ...[page(['a', 'b'], { next: '2' }), page(['c'], { sync: 's2' })],
    );
    const client = createClient({ transport, retry: false });
    const events = endpoint({
      name: 'events',
      method: 'GET',
      path: '/events',
      paging: byCursor({ from: at('next'), to: query('cursor') }),
      delta: { from: at('sync'), to: query('since') },
    });
    const { meter, sums } = summingMeter();
    const places = observePlaces(placesOf(memoryStore()), { meter });
    const pages = (start: DurableStart) => client.pages(events, { ...start });
    const run = () =>
      pagesKept(durable({ id: 'walk', places, delta: true, pages, work: () => undefined }));
    expect([await run(), await run()]).to.deep.equal([[1], [1, 1, 2]]);
    expect(sums()['pagewalk.durable.objects']).to.equal(5);
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
