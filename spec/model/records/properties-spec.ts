import { expect } from 'chai';
import type * as t from 'io-ts';
import { passesThrough } from '../../../src/model/records/passesThrough';
import { Scalar, ScalarProperties, TextObjects } from '../../../src/model/records/properties';

const cases: ReadonlyArray<
  readonly [name: string, codec: t.Mixed, good: ReadonlyArray<unknown>, bad: ReadonlyArray<unknown>]
> = [
  [
    'Scalar',
    Scalar,
    ['', 'Ada', 0, -1.5, true, false, null],
    [undefined, {}, [], ['Ada'], { a: 1 }],
  ],
  [
    'ScalarProperties',
    ScalarProperties,
    [{}, { id: 7, name: 'Ada', left: null }],
    [null, [], 5, { id: [7] }, { a: {} }],
  ],
  [
    'TextObjects',
    TextObjects,
    [[], [{}], [{ given: 'Ada', family: 'Lovelace' }, { given: 'A.' }]],
    [null, {}, 'Ada', ['Ada'], [{ given: 5 }], [{ given: null }], [['Ada']]],
  ],
];

describe('the codecs of properties', () => {
  for (const [name, codec, good, bad] of cases) {
    it(`${name} takes what it says, is named in what is said of it and takes the fast path`, () => {
      expect(good.filter((value) => !codec.is(value))).to.deep.equal([]);
      expect(bad.filter((value) => codec.is(value))).to.deep.equal([]);
      expect(codec.name).to.equal(name);
      expect(passesThrough(codec)).to.be.true;
    });
  }
});
