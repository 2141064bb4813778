import { expect } from 'chai';
import fc from 'fast-check';
import { parseExact, parseJson } from '../../../src/model/json/parseExact';
import { writeExact } from '../../../src/model/json/writeExact';
import { bodyOf, expectLinear } from '../../support/cost/growth';
import { integersIn, readsAsExactly, texts } from './texts';

describe('parseExact', () => {
  it('law 28: reads any text as an independent exact reader does', () => readsAsExactly(5_000));

  it('takes digits in strings, names and escapes for what they are', () => {
    for (const text of [
      '{"a":",9007199254740993,"}',
      '{",9007199254740993,":1}',
      '["\\",9007199254740993,"]',
      '["\\\\",9007199254740991,"9007199254740993"]',
      '["[9007199254740993]",": 9007199254740993 "]',
    ]) {
      expect(parseJson(text, BigInt)).to.deep.equal({
        value: JSON.parse(text) as unknown,
        isTooDeep: false,
      });
    }
    expect(parseExact('["\\\\",9007199254740993,"\\\\\\""]')).to.deep.equal([
      '\\',
      9007199254740993n,
      '\\"',
    ]);
  });

  it('reads integers of up to 1,000 digits', () => {
    for (const sign of ['', '-']) {
      expect(parseExact(sign + '9'.repeat(1_000))).to.equal(BigInt(sign + '9'.repeat(1_000)));
      const overlong = parseExact(sign + '9'.repeat(1_001));
      expect((overlong as symbol).description).to.equal(sign + '9'.repeat(1_001));
    }
  });

  const many = (text: string, count: number, between = ','): string =>
    Array(count).fill(text).join(between);
  const costly: Readonly<Record<string, (times: number) => string>> = {
    'rows of 32 digits in a text': (times) => `"${many('1'.repeat(32), 7_500 * times, 'x')}"`,
    'rows of 17 digits in a text': (times) => `"${many('1'.repeat(17), 14_000 * times, 'x')}"`,
    'rows of 16 digits behind marks in a text': (times) =>
      `"${many('1'.repeat(16), 14_000 * times, ':')}"`,
    'one row of a million digits': (times) => `"${'1'.repeat(250_000 * times)}"`,
    'fractions of 1,000 digits': (times) => many(`0.${'1'.repeat(1_000)}`, 250 * times),
    'fractions of 16 digits': (times) => many(`${1 / 3}`, 6_000 * times),
    'escaped quotation marks': (times) => `"${'\\"'.repeat(112_500 * times)}"`,
    'white space': (times) => `1${' '.repeat(250_000 * times)}`,
    'small arrays': (times) => many('[[1]]', 10_000 * times),
  };
  for (const [what, costs] of Object.entries(costly)) {
    it(`law 31: takes at most eight times as long for four times ${what}, beside a large integer`, () => {
      for (const itemsOf of [
        (times: number) => `${costs(times)},9007199254740993`,
        (times: number) => `9007199254740993,${costs(times)}`,
      ]) {
        expectLinear((times) => {
          const text = bodyOf(`[${itemsOf(times)}]`);
          return () => parseExact(text);
        });
      }
    });
  }

  it('reads a text however deep it nests', () => {
    const text = `${'['.repeat(200_000)}9007199254740993${']'.repeat(200_000)}`;
    let value = parseExact(text);
    while (Array.isArray(value)) [value] = value as Array<unknown>;
    expect(value).to.equal(9007199254740993n);
  });
});

describe('writeExact', () => {
  it('law 28: writes what parseExact reads as it was', () =>
    fc.assert(
      fc.property(texts, (text) => {
        const value = parseExact(text);
        const written = writeExact(value) ?? '';
        expect(writeExact(parseExact(written))).to.equal(written);
        for (const digits of integersIn(value)) expect(written).to.include(digits);
        expect(writeExact(JSON.parse(text))).to.equal(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 2_000 },
    ));

  it('writes everything else as JSON.stringify does', () => {
    const rest = {
      at: new Date(0),
      no: undefined,
      f: () => 1,
      list: [undefined, null, 'x', Symbol('s')],
      nan: NaN,
    };
    expect(writeExact({ ...rest, id: 9007199254740993n })).to.equal(
      JSON.stringify({ ...rest, id: 0 }).replace('"id":0', '"id":9007199254740993'),
    );
    expect(writeExact(undefined)).to.equal(undefined);
    expect(writeExact(5n)).to.equal('5');
  });
});
