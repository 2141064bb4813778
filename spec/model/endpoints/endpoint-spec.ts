import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { endpoint } from '../../../src/model/endpoints/endpoint';

const plain = { name: 'things', revision: '1.0', method: 'GET', path: '/api/{kind}' } as const;

/** A description as JavaScript lets it be written. */
const describing =
  (description: object): (() => unknown) =>
  () =>
    endpoint({ ...plain, ...description });

describe('endpoint', () => {
  it('has no fields, no pageSize, no snapshot and no limit unless it is told', () => {
    expect(endpoint(plain)).to.deep.equal({
      ...plain,
      fields: {},
      pageSize: false,
      snapshot: false,
      limit: O.none,
      fieldsIn: 'query',
      pageTokenIn: 'query',
      pageSizeIn: 'query',
    });
  });

  it('carries what it is told', () => {
    const fields = { orderBy: t.string };
    const { limit, ...rest } = endpoint({ ...plain, fields, pageSize: true, snapshot: true, limit: 10_000 });
    expect(limit).to.deep.equal(O.some(10_000));
    expect(rest).to.include({ fields, pageSize: true, snapshot: true });
  });

  const places = [
    { revision: '1.0', method: 'GET', pageTokenIn: 'query', pageSizeIn: 'query' },
    { revision: '1.0', method: 'POST', pageTokenIn: 'body', pageSizeIn: 'query' },
    { revision: '2.0', method: 'GET', pageTokenIn: 'query', pageSizeIn: 'query' },
    { revision: '2.0', method: 'POST', pageTokenIn: 'body', pageSizeIn: 'body' },
  ] as const;

  for (const { revision, method, pageTokenIn, pageSizeIn } of places) {
    it(`of revision ${revision} puts pageToken in the ${pageTokenIn} and pageSize in the ${pageSizeIn} of a ${method}`, () => {
      expect(endpoint({ ...plain, revision, method })).to.include({ pageTokenIn, pageSizeIn });
    });
  }

  const refused: ReadonlyArray<readonly [what: string, description: object, message: RegExp]> = [
    ['a bad template', { path: '/api/x-{kind}' }, /things: the path \/api\/x-\{kind\} is not a template$/],
    ['a template with a query string', { path: '/api?kind={kind}' }, /path/],
    ['a template without a leading slash', { path: 'api/{kind}' }, /path/],
    [
      'a snapshot in revision 2.0',
      { revision: '2.0', snapshot: true },
      /^endpoint things: revision 2\.0 has no snapshot parameter$/,
    ],
    ['a name that stands twice', { path: '/{kind}/{kind}' }, /things: the name kind is taken/],
    ['a field that is a path parameter too', { fields: { kind: t.string } }, /things: the name kind is taken/],
  ];

  for (const [what, description, message] of refused) {
    it(`refuses ${what}`, () => {
      expect(describing(description)).to.throw(TypeError, message);
    });
  }

  for (const name of [
    'pageToken',
    'pageSize',
    'snapshot',
    'emptyPages',
    'readAhead',
    'tokenLifetime',
    'properties',
    'valve',
    'label',
  ]) {
    it(`refuses ${name} as the name of a path parameter or of a field: every walk has it`, () => {
      expect(describing({ path: `/{${name}}` })).to.throw(TypeError, `the name ${name} is taken`);
      expect(describing({ fields: { [name]: t.string } })).to.throw(TypeError, `the name ${name} is taken`);
    });
  }
});
