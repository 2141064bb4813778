import { expect } from 'chai';
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { sameValue } from '../../../src/angular/table/mergeRows';

describe('sameValue', () => {
  it('says of JSON what Node says, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(sameValue(one, structuredClone(one))).to.equal(true);
        expect(sameValue(one, other)).to.equal(isDeepStrictEqual(one, other));
      }),
    );
  });

  it('knows dates and bigints, and an array from an object', () => {
    expect(sameValue({ at: new Date(5), id: 1n }, { at: new Date(5), id: 1n })).to.equal(true);
    expect(sameValue(new Date(5), new Date(6))).to.equal(false);
    expect(sameValue([], {})).to.equal(false);
    expect(sameValue({ a: undefined }, { b: undefined })).to.equal(false);
  });

  it('takes what it cannot look into for different, unless it is the same', () => {
    const map = new Map();
    expect([sameValue(map, map), sameValue(map, new Map())]).to.deep.equal([true, false]);
  });

  it('is exhausted by no depth', () => {
    const deep = (): unknown => {
      let value: unknown = 1;
      for (let depth = 0; depth < 100_000; depth += 1) value = [value];
      return value;
    };
    expect(sameValue(deep(), deep())).to.equal(true);
  });
});
