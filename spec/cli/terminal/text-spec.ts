import { expect } from 'chai';
import fc from 'fast-check';
import { escaped, grouped, printableLine } from '../../../src/cli/terminal/text';
import { odd } from '../support/odd';

describe('printable', () => {
  it('makes one line of any text, without what a terminal obeys', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(printableLine(text))
          .to.not.match(odd)
          .and.not.match(/[\r\n]/);
      }),
    ));

  it('is bounded, whatever its length', () =>
    expect(printableLine('x'.repeat(1_000_000)))
      .to.have.length(8_000)
      .and.match(/x…$/));
});

describe('escaped', () => {
  it('leaves JSON as it is but for its letters', () =>
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), (text) => {
        expect(escaped(text)).to.not.match(odd);
        expect(JSON.parse(escaped(text))).to.deep.equal(JSON.parse(text));
      }),
    ));

  it('shows what a terminal would obey, and leaves the ends of lines', () =>
    expect(escaped('a\x1b[2J\r\nb\rc\u202e\u{e0041}\n')).to.equal(
      'a\\u001b[2J\r\nb\\u000dc\\u202e\\udb40\\udc41\n',
    ));
});

describe('grouped', () => {
  for (const [count, text] of [
    [0, '0'],
    [999.4, '999'],
    [999.5, '1,000'],
    [12_345, '12,345'],
    [-1_234_567, '-1,234,567'],
    [Number.MAX_SAFE_INTEGER, '9,007,199,254,740,991'],
    [Infinity, 'Infinity'],
  ] as const) {
    it(`writes ${count} as ${text}`, () => expect(grouped(count)).to.equal(text));
  }
});
