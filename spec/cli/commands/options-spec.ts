import { expect } from 'chai';
import { InvalidArgumentError } from 'commander';
import { rateLimit } from '../../../src/cli/commands/options';

describe('--rate-limit', () => {
  const read: ReadonlyArray<readonly [text: string, limits: object]> = [
    ['8', { concurrent: 8 }],
    ['8/3000', { concurrent: 8, perMinute: 3_000 }],
    ['/3000', { perMinute: 3_000 }],
  ];
  for (const [text, limits] of read) {
    it(`${text} means ${JSON.stringify(limits)}`, () => {
      expect(rateLimit(text)).to.deep.equal(limits);
    });
  }

  for (const text of ['', '/', '0', '8/', '8/0', '0/8', '-1', '1.5', '8/3000/1', 'eight', '9'.repeat(17)]) {
    it(`refuses '${text}'`, () => {
      expect(() => rateLimit(text)).to.throw(InvalidArgumentError, 'It must be CONCURRENT, CONCURRENT/PER_MINUTE');
    });
  }
});
