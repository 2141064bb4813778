import { expect } from 'chai';
import fc from 'fast-check';
import type { PageToken } from '../../../src/model/PageToken';
import { isSendable, type Part, writePart, writeToken } from '../../../src/model/paging/writePart';
import { anyText, anyToken, anyWellFormedText, anyWellFormedToken } from '../../support/anyText';

const circular = (): unknown => {
  const value: Record<string, unknown> = {};
  value.self = value;
  return value;
};

describe('writePart', () => {
  const written: ReadonlyArray<readonly [place: Part, what: string, value: unknown, parts: ReadonlyArray<string>]> = [
    ['query', 'a text', 'Ada & Co=1+1', ['x=Ada%20%26%20Co%3D1%2B1']],
    ['query', 'an empty text', '', ['x=']],
    ['query', 'a number', 1.5, ['x=1.5']],
    ['query', 'false', false, ['x=false']],
    ['query', 'an array, as one part for each item', ['a', 2, true], ['x=a', 'x=2', 'x=true']],
    ['query', 'an empty array, as nothing', [], []],
    ['query', 'undefined, as nothing', undefined, []],
    ['body', 'a text', 'a"b', ['"x":"a\\"b"']],
    ['body', 'null', null, ['"x":null']],
    ['body', 'an object', { type: 'empty', n: [1] }, ['"x":{"type":"empty","n":[1]}']],
    ['body', 'undefined, as nothing', undefined, []],
  ];

  for (const [place, what, value, parts] of written) {
    it(`writes in the ${place}: ${what}`, () => {
      expect(writePart(place, 'x', value)).to.deep.equal(parts);
    });
  }

  const refused: ReadonlyArray<readonly [place: Part, what: string, value: unknown]> = [
    ['query', 'null', null],
    ['query', 'an object', { a: 1 }],
    ['query', 'an object among others', ['a', { a: 1 }]],
    ['query', 'a bigint', 1n],
    ['query', 'a function', () => 'a'],
    ['query', 'half a surrogate pair', 'a\udc00'],
    ['body', 'what goes round in a circle', circular()],
    ['body', 'a bigint', { n: 1n }],
    ['body', 'a function', () => 'a'],
  ];

  for (const [place, what, value] of refused) {
    it(`throws at what cannot stand in the ${place}: ${what}`, () => {
      expect(() => writePart(place, 'x', value)).to.throw();
    });
  }

  it('writes any name and text so that a query string reads them back', () => {
    fc.assert(
      fc.property(anyWellFormedText, anyWellFormedText, (name, text) => {
        const parts = writePart('query', name, text);
        expect([...new URLSearchParams(parts.join('&'))]).to.deep.equal([[name, text]]);
      }),
    );
  });

  it('writes any name and value so that a JSON parser reads them back', () => {
    fc.assert(
      fc.property(anyText, fc.jsonValue({ noUnicodeString: false }), (name, value) => {
        const expected: unknown = JSON.parse(JSON.stringify(value));
        const body = JSON.parse(`{${writePart('body', name, value).join(',')}}`) as object;
        expect(Object.entries(body)).to.deep.equal([[name, expected]]);
      }),
    );
  });
});

describe('isSendable', () => {
  it('is any token in a body, and any well-formed one in a query string', () => {
    expect(isSendable('body', 'a\ud800')).to.be.true;
    expect(isSendable('query', 'a\ud800')).to.be.false;
    expect(isSendable('query', 'a😀')).to.be.true;
  });
});

describe('writeToken', () => {
  it('law 2: any token that is sendable there is read back byte for byte from a query string', () => {
    fc.assert(
      fc.property(anyWellFormedToken, (token) => {
        expect([...new URLSearchParams(writeToken('query', token))]).to.deep.equal([['pageToken', token]]);
      }),
    );
  });

  it('law 2: any token is read back byte for byte from a body', () => {
    fc.assert(
      fc.property(anyToken, (token) => {
        const sent = new TextDecoder().decode(new TextEncoder().encode(`{${writeToken('body', token)}}`));
        expect(JSON.parse(sent)).to.deep.equal({ pageToken: token });
      }),
    );
  });

  it('law 2: takes a token as it is, percent signs and escapes included', () => {
    expect(writeToken('query', '%2B+ "' as PageToken)).to.equal('pageToken=%252B%2B%20%22');
    expect(writeToken('body', '%2B+ "' as PageToken)).to.equal('"pageToken":"%2B+ \\""');
  });
});
