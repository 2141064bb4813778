import { expect } from 'chai';
import fc from 'fast-check';
import { jsonText } from '../../../src/cli/stream/jsonText';

describe('jsonText', () => {
  it('is what JSON.stringify writes, of everything that JSON can hold', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(jsonText(value)).to.equal(JSON.stringify(value));
      }),
    );
  });

  it('refuses a number that was read and cannot be written, wherever it stands', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('1e999', '-1e999'), fc.array(fc.boolean()), (value, number, path) => {
        const text = path.reduce<string>(
          (inner, isArray) => (isArray ? `[${JSON.stringify(value)},${inner}]` : `{"a":${inner},"b":null}`),
          number,
        );
        expect(() => jsonText(JSON.parse(text))).to.throw(TypeError);
      }),
    );
  });

  it('writes what is nested as deeply as JSON.stringify can', () => {
    const value: unknown = JSON.parse(`${'['.repeat(3_000)}null${']'.repeat(3_000)}`);
    expect(jsonText(value)).to.equal(JSON.stringify(value));
  });
});
