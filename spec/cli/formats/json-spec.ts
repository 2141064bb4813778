import { expect } from 'chai';
import fc from 'fast-check';
import type { Formatter } from '../../../src/cli/formats/Format';
import { json, jsonText, ndjson } from '../../../src/cli/formats/json';
import { record, withFields } from '../support/records';

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

const pagesOfRecords = fc.array(
  fc.array(
    fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }).map((properties) => record(properties)),
    { maxLength: 4 },
  ),
  { maxLength: 4 },
);

const documentOf = ({ add, end }: Formatter, pages: ReadonlyArray<ReadonlyArray<ReturnType<typeof record>>>): string =>
  pages.map(add).join('') + end();

const overWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('json', () => {
  it('is an array with a record in a line', () => {
    const { add, end } = json.begin();
    expect(add([record({ id: 1 }), record({ id: 2 })]) + add([record({ id: 3 })]) + end()).to.equal(
      '[\n{"properties":{"id":1}},\n{"properties":{"id":2}},\n{"properties":{"id":3}}\n]\n',
    );
  });

  it('is an empty array where there is no object, though there were pages', () => {
    const { add, end } = json.begin();
    expect(add([]) + add([]) + end()).to.equal('[]\n');
  });

  it('is JSON whatever the objects are and however they are paged', () => {
    fc.assert(
      fc.property(pagesOfRecords, (pages) => {
        expect(JSON.parse(documentOf(json.begin(), pages))).to.deep.equal(overWire(pages.flat()));
      }),
    );
  });
});

describe('ndjson', () => {
  it('is a line for each record, whole', () => {
    const { add, end } = ndjson.begin();
    expect(add([withFields({ id: 1 }, { rid: 'ri.1' }), record({ text: 'two\nlines' })]) + end()).to.equal(
      '{"rid":"ri.1","properties":{"id":1}}\n{"properties":{"text":"two\\nlines"}}\n',
    );
  });

  it('is empty where there is no object', () => {
    const { add, end } = ndjson.begin();
    expect(add([]) + end()).to.equal('');
  });

  it('gives every record back, whatever it is', () => {
    fc.assert(
      fc.property(pagesOfRecords, (pages) => {
        const lines = documentOf(ndjson.begin(), pages).split('\n').slice(0, -1);
        expect(lines.map((line): unknown => JSON.parse(line))).to.deep.equal(overWire(pages.flat()));
      }),
    );
  });
});
