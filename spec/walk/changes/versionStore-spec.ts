import { expect } from 'chai';
import fc from 'fast-check';
import { versionStore } from '../../../src/walk/changes/versionStore';

describe('versionStore', () => {
  it('gives the last version that was set, and undefined for what is not known', () => {
    const store = versionStore<string>();
    expect(store.get('a')).to.equal(undefined);
    store.set('a', 1, true);
    store.set('b', 'x', false);
    store.set('a', 2, false);
    expect([store.get('a'), store.get('b'), store.get('c')]).to.deep.equal([2, 'x', undefined]);
  });

  it('sweeps what a turn has not set, in the order of the rows, and forgets it', () => {
    const store = versionStore<number>();
    for (const key of [1, 2, 3, 4]) store.set(key, 0, true);
    store.begin();
    store.set(3, 0, false);
    expect([...store.sweep()]).to.deep.equal([1, 2, 4]);
    expect([1, 2, 3, 4].map(store.get)).to.deep.equal([undefined, undefined, 0, undefined]);
    expect([...store.sweep()]).to.deep.equal([]);
  });

  it('keeps what a sweep that was broken off has not come to', () => {
    const store = versionStore<number>();
    for (const key of [1, 2, 3]) store.set(key, 0, true);
    store.begin();
    for (const key of store.sweep()) if (key === 2) break;
    expect([1, 2, 3].map(store.get)).to.deep.equal([undefined, undefined, 0]);
  });

  it('is a Map with a sweep, for any turns in any order', () => {
    const turns = fc.array(fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.nat(3)), { maxLength: 20 }));
    fc.assert(
      fc.property(turns, fc.boolean(), (brought, isSwept) => {
        const store = versionStore<number>();
        const model = new Map<number, number>();
        for (const turn of brought) {
          store.begin();
          for (const [key, version] of turn) {
            const before = store.get(key);
            expect(before).to.equal(model.get(key));
            store.set(key, version, before === undefined);
            model.set(key, version);
          }
          if (!isSwept) continue;
          const gone = [...model.keys()].filter((key) => turn.every(([one]) => one !== key));
          expect([...store.sweep()].sort()).to.deep.equal(gone.sort());
          for (const key of gone) model.delete(key);
        }
        for (let key = 0; key <= 12; key += 1) expect(store.get(key)).to.equal(model.get(key));
      }),
    );
  });
});
