import { expect } from 'chai';
import fc from 'fast-check';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { endpoint, type PageToken } from '../../../src/index';
import { anyText, anyToken, anyWellFormedText, anyWellFormedToken } from '../../support/anyText';
import { prepared } from '../../support/prepared';

const optional = <C extends t.Mixed>(codec: C) => t.union([codec, t.undefined]);

const getThings = endpoint({
  name: 'getThings',
  revision: '1.0',
  method: 'GET',
  path: '/api/{kind}',
  fields: {
    text: optional(t.string),
    count: optional(t.number),
    tags: optional(t.array(t.string)),
  },
  pageSize: true,
  snapshot: true,
});

const postThings = endpoint({
  name: 'postThings',
  revision: '2.0',
  method: 'POST',
  path: '/api/{kind}',
  fields: { query: optional(t.unknown), text: optional(t.string) },
  pageSize: true,
});

const orAbsent = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });

const kind = anyWellFormedText.filter((text) => !/^\.{0,2}$/.test(text));

const getParams = fc.record({
  kind,
  text: orAbsent(anyWellFormedText),
  count: orAbsent(fc.double({ noNaN: true, noDefaultInfinity: true })),
  tags: orAbsent(fc.array(anyWellFormedText, { maxLength: 3 })),
  pageSize: orAbsent(fc.integer({ min: 1 })),
  snapshot: orAbsent(fc.boolean()),
});

const postParams = fc.record({
  kind,
  query: orAbsent(fc.jsonValue({ noUnicodeString: false })),
  text: orAbsent(anyText),
  pageSize: orAbsent(fc.integer({ min: 1 })),
});

const queryOf = (url: string): URLSearchParams =>
  new URL(url, 'https://service.example').searchParams;

describe('requestFor', () => {
  const any = [
    ['GET', getThings, getParams, anyWellFormedToken],
    ['POST', postThings, postParams, anyToken],
  ] as const;
  for (const [method, target, anyParams, anyOne] of any) {
    it(`law 2: for any fields and any token, page n of a ${method} is page 1 plus the token, byte for byte`, () =>
      fc.assert(
        fc.property<[object, PageToken]>(anyParams, anyOne, (params, pageToken) => {
          const { requestFor: request } = prepared(target, params);
          const [first, later] = [request(O.none), request(O.some(pageToken))];
          const body = JSON.parse(later.body ?? '{}') as Record<string, unknown>;
          expect(
            [...queryOf(later.url).getAll('pageToken'), body.pageToken ?? []].flat(),
          ).to.deep.equal([pageToken]);
          expect(later.url.replace(/[?&]pageToken=[^&]*$/, '')).to.equal(first.url);
          expect(later.body?.replace(/,?"pageToken":"(?:[^"\\]|\\.)*"\}$/, '}')).to.equal(
            first.body,
          );
          expect({ ...first, ...later, url: '', body: '' }).to.deep.equal({
            ...first,
            url: '',
            body: '',
          });
          expect(request(O.some(pageToken))).to.deep.equal(later);
        }),
      ));
  }

  it('law 2: any fields of a GET are read back by a plain parser', () =>
    fc.assert(
      fc.property(getParams, (params) => {
        const query = queryOf(prepared(getThings, params).requestFor(O.none).url);
        expect(query.get('text') ?? undefined).to.equal(params.text);
        expect(query.getAll('tags')).to.deep.equal(params.tags ?? []);
        expect(query.get('count') ?? undefined).to.equal(
          params.count === undefined ? undefined : String(params.count),
        );
        expect(query.get('pageSize') ?? undefined).to.equal(params.pageSize?.toString());
        expect(query.get('snapshot') ?? undefined).to.equal(params.snapshot?.toString());
      }),
    ));

  it('law 2: any fields of a POST are read back by a plain parser', () =>
    fc.assert(
      fc.property(postParams, (params) => {
        const { requestFor: request } = prepared(postThings, params);
        const { query, text, pageSize } = params;
        const expected: unknown = JSON.parse(JSON.stringify({ query, text, pageSize }));
        expect(JSON.parse(request(O.none).body ?? '')).to.deep.equal(expected);
      }),
    ));
});
