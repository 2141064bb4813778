import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { Int64 } from '../../../src/model/records/Int64';
import { rightOf } from '../../support/sides';

describe('Int64', () => {
  const max = 2n ** 63n - 1n;

  it('reads a bigint, a safe integer and the digits of an integer', () => {
    for (const [given, read] of [
      [0, 0n],
      [-0, 0n],
      [-5, -5n],
      [9007199254740991, 9007199254740991n],
      [max, max],
      [-max - 1n, -max - 1n],
      [String(max), max],
      [String(-max - 1n), -max - 1n],
      ['0', 0n],
    ] as const) {
      expect(rightOf(Int64.decode(given))).to.equal(read);
    }
  });

  it('refuses what does not fit into 64 bits, what is not exact and what is not in plain digits', () => {
    for (const given of [
      ...[max + 1n, -max - 2n, String(max + 1n), '9'.repeat(1_000_000)],
      ...[
        2 ** 53,
        1.5,
        NaN,
        Infinity,
        '',
        ' 1',
        '1 ',
        '+1',
        '007',
        '-0',
        '1e3',
        '1.0',
        '0x10',
        '१',
      ],
      ...[null, undefined, true, [], [1], {}, new Date(1)],
    ]) {
      expect(E.isLeft(Int64.decode(given)), typeof given).to.be.true;
    }
  });

  it('is a guard for bigints of 64 bits, and writes digits', () => {
    expect([max, 1n, max + 1n, 1, '1'].map((u) => Int64.is(u))).to.deep.equal([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(Int64.encode(-max)).to.equal('-9223372036854775807');
  });
});
