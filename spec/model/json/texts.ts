import { expect } from 'chai';
import fc from 'fast-check';
import { parseJson } from '../../../src/model/json/parseExact';
import { readExactly } from './exactReader';

/** Numbers as they are written: around the edge of what is safe, and in every other form. */
const numbers = fc.oneof(
  fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }).map(String),
  fc.bigInt({ min: -(2n ** 53n) - 3n, max: 3n - 2n ** 53n }).map(String),
  fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }).map(String),
  fc.bigInt({ min: 10n ** 15n, max: 10n ** 16n }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => JSON.stringify(n)),
  fc.constantFrom(
    '9007199254740993.0',
    '1e16',
    '12345678901234567890e2',
    '0.1234567890123456789',
    '1e-20',
    '-0',
    '0',
  ),
  fc.constantFrom(
    '1E400',
    '-9007199254740993E0',
    '123456789012345678901.5',
    '9007199254740991',
    '9007199254740992',
  ),
);

/** Strings that look like numbers between the marks of JSON. */
const strings = fc
  .array(
    fc.oneof(
      numbers,
      fc.constantFrom(',', ' ', '[', ']', '"', '\\', '\\"', ':', '{', '}', '☃', '\u0001', 'a'),
    ),
    {
      maxLength: 6,
    },
  )
  .map((parts) => JSON.stringify(parts.join('')));

const space = fc.constantFrom('', '', '', ' ', '\n', '\t', '\r\n');
const names = fc.oneof(strings, fc.constantFrom('"a"', '"b"', '"__proto__"', '"9007199254740993"'));

const spaced = (parts: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(space, parts, space).map((written) => written.join(''));

/** Texts of JSON. */
export const { texts } = fc.letrec<{ texts: string }>((tie) => ({
  texts: spaced(
    fc.oneof(
      { maxDepth: 4 },
      numbers,
      strings,
      fc.constantFrom('null', 'true', 'false'),
      fc.array(tie('texts'), { maxLength: 4 }).map((items) => `[${items.join()}]`),
      fc
        .array(fc.tuple(spaced(names), tie('texts')), { maxLength: 4 })
        .map((fields) => `{${fields.map((field) => field.join(':')).join()}}`),
    ),
  ),
}));

/** The bigints in a value, in digits. */
export const integersIn = (value: unknown): ReadonlyArray<string> =>
  typeof value === 'bigint'
    ? [String(value)]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(integersIn)
      : [];

/** Reads random texts, and compares with what an independent exact reader reads; at least a tenth has large integers. */
export const readsAsExactly = (numRuns: number): void => {
  let large = 0;
  fc.assert(
    fc.property(texts, (text) => {
      const { value, hasLarge, isTooDeep } = parseJson(text, BigInt);
      const expected = readExactly(text);
      expect(value, text).to.deep.equal(expected);
      expect(isTooDeep, text).to.be.false;
      if (integersIn(expected).length > 0) {
        expect(hasLarge, text).to.be.true;
        large += 1;
      } else {
        expect(value, text).to.deep.equal(JSON.parse(text));
      }
    }),
    { numRuns },
  );
  expect(large).to.be.greaterThan(numRuns / 10);
};
