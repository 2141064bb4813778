import { expect } from 'chai';
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { recordDigest } from '../../../src/cli/check/recordDigest';
import { reversed } from '../../model/records/reversed';

const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);

describe('recordDigest', () => {
  it('is the same whatever the order of fields, and another one for another value', () =>
    fc.assert(
      fc.property(json, json, (one, other) => {
        expect(recordDigest({ one })).to.equal(recordDigest({ one: reversed(one) }));
        expect(recordDigest({ one }) === recordDigest({ one: other })).to.equal(
          isDeepStrictEqual(one, other),
        );
      }),
    ));

  it('is SHA-256 of its JSON in the order of names: another program can make it', () => {
    // printf '{"properties":{"a":[1,null,"x"],"b":true}}' | openssl dgst -sha256 -binary | base64
    expect(recordDigest({ properties: { b: true, a: [1, null, 'x'] } })).to.equal(
      '_YGJcd8Nm1GGbKJ29dqlym1Kf3QdS47bDZBAQK7mAJo',
    );
  });

  it('tells apart what is easily mixed up', () => {
    const values = [
      1,
      '1',
      [1],
      ['1'],
      { 0: 1 },
      {},
      [],
      null,
      '',
      [[]],
      [null],
      true,
      'true',
      Infinity,
      'Infinity',
    ];
    const digests = values.map((value) => recordDigest({ value }));
    expect(new Set(digests).size).to.equal(values.length);
  });

  it('reads what nests deeper than the stack goes, and what is larger than it hashes at once', () => {
    const deep = (inner: string) =>
      JSON.parse(`${'['.repeat(100_000)}${inner}${']'.repeat(100_000)}`) as object;
    expect(recordDigest(deep('1'))).to.not.equal(recordDigest(deep('2')));
    const long = 'x'.repeat(300_000);
    expect(recordDigest({ a: `${long}1` })).to.not.equal(recordDigest({ a: `${long}2` }));
  });
});
