import { expect } from 'chai';
import fc from 'fast-check';
import * as O from 'fp-ts/Option';
import { repeatGuard } from '../../src/model/repeatGuard';
import { token } from '../support/pages';

describe('repeatGuard (law 8)', () => {
  it('raises no false alarm over any tokens that differ', () =>
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 3_000 }), (texts) => {
        const isRepeated = repeatGuard(O.none);
        expect(texts.some((text) => isRepeated(token(text)))).to.equal(false);
      }),
    ));

  it('knows any of the last 1,000 tokens', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4_000 }),
        fc.integer({ min: 1, max: 1_000 }),
        (count, back) => {
          const isRepeated = repeatGuard(O.none);
          for (let i = 0; i < count; i++) isRepeated(token(`t${i}`));
          expect(isRepeated(token(`t${Math.max(0, count - back)}`))).to.equal(true);
        },
      ),
      { examples: [[4_000, 1_000]] },
    ));

  it('forgets older ones, so that its memory is bounded', () => {
    const isRepeated = repeatGuard(O.none);
    for (let i = 0; i < 1_500; i++) isRepeated(token(`t${i}`));
    expect(isRepeated(token('t3'))).to.equal(false);
  });

  it('finds a cycle that is longer than what it remembers and begins after any tail', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 1_001, max: 4_000 }),
        (tail, length) => {
          const isRepeated = repeatGuard(O.none);
          const at = (n: number): number => (n < tail ? n : tail + ((n - tail) % length));
          let asked = 0;
          while (asked < 4 * (tail + length) && !isRepeated(token(`t${at(asked)}`))) asked += 1;
          expect(asked).to.be.within(tail + length, 3 * (tail + length));
        },
      ),
      { numRuns: 20, examples: [[1, 1_001]] },
    ));

  it('knows the token that the walk began with', () =>
    expect(repeatGuard(O.some(token('a')))(token('a'))).to.equal(true));
});
