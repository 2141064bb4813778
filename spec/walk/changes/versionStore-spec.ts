import { expect } from 'chai';
import fc from 'fast-check';
import { versionStore } from '../../../src/walk/changes/versionStore';

describe('versionStore', () => {
  it('keeps what a sweep that was broken off has not come to', () => {
    const store = versionStore<number, number>();
    for (const key of [1, 2, 3]) store.put(key, 0, true);
    store.begin();
    for (const key of store.sweep()) if (key === 2) break;
    expect([...store.sweep()]).to.deep.equal([3]);
  });

  it('is a Map with a sweep, for any turns in any order', () => {
    const turns = fc.array(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.nat(3)), { maxLength: 20 }),
    );
    fc.assert(
      fc.property(turns, fc.boolean(), (brought, isSwept) => {
        const store = versionStore<number, number>();
        const model = new Map<number, number>();
        for (const turn of brought) {
          store.begin();
          for (const [key, version] of turn) {
            expect(store.put(key, version)).to.equal(model.get(key));
            model.set(key, version);
          }
          if (!isSwept) continue;
          const gone = [...model.keys()].filter((key) => turn.every(([one]) => one !== key));
          expect([...store.sweep()].sort()).to.deep.equal(gone.sort());
          expect([...store.sweep()]).to.deep.equal([]);
          for (const key of gone) model.delete(key);
        }
        for (let key = 0; key <= 12; key += 1) expect(store.put(key, 0)).to.equal(model.get(key));
      }),
    );
  });
});
