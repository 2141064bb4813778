import { expect } from 'chai';
import fc from 'fast-check';
import type { Draft } from '../../../src/model/endpoints/Paging';
import { type FieldPart, fieldWriter, writePart } from '../../../src/model/endpoints/writePart';
import { anyText, anyWellFormedText } from '../../support/anyText';

const circular = (): unknown => {
  const value: Record<string, unknown> = {};
  value.self = value;
  return value;
};

describe('writePart', () => {
  const written: ReadonlyArray<readonly [part: FieldPart, what: string, value: unknown, text: string]> = [
    ['query', 'a text', 'Ada & Co=1+1', 'x=Ada%20%26%20Co%3D1%2B1'],
    ['query', 'an empty text', '', 'x='],
    ['query', 'a number', 1.5, 'x=1.5'],
    ['query', 'a bigint, in its digits', 9007199254740993n, 'x=9007199254740993'],
    ['query', 'false', false, 'x=false'],
    ['query', 'an array, as one part for each item', ['a', 2, true], 'x=a&x=2&x=true'],
    ['query', 'an empty array, as nothing', [], ''],
    ['query', 'an object, as its JSON', { a: 1n }, 'x=%7B%22a%22%3A1%7D'],
    ['query', 'an object among others', ['a', { a: 1 }], 'x=a&x=%7B%22a%22%3A1%7D'],
    ['query', 'undefined, as nothing', undefined, ''],
    ['body', 'a text', 'a"b', '"x":"a\\"b"'],
    ['body', 'null', null, '"x":null'],
    ['body', 'an object', { type: 'empty', n: [1] }, '"x":{"type":"empty","n":[1]}'],
    ['body', 'a bigint, in its digits', { n: [9007199254740993n] }, '"x":{"n":[9007199254740993]}'],
    ['body', 'undefined, as nothing', undefined, ''],
  ];

  for (const [part, what, value, text] of written) {
    it(`writes in the ${part}: ${what}`, () => expect(writePart(part, 'x', value)).to.equal(text));
  }

  const refused: ReadonlyArray<readonly [part: FieldPart, what: string, value: unknown]> = [
    ['query', 'null', null],
    ['query', 'a function', () => 'a'],
    ['query', 'half a surrogate pair', 'a\udc00'],
    ['body', 'what goes round in a circle', circular()],
    ['body', 'a function', () => 'a'],
  ];

  for (const [part, what, value] of refused) {
    it(`throws at what cannot stand in the ${part}: ${what}`, () =>
      expect(() => writePart(part, 'x', value)).to.throw());
  }

  it('writes any name and text so that a query string reads them back', () =>
    fc.assert(
      fc.property(anyWellFormedText, anyWellFormedText, (name, text) => {
        expect([...new URLSearchParams(writePart('query', name, text))]).to.deep.equal([[name, text]]);
      }),
    ));

  it('writes any name and value so that a JSON parser reads them back', () =>
    fc.assert(
      fc.property(anyText, fc.jsonValue({ noUnicodeString: false }), (name, value) => {
        const expected: unknown = JSON.parse(JSON.stringify(value));
        const body = JSON.parse(`{${writePart('body', name, value)}}`) as object;
        expect(Object.entries(body)).to.deep.equal([[name, expected]]);
      }),
    ));
});

describe('fieldWriter', () => {
  it('writes a field into a request: what is written again takes the place of what was there', () => {
    const draft: Draft = { method: 'GET', path: '/p', query: new Map([['a', 'a=1']]), body: new Map(), headers: {} };
    const write = fieldWriter('query', 'x');
    expect(write(draft, 1)).to.equal('x=1');
    expect(fieldWriter('query', 'y')(draft, undefined)).to.equal('');
    expect(write(draft, 2)).to.equal('x=2');
    expect([...draft.query]).to.deep.equal([
      ['a', 'a=1'],
      ['x', 'x=2'],
    ]);
  });
});
