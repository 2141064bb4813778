import { expect } from 'chai';
import { InvalidArgumentError } from 'commander';
import { rateLimit } from '../../../src/cli/commands/options';

describe('--rate-limit', () => {
  it('has requests at once, in a minute, or both', () => {
    expect(rateLimit('8')).to.deep.equal({ concurrent: 8 });
    expect(rateLimit('8/3000')).to.deep.equal({ concurrent: 8, perMinute: 3_000 });
    expect(rateLimit('/3000')).to.deep.equal({ perMinute: 3_000 });
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
      expect(() => rateLimit(text)).to.throw(
        InvalidArgumentError,
        'It must be CONCURRENT, CONCURRENT/PER_MINUTE',
      ));
  }
});
