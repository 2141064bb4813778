import { expect } from 'chai';
import fc from 'fast-check';
import type { Formatter } from '../../../src/cli/formats/Format';
import { jsonFormat, exactJson } from '../../../src/cli/formats/json';
import { record } from '../support/records';

describe('exactJson', () => {
  it('is what JSON.stringify writes, of everything that JSON can hold', () =>
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(exactJson(value)).to.equal(JSON.stringify(value));
      }),
    ));

  it('refuses a number that was read and cannot be written, wherever it stands', () =>
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom('1e999', '-1e999'),
        fc.array(fc.boolean()),
        (value, number, path) => {
          const text = path.reduce<string>(
            (inner, isArray) =>
              isArray ? `[${JSON.stringify(value)},${inner}]` : `{"a":${inner},"b":null}`,
            number,
          );
          expect(() => exactJson(JSON.parse(text))).to.throw(TypeError);
        },
      ),
    ));

  it('writes what is nested as deeply as JSON.stringify can', () => {
    const value: unknown = JSON.parse(`${'['.repeat(3_000)}null${']'.repeat(3_000)}`);
    expect(exactJson(value)).to.equal(JSON.stringify(value));
  });
});

const pagesOfRecords = fc.array(
  fc.array(
    fc
      .dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true })
      .map((properties) => record(properties)),
    { maxLength: 4 },
  ),
  { maxLength: 4 },
);

const documentOf = (
  { add, end }: Formatter,
  pages: ReadonlyArray<ReadonlyArray<ReturnType<typeof record>>>,
): string => pages.flat().map(add).join('') + end();

const overWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('json', () => {
  it('is JSON whatever the objects are and however they are paged', () =>
    fc.assert(
      fc.property(pagesOfRecords, (pages) => {
        expect(JSON.parse(documentOf(jsonFormat(true).begin(), pages))).to.deep.equal(
          overWire(pages.flat()),
        );
      }),
    ));
});

describe('ndjson', () => {
  it('gives every record back, whatever it is', () =>
    fc.assert(
      fc.property(pagesOfRecords, (pages) => {
        const lines = documentOf(jsonFormat(false).begin(), pages).split('\n').slice(0, -1);
        expect(lines.map((line): unknown => JSON.parse(line))).to.deep.equal(
          overWire(pages.flat()),
        );
      }),
    ));
});
