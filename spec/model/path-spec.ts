import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import { fillPath, placeholders } from '../../src/model/path';
import { anyText } from '../support/anyText';
import { leftOf, rightOf } from '../support/sides';

const template = '/api/v1/ontologies/{ontologyRid}/objects/{objectType}';

/** The segments that a URL parser, which resolves dots, finds in a path. */
const segmentsSeen = (path: string): ReadonlyArray<string> => {
  const { pathname, search, hash, host } = new URL(`https://service.example${path}`);
  expect([search, hash, host]).to.deep.equal(['', '', 'service.example']);
  return pathname.split('/').slice(1);
};

describe('placeholders', () => {
  it('are the names of a template in their order', () => {
    expect(placeholders(template)).to.deep.equal(['ontologyRid', 'objectType']);
    expect(placeholders('/{a}/{b_2}/c')).to.deep.equal(['a', 'b_2']);
    expect(placeholders('/api/all')).to.deep.equal([]);
  });

  it('leave every plain segment alone that a URL leaves alone', () => {
    const path = "/a-b_c.d~e/!$&'()*+,;=:@/...";
    expect(placeholders(path)).to.deep.equal([]);
    expect(rightOf(fillPath(path, {}))).to.equal(path);
  });

  const bad: ReadonlyArray<readonly [what: string, path: string]> = [
    ['no leading slash', 'api/{x}'],
    ['no path at all', ''],
    ['an absolute address', 'https://elsewhere.example/{x}'],
    ['an empty segment', '/api//{x}'],
    ['a trailing slash', '/api/'],
    ['the root alone', '/'],
    ['a query string', '/api?x=1'],
    ['a query string behind a name', '/api/{x}?y=1'],
    ['a fragment', '/api#x'],
    ['a dot', '/api/./{x}'],
    ['two dots', '/api/../{x}'],
    ['an encoded dot', '/api/%2e%2e/{x}'],
    ['half a segment', '/api/x-{x}'],
    ['two names in a segment', '/api/{x}{y}'],
    ['an open brace', '/api/{x'],
    ['an empty name', '/api/{}'],
    ['a name with a space', '/api/{a b}'],
    ['a space', '/api/a b'],
    ['a backslash', '/api\\{x}'],
  ];

  for (const [what, path] of bad) {
    it(`refuse a template with ${what}`, () => {
      expect(() => placeholders(path)).to.throw(TypeError);
    });
  }
});

describe('fillPath', () => {
  it('fills every placeholder', () => {
    expect(rightOf(fillPath(template, { ontologyRid: 'ri.ontology.main', objectType: 'employee' }))).to.equal(
      '/api/v1/ontologies/ri.ontology.main/objects/employee',
    );
  });

  const kept: ReadonlyArray<readonly [value: string, written: string]> = [
    ['a/b', 'a%2Fb'],
    ['../x', '..%2Fx'],
    ['...', '...'],
    ['.hidden', '.hidden'],
    ['%', '%25'],
    ['%2e%2e', '%252e%252e'],
    ['%2E', '%252E'],
    ['?a=b', '%3Fa%3Db'],
    ['#top', '%23top'],
    ['\\', '%5C'],
    ['a b\t\n', 'a%20b%09%0A'],
    ['Žižkov', '%C5%BDi%C5%BEkov'],
    ['😀', '%F0%9F%98%80'],
    ['{objectType}', '%7BobjectType%7D'],
    ['\0', '%00'],
  ];

  for (const [value, written] of kept) {
    it(`law 14: keeps ${JSON.stringify(value)} in its segment`, () => {
      const path = rightOf(fillPath('/a/{x}/b', { x: value }));
      expect(path).to.equal(`/a/${written}/b`);
      expect(segmentsSeen(path).map(decodeURIComponent)).to.deep.equal(['a', value, 'b']);
    });
  }

  const refused: ReadonlyArray<readonly [what: string, value: unknown, message: string]> = [
    ['nothing', undefined, 'must be a string'],
    ['null', null, 'must be a string'],
    ['a number', 7, 'must be a string'],
    ['an object that would print as dots', { toString: () => '..' }, 'must be a string'],
    ['an empty text', '', 'must not be empty'],
    ['a dot', '.', "must not be '.', which would leave its path segment"],
    ['two dots', '..', "must not be '..', which would leave its path segment"],
    ['half a surrogate pair', 'a\ud800', 'holds half a surrogate pair, which no URL can carry'],
  ];

  for (const [what, value, message] of refused) {
    it(`law 14: refuses ${what}`, () => {
      expect(leftOf(fillPath('/a/{x}/b', { x: value }))).to.deep.equal([{ at: 'x', message }]);
    });
  }

  it('names every bad value at once', () => {
    const problems = leftOf(fillPath('/{a}/{b}/{c}/{d}', { a: '', b: '..', c: 'fine' }));
    expect(problems.map(({ at }) => at)).to.deep.equal(['a', 'b', 'd']);
  });

  it('law 14: any text stays in its segment, whole, or is a problem', () => {
    fc.assert(
      fc.property(anyText, anyText, (ontologyRid, objectType) => {
        const filled = fillPath(template, { ontologyRid, objectType });
        if (E.isLeft(filled)) {
          const isUnwritable = (text: string): boolean => /^\.{0,2}$|\p{Surrogate}/u.test(text);
          expect([ontologyRid, objectType].some(isUnwritable)).to.be.true;
          return;
        }
        expect(segmentsSeen(filled.right).map(decodeURIComponent)).to.deep.equal(
          ['api', 'v1', 'ontologies', ontologyRid, 'objects', objectType],
        );
      }),
    );
  });

  it('law 14: any text made of dots, slashes and percent signs stays in its segment or is a problem', () => {
    const tricky = fc.array(fc.constantFrom('.', '..', '/', '%', '2e', '2E', '%2e', '%2F', '\\', '?', '#', ';'));
    fc.assert(
      fc.property(tricky, (parts) => {
        const value = parts.join('');
        const filled = fillPath('/a/{x}/b', { x: value });
        if (E.isLeft(filled)) expect(['', '.', '..']).to.include(value);
        else expect(segmentsSeen(filled.right).map(decodeURIComponent)).to.deep.equal(['a', value, 'b']);
      }),
    );
  });
});
