import { expect } from 'chai';
import * as t from 'io-ts';
import { passesThrough } from '../../../src/model/records/passesThrough';
import { Scalar, ScalarProperties, TextObjects } from '../../../src/model/records/properties';

const cases: ReadonlyArray<
  readonly [name: string, codec: t.Mixed, good: ReadonlyArray<unknown>, bad: ReadonlyArray<unknown>]
> = [
  ['Scalar', Scalar, ['', 'Ada', 0, -1.5, true, false, null], [undefined, {}, [], ['Ada'], { a: 1 }]],
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
    for (const value of good) {
      it(`${name} takes ${JSON.stringify(value)} as it is`, () => {
        expect(codec.is(value)).to.be.true;
        expect(codec.decode(value)).to.deep.equal(t.success(value));
      });
    }

    for (const value of bad) {
      it(`${name} refuses ${JSON.stringify(value)}`, () => {
        expect(codec.is(value)).to.be.false;
        expect((codec.decode(value) as t.Validation<unknown>)._tag).to.equal('Left');
      });
    }

    it(`${name} is named in what is said of it and takes the fast path`, () => {
      expect(codec.name).to.equal(name);
      expect(passesThrough(codec)).to.be.true;
    });
  }
});
