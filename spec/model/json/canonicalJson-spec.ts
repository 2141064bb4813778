import { expect } from 'chai';
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { canonicalJson } from '../../../src/model/json/canonicalJson';
import { reversed } from '../records/reversed';

const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);

describe('canonicalJson', () => {
  it('is the same whatever the order of fields, and another one for another value', () =>
    fc.assert(
      fc.property(json, json, (one, other) => {
        expect(canonicalJson({ one })).to.equal(canonicalJson({ one: reversed(one) }));
        expect(canonicalJson({ one }) === canonicalJson({ one: other })).to.equal(
          isDeepStrictEqual(one, other),
        );
      }),
    ));

  it('is JSON in the order of names, with exact integers', () => {
    const value = { properties: { b: 2n ** 70n, a: [1, null, 'x', undefined] }, none: undefined };
    expect(canonicalJson(value)).to.equal(
      '{"properties":{"a":[1,null,"x",null],"b":1180591620717411303424}}',
    );
    expect(canonicalJson(undefined)).to.equal('');
  });
});
