import { expect } from 'chai';
import fc from 'fast-check';
import { isLeft } from 'fp-ts/Either';
import { none } from 'fp-ts/Option';
import { listObjects, type Problem } from '../../../src/index';
import { isSegment, isTemplate, placeholders } from '../../../src/model/endpoints/path';
import { prepareWalk } from '../../support/prepared';
import { anyText } from '../../support/anyText';

const template = '/api/v1/ontologies/{ontologyRid}/objects/{objectType}';

/** The segments that a URL parser, which resolves dots, finds in a path. */
const segmentsSeen = (path: string): ReadonlyArray<string> => {
  const { pathname, search, hash, host } = new URL(`https://service.example${path}`);
  expect([search, hash, host]).to.deep.equal(['', '', 'service.example']);
  return pathname.split('/').slice(1);
};

/** A template with its values in it, and what was refused of them. */
const fill = (
  path: string,
  params: object,
): { readonly path: string; readonly problems: ReadonlyArray<Problem> } => {
  const walk = prepareWalk({ ...listObjects, path }, params);
  return isLeft(walk)
    ? { path: '', problems: walk.left }
    : { path: walk.right.requestFor(none).url, problems: [] };
};

const filledWith = (path: string, params: object): string => {
  const filled = fill(path, params);
  expect(filled.problems).to.deep.equal([]);
  return filled.path;
};

describe('placeholders', () => {
  it('are the names of a template in their order', () => {
    expect(placeholders(template)).to.deep.equal(['ontologyRid', 'objectType']);
    expect(placeholders('/{a}/{b_2}/c')).to.deep.equal(['a', 'b_2']);
    expect(placeholders('/api/all')).to.deep.equal([]);
  });
});

describe('isTemplate', () => {
  it('accepts plain segments and names', () => {
    const plain = "/a-b_c.d~e/!$&'()*+,;=:@/...";
    const named = [
      template,
      '/{a}',
      '/v1/{project}:list',
      "/Books('{id}')",
      '/{a}.{b}',
      '/.{a}{b}.',
    ];
    for (const path of [plain, '/', '/api/', ...named]) expect(isTemplate(path), path).to.be.true;
    expect(filledWith(plain, {})).to.equal(plain);
  });

  const bad: ReadonlyArray<readonly [what: string, path: string]> = [
    ['no leading slash', 'api/{x}'],
    ['no path at all', ''],
    ['an absolute address', 'https://elsewhere.example/{x}'],
    ['an empty segment', '/api//{x}'],
    ['two slashes at its end', '/api//'],
    ['a query string', '/api?x=1'],
    ['a query string behind a name', '/api/{x}?y=1'],
    ['a fragment', '/api#x'],
    ['a dot', '/api/./{x}'],
    ['two dots', '/api/../{x}'],
    ['an encoded dot', '/api/%2e%2e/{x}'],
    ['a dot before its end', '/api/./'],
    ['an open brace', '/api/{x'],
    ['an empty name', '/api/{}'],
    ['a name with a space', '/api/{a b}'],
    ['a space', '/api/a b'],
    ['a backslash', '/api\\{x}'],
  ];

  for (const [what, path] of bad) {
    it(`refuses ${what}`, () => expect(isTemplate(path)).to.be.false);
  }
});

describe('the params of a path', () => {
  const refused: ReadonlyArray<readonly [what: string, value: unknown, message: RegExp]> = [
    ['nothing', undefined, /string/],
    ['null', null, /string/],
    ['a fraction', 7.5, /whole number/],
    ['a number that was rounded', 2 ** 53, /whole number/],
    ['NaN', NaN, /whole number/],
    ['an object that would print as dots', { toString: () => '..' }, /string/],
    ['an empty text', '', /empty/],
    ['a dot', '.', /'\.'/],
    ['two dots', '..', /'\.\.'/],
    ['half a surrogate pair', 'a\ud800', /Unicode/],
  ];

  for (const [what, value, message] of refused) {
    it(`law 14: refuses ${what}`, () => {
      const [problem, ...others] = fill('/a/{x}/b', { x: value }).problems;
      expect(problem).to.have.property('at', 'x');
      expect(problem?.message).to.match(message);
      expect(others).to.be.empty;
      expect(isSegment(value)).to.be.false;
    });
  }

  it('takes whole numbers, and writes their digits', () => {
    expect(filledWith('/{a}/{b}/{c}', { a: 7, b: -1n, c: 2n ** 64n })).to.equal(
      '/7/-1/18446744073709551616',
    );
  });

  it('law 14: any text stays in its segment, whole, or is a problem', () =>
    fc.assert(
      fc.property(anyText, anyText, (ontologyRid, objectType) => {
        const { path, problems } = fill(template, { ontologyRid, objectType });
        if (problems.length > 0) {
          const isUnwritable = (text: string): boolean => /^\.{0,2}$|\p{Surrogate}/u.test(text);
          expect([ontologyRid, objectType].some(isUnwritable)).to.be.true;
          return;
        }
        expect(segmentsSeen(path).map(decodeURIComponent)).to.deep.equal([
          'api',
          'v1',
          'ontologies',
          ontologyRid,
          'objects',
          objectType,
        ]);
      }),
    ));

  it('law 14: any text made of dots, slashes and percent signs stays in its segment or is a problem', () => {
    const marks = [
      '.',
      '..',
      '/',
      '%',
      '2e',
      '2E',
      '%2e',
      '%2F',
      '\\',
      '?',
      '#',
      ';',
      '{',
      'x}',
      'Ž',
    ];
    const tricky = fc.array(fc.constantFrom(...marks));
    fc.assert(
      fc.property(tricky, (parts) => {
        const value = parts.join('');
        const { path, problems } = fill('/a/{x}/b', { x: value });
        expect(isSegment(value)).to.equal(problems.length === 0);
        if (problems.length > 0) expect(['', '.', '..']).to.include(value);
        else expect(segmentsSeen(path).map(decodeURIComponent)).to.deep.equal(['a', value, 'b']);
      }),
    );
  });
});

describe('law 14: names side by side', () => {
  it('never make . or .. of a segment', () => {
    for (const path of ['/x/{a}{b}', '/x/.{a}', '/x/{a}.', '/x/.{a}{b}']) {
      for (const a of ['.', '..', '...', '', '%2e', 'a']) {
        for (const b of ['.', '..', '', '%2E%2e', 'b']) {
          const { path: filled, problems } = fill(path, path.includes('{b}') ? { a, b } : { a });
          if (problems.length === 0)
            expect(new URL(filled, 'http://h.example').pathname).to.equal(filled);
        }
      }
    }
    expect(filledWith('/x/{a}{b}', { a: 'c', b: '/../d' })).to.equal('/x/c%2F..%2Fd');
  });
});
