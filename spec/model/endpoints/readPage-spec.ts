import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { type Endpoint, endpoint } from '../../../src/model/endpoints/endpoint';
import {
  type HttpResponse,
  listObjects,
  type PageFailure,
  searchObjects,
} from '../../../src/index';
import type { Envelope } from '../../../src/model/paging/envelope';
import { readPage } from '../../../src/model/endpoints/readPage';
import { bodyOf, expectLinear } from '../../support/cost/growth';
import { more } from '../../support/pages';
import { leftOf, rightOf } from '../../support/sides';

const answer = (body: string, type?: string): HttpResponse => ({
  status: 200,
  headers: type === undefined ? {} : { 'content-type': type },
  body,
});

const json = (value: unknown): HttpResponse => answer(JSON.stringify(value), 'application/json');

/** The answer to a request for the first page. */
const read =
  (target: Endpoint) =>
  (response: HttpResponse): E.Either<PageFailure, Envelope> =>
    readPage(target.scheme)(response, { url: '/' }, O.none);

const problems = (
  response: HttpResponse,
  target = listObjects as typeof listObjects | typeof searchObjects,
): unknown => {
  const failure = leftOf(read(target)(response));
  expect(failure._tag).to.equal('InvalidEnvelope');
  return 'problems' in failure && failure.problems.map(({ at, message }) => `${at} ${message}`);
};

describe('readPage', () => {
  const noJson: ReadonlyArray<readonly [what: string, response: HttpResponse]> = [
    ['an empty body', answer('')],
    ['HTML', answer('<p>Hi</p>', 'text/html; charset=utf-8')],
    ['half a page', answer('{"data":[', 'application/json')],
    ['a body that says it is JSON', answer('<p>Hi</p>', 'application/json')],
  ];

  for (const [what, response] of noJson) {
    it(`refuses ${what}, without repeating it`, () => {
      const said = problems(response);
      expect(said).to.have.lengthOf(1);
      expect(String(said)).to.match(/^the body .*JSON/);
      expect(String(said)).to.not.match(/<p>|"data"|\[/);
    });
  }

  const noPage: ReadonlyArray<
    readonly [what: string, body: unknown, expected: ReadonlyArray<string>]
  > = [
    [
      'a body that is no object',
      [],
      [
        'the body must be { data: UnknownArray } or Partial<{ nextPageToken: string or null }>, but is array',
      ],
    ],
    ['missing data', {}, ['data must be UnknownArray, but is undefined']],
    [
      'data that is not an array',
      { data: { 0: 'x' } },
      ['data must be UnknownArray, but is object'],
    ],
    [
      'a token of a wrong type',
      { data: [], nextPageToken: 5 },
      ['nextPageToken must be string or null, but is number'],
    ],
    [
      'both at once',
      { data: 'x', nextPageToken: {} },
      [
        'data must be UnknownArray, but is string',
        'nextPageToken must be string or null, but is object',
      ],
    ],
  ];

  for (const [what, body, expected] of noPage) {
    it(`names ${what} by its path`, () => {
      expect(problems(json(body))).to.deep.equal(expected);
      expect(problems(json(body), searchObjects)).to.deep.equal(expected);
    });
  }

  it('knows a page that was cut off wherever it was cut', () => {
    const page = String.raw`{"data":[{"properties":{"a":"\"}]\\","[\u0022":[1,"",{}],"b\\\\":null}}],"nextPageToken":"x\\"}`;
    expect(rightOf(read(listObjects)(answer(page))).data).to.have.lengthOf(1);
    for (let length = 1; length < page.length; length += 1) {
      const cut = page.slice(0, length);
      expect(problems(answer(cut)), cut).to.deep.equal(['the body ends before its JSON does']);
    }
    expect(problems(answer(`${page}}`))).to.deep.equal(['the body is not JSON']);
  });

  for (const [what, begin, piece] of [
    ['a long text', '{"data":[],"a":"', 'x'],
    ['white space', '{"data":[],"a":1', ' '],
  ] as const) {
    it(`law 31: takes at most eight times as long for a page of four times the length that was cut off within ${what}`, () =>
      expectLinear((times) => {
        const cut = answer(bodyOf(begin + piece.repeat(500_000 * times)));
        expect(problems(cut)).to.deep.equal(['the body ends before its JSON does']);
        return () => read(listObjects)(cut);
      }));
  }

  it('law 7: calls a token that a query string cannot carry unsendable, and keeps the page', () => {
    const page = json({ data: [1], nextPageToken: 'a\ud800' });
    const getOf20 = endpoint({ name: 'e', revision: '2.0', method: 'GET', path: '/p' });
    expect(rightOf(read(listObjects)(page))).to.deep.equal({
      data: [1],
      next: E.left({ rule: 'UnsendableToken' }),
      fields: {},
    });
    expect(rightOf(read(getOf20)(page)).next).to.deep.equal(E.left({ rule: 'UnsendableToken' }));
  });

  it('law 31: calls a token of more than 65,536 characters unsendable, and keeps the page', () => {
    const page = (length: number): HttpResponse =>
      json({ data: [1], nextPageToken: 'x'.repeat(length) });
    for (const target of [listObjects, searchObjects]) {
      expect(rightOf(read(target)(page(65_536))).next).to.deep.equal(more('x'.repeat(65_536)));
      expect(rightOf(read(target)(page(65_537)))).to.deep.equal({
        data: [1],
        next: E.left({ rule: 'UnsendableToken' }),
        fields: {},
      });
    }
  });

  it('law 2: takes the same token where a body carries it', () => {
    const postOf10 = endpoint({ name: 'e', revision: '1.0', method: 'POST', path: '/p' });
    const page = json({ data: [], nextPageToken: 'a\ud800' });
    expect(rightOf(read(searchObjects)(page)).next).to.deep.equal(more('a\ud800'));
    expect(rightOf(read(postOf10)(page)).next).to.deep.equal(more('a\ud800'));
  });
});
