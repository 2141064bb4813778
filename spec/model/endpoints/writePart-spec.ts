import { expect } from 'chai';
import fc from 'fast-check';
import * as O from 'fp-ts/Option';
import type { PageToken } from '../../../src/model/PageToken';
import type { Draft } from '../../../src/model/endpoints/Paging';
import { byRevision } from '../../../src/model/endpoints/revision';
import { type FieldPart, fieldWriter, writePart } from '../../../src/model/endpoints/writePart';
import { anyText, anyToken, anyWellFormedText, anyWellFormedToken } from '../../support/anyText';
import { token } from '../../support/pages';

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
    it(`writes in the ${part}: ${what}`, () => {
      expect(writePart(part, 'x', value)).to.equal(text);
    });
  }

  const refused: ReadonlyArray<readonly [part: FieldPart, what: string, value: unknown]> = [
    ['query', 'null', null],
    ['query', 'a function', () => 'a'],
    ['query', 'half a surrogate pair', 'a\udc00'],
    ['body', 'what goes round in a circle', circular()],
    ['body', 'a function', () => 'a'],
  ];

  for (const [part, what, value] of refused) {
    it(`throws at what cannot stand in the ${part}: ${what}`, () => {
      expect(() => writePart(part, 'x', value)).to.throw();
    });
  }

  it('writes any name and text so that a query string reads them back', () => {
    fc.assert(
      fc.property(anyWellFormedText, anyWellFormedText, (name, text) => {
        expect([...new URLSearchParams(writePart('query', name, text))]).to.deep.equal([[name, text]]);
      }),
    );
  });

  it('writes any name and value so that a JSON parser reads them back', () => {
    fc.assert(
      fc.property(anyText, fc.jsonValue({ noUnicodeString: false }), (name, value) => {
        const expected: unknown = JSON.parse(JSON.stringify(value));
        const body = JSON.parse(`{${writePart('body', name, value)}}`) as object;
        expect(Object.entries(body)).to.deep.equal([[name, expected]]);
      }),
    );
  });
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

describe('the page token of a revision', () => {
  const written = (part: FieldPart, pageToken: PageToken): string => {
    const draft: Draft = { method: 'POST', path: '/p', query: new Map(), body: new Map(), headers: {} };
    byRevision('1.0', part).write(draft, O.some(pageToken));
    return [...draft[part].values()].join();
  };

  it('is any one in a body, and any well-formed one in a query string', () => {
    expect(byRevision('2.0', 'body').problemOf(token('a\ud800'))).to.equal(undefined);
    expect(byRevision('2.0', 'query').problemOf(token('a\ud800'))).to.match(/Unicode/);
    expect(byRevision('2.0', 'query').problemOf(token('a😀'))).to.equal(undefined);
  });

  it('law 2: any one that is sendable there is read back byte for byte from a query string', () => {
    fc.assert(
      fc.property(anyWellFormedToken, (pageToken) => {
        expect([...new URLSearchParams(written('query', pageToken))]).to.deep.equal([['pageToken', pageToken]]);
      }),
    );
  });

  it('law 2: any one is read back byte for byte from a body', () => {
    fc.assert(
      fc.property(anyToken, (pageToken) => {
        const sent = new TextDecoder().decode(new TextEncoder().encode(`{${written('body', pageToken)}}`));
        expect(JSON.parse(sent)).to.deep.equal({ pageToken });
      }),
    );
  });

  it('law 2: is taken as it is, percent signs and escapes included', () => {
    expect(written('query', token('%2B+ "'))).to.equal('pageToken=%252B%2B%20%22');
    expect(written('body', token('%2B+ "'))).to.equal('"pageToken":"%2B+ \\""');
  });
});
