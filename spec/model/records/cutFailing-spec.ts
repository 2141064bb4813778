import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { cutFailing } from '../../../src/model/records/cutFailing';
import { readRecord } from '../../../src/model/records/ObjectRecord';
import { ScalarProperties, TextObjects } from '../../../src/model/records/properties';
import { expectLinear } from '../../support/cost/growth';
import { leftOf } from '../../support/sides';

const wrong = (count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, index) => index);
const errorsOf = (codec: t.Mixed, value: unknown): number => {
  const decoded = codec.decode(cutFailing(codec, value)) as t.Validation<unknown>;
  return E.isLeft(decoded) ? decoded.left.length : 0;
};

describe('cutFailing', () => {
  it('leaves up to a hundred failing entries as they are', () => {
    const value = [...wrong(100), 'good', 'good'];
    expect(cutFailing(t.array(t.string), value)).to.equal(value);
  });

  it('keeps the first hundred failing entries where they stand, with the good ones between them', () => {
    const value = ['good', ...wrong(50), 'good', ...wrong(5_000)];
    expect(cutFailing(t.array(t.string), value)).to.deep.equal([
      'good',
      ...wrong(50),
      'good',
      ...wrong(50),
    ]);
  });

  const nested = t.type({ a: t.array(t.array(t.string)), b: t.union([TextObjects, t.null]) });
  const cases: ReadonlyArray<readonly [what: string, codec: t.Mixed, value: unknown]> = [
    ['an array', t.array(t.string), wrong(5_000)],
    ['a readonly array', t.readonlyArray(t.string), wrong(5_000)],
    ['a record', t.record(t.string, t.string), Object.fromEntries(wrong(5_000).entries())],
    [
      'properties that are not scalar',
      ScalarProperties,
      Object.fromEntries(wrong(5_000).map((n) => [`k${n}`, [n]])),
    ],
    [
      'arrays in arrays, and a union',
      nested,
      { a: wrong(99).map(() => wrong(99)), b: wrong(5_000) },
    ],
    [
      'a partial in an intersection',
      t.intersection([t.partial({ a: t.array(t.string) }), t.type({})]),
      { a: wrong(5_000) },
    ],
  ];
  for (const [what, codec, value] of cases) {
    it(`law 31: bounds the errors of ${what}`, () =>
      expect(errorsOf(codec, value)).to.be.within(20, 600));
  }

  it('never lets a value pass that the codec refuses, nor refuses one that it accepts', () => {
    const codec = t.type({
      list: t.union([t.array(t.string), t.array(t.number)]),
      map: t.record(t.string, t.number),
    });
    const read = readRecord(codec);
    const entry = fc.oneof(
      { weight: 9, arbitrary: fc.integer() },
      { weight: 1, arbitrary: fc.string() },
    );
    const list = fc.array(entry, { maxLength: 300, size: 'max' });
    fc.assert(
      fc.property(list, fc.dictionary(fc.string(), entry), (values, map) => {
        const properties = { list: values, map };
        expect(E.isRight(read({ properties }))).to.equal(
          codec.is(properties) && !Object.hasOwn(map, '__proto__'),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('law 31: explains four times as many wrong entries in at most eight times the time', () => {
    for (const [codec, propertiesOf] of [
      [
        ScalarProperties,
        (count: number) => Object.fromEntries(wrong(count).map((n) => [`k${n}`, [n]])),
      ],
      [t.type({ names: TextObjects }), (count: number) => ({ names: wrong(count) })],
    ] as const) {
      const read = readRecord(codec as t.Mixed);
      expectLinear((times) => {
        const properties = propertiesOf(12_500 * times);
        expect(leftOf(read({ properties }))).to.have.lengthOf(20);
        return () => read({ properties });
      });
    }
  });
});
