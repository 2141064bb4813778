import { expect } from 'chai';
import fc from 'fast-check';
import { parseExact, parseJson } from '../../../src/model/json/parseExact';
import { quoteLarge } from '../../../src/model/json/quoteLarge';
import { writeExact } from '../../../src/model/json/writeExact';
import { bodyOf, isWithin } from '../../support/cost';
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
  const costly: Readonly<Record<string, string>> = {
    'rows of 32 digits in a text': `"${many('1'.repeat(32), 30_000, 'x')}"`,
    'rows of 17 digits in a text': `"${many('1'.repeat(17), 55_000, 'x')}"`,
    'rows of 16 digits behind marks in a text': `"${many('1'.repeat(16), 55_000, ':')}"`,
    'one row of a million digits': `"${'1'.repeat(1_000_000)}"`,
    'fractions of 1,000 digits': many(`0.${'1'.repeat(1_000)}`, 1_000),
    'escaped quotation marks': `"${'\\"'.repeat(450_000)}"`,
    'white space': `1${' '.repeat(1_000_000)}`,
    'small arrays': many('[[1]]', 100_000),
  };
  for (const [what, costs] of Object.entries(costly)) {
    it(`law 31: takes at most five times as long as JSON.parse for ${what}, beside a large integer`, () => {
      for (const items of [`${costs},9007199254740993`, `9007199254740993,${costs}`]) {
        const text = bodyOf(`[${items}]`);
        const read = (): unknown => JSON.parse(text);
        expect(isWithin(5, () => parseExact(text), read)).to.equal(true);
      }
    });
  }

  it('law 31: reads long fractions in at most twice the time of JSON.parse, and finds an integer behind them as fast', () => {
    const [none = '', one = ''] = ['', `,${2n ** 53n}`].map((last) =>
      bodyOf(`[${many(`${1 / 3}`, 50_000)}${last}]`),
    );
    const [read, look] = [(): unknown => JSON.parse(none), (): unknown => quoteLarge(none)];
    expect(isWithin(2, () => parseExact(none), read)).to.equal(true);
    expect(isWithin(2, () => quoteLarge(one), look)).to.equal(true);
  });

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
