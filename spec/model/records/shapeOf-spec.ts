import { expect } from 'chai';
import fc from 'fast-check';
import { shapeOf } from '../../../src/model/records/shapeOf';

const names = fc.uniqueArray(fc.string());

describe('shapeOf', () => {
  it('puts any names into the order of the alphabet', () => {
    fc.assert(
      fc.property(names, (of) => {
        expect(shapeOf(of).order.map((at) => of[at])).to.deep.equal([...of].sort());
      }),
    );
  });

  it('has one digest for names in any order, and another for other names', () => {
    fc.assert(
      fc.property(names, names, (some, others) => {
        const isSame = JSON.stringify([...some].sort()) === JSON.stringify([...others].sort());
        expect(shapeOf([...some].reverse()).digest).to.equal(shapeOf(some).digest);
        expect(shapeOf(some).digest === shapeOf(others).digest).to.equal(isSame);
      }),
    );
  });

  it('keeps the last shapes, and does not confuse them', () => {
    const of = (n: number) => [`a${n}`, 'b', 'c'];
    const digests = Array.from({ length: 20 }, (_, n) => shapeOf(of(n)).digest);
    expect(new Set(digests).size).to.equal(20);
    expect(shapeOf(of(19))).to.equal(shapeOf(of(19)));
    expect(Array.from({ length: 20 }, (_, n) => shapeOf(of(n)).digest)).to.deep.equal(digests);
  });

  it('keeps nothing that takes much memory', () => {
    for (const large of [Array.from({ length: 101 }, (_, n) => `n${n}`), ['x'.repeat(101)]]) {
      expect(shapeOf(large)).to.not.equal(shapeOf(large));
      expect(shapeOf(large)).to.deep.equal(shapeOf(large));
    }
  });
});
