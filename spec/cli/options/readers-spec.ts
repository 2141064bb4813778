import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { rateLimit } from '../../../src/cli/options/readers';

describe('--rate-limit', () => {
  it('has requests at once, in a minute, or both', () => {
    expect(rateLimit('8')).to.deep.equal(E.right({ concurrent: 8 }));
    expect(rateLimit('8/3000')).to.deep.equal(E.right({ concurrent: 8, perMinute: 3_000 }));
    expect(rateLimit('/3000')).to.deep.equal(E.right({ perMinute: 3_000 }));
  });

  for (const text of [
    '',
    '/',
    '0',
    '8/',
    '8/0',
    '0/8',
    '-1',
    '1.5',
    '8/3000/1',
    'eight',
    '9'.repeat(17),
  ]) {
    it(`refuses '${text}'`, () =>
      expect(rateLimit(text)).to.deep.equal(
        E.left('must be CONCURRENT, CONCURRENT/PER_MINUTE or /PER_MINUTE, whole numbers above 0'),
      ));
  }
});
