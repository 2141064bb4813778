import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { endpoint, listObjects, Query, searchObjects } from '../../../src/index';
import { token } from '../../support/pages';
import { prepared } from '../../support/prepared';

const plain = { name: 'things', revision: '1.0', method: 'GET', path: '/api/{kind}' } as const;

/** A description as JavaScript lets it be written. */
const describing =
  (description: object): (() => unknown) =>
  () =>
    endpoint({ ...plain, ...description });

describe('endpoint', () => {
  it('has no fields, no pageSize, no snapshot and no limit unless it is told', () =>
    expect(endpoint(plain)).to.deep.include({
      ...plain,
      fields: {},
      pageSize: false,
      snapshot: false,
      limit: O.none,
    }));

  const shipped = [
    [
      listObjects,
      endpoint({
        name: 'listObjects',
        revision: '1.0',
        method: 'GET',
        path: '/api/v1/ontologies/{ontologyRid}/objects/{objectType}',
        pageSize: true,
        snapshot: true,
        limit: 10_000,
      }),
      { ontologyRid: 'ri.o', objectType: 'employee', pageSize: 50, snapshot: true },
      {
        method: 'GET',
        url: '/api/v1/ontologies/ri.o/objects/employee?pageSize=50&snapshot=true',
        headers: { accept: 'application/json' },
      },
    ],
    [
      searchObjects,
      endpoint({
        name: 'searchObjects',
        revision: '2.0',
        method: 'POST',
        path: '/api/{apiFamily}/v1/objects/types/{objectType}/search',
        fields: { query: Query },
      }),
      {
        apiFamily: 'search',
        objectType: 'employee',
        query: { type: 'eq', field: 'name', value: 'Ada' },
      },
      {
        method: 'POST',
        url: '/api/search/v1/objects/types/employee/search',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: '{"query":{"type":"eq","field":"name","value":"Ada"}}',
      },
    ],
  ] as const;

  for (const [target, described, params, request] of shipped) {
    it(`${target.name} is what sections 4 and 8 of the conventions say, and asks for a page like that`, () => {
      // Functions of two endpoints are not the same ones.
      expect(JSON.stringify(target)).to.equal(JSON.stringify({ ...target, ...described }));
      expect(prepared(target, params).requestFor(O.none)).to.deep.equal(request);
    });
  }

  const parts = [
    { revision: '1.0', method: 'GET', tokenIn: 'query', sizeIn: 'query' },
    { revision: '1.0', method: 'POST', tokenIn: 'body', sizeIn: 'query' },
    { revision: '2.0', method: 'GET', tokenIn: 'query', sizeIn: 'query' },
    { revision: '2.0', method: 'POST', tokenIn: 'body', sizeIn: 'body' },
  ] as const;

  for (const { revision, method, tokenIn, sizeIn } of parts) {
    it(`of revision ${revision} puts pageToken in the ${tokenIn} and pageSize in the ${sizeIn} of a ${method}`, () => {
      const described = endpoint({ ...plain, revision, method, pageSize: true });
      const { url, body = '' } = prepared(described, { kind: 'k', pageSize: 5 }).requestFor(
        O.some(token('t')),
      );
      expect(url.includes('pageToken=t')).to.equal(tokenIn === 'query');
      expect(body.includes('"pageToken":"t"')).to.equal(tokenIn === 'body');
      expect(url.includes('pageSize=5')).to.equal(sizeIn === 'query');
      expect(body.includes('"pageSize":5')).to.equal(sizeIn === 'body');
    });
  }

  const refused: ReadonlyArray<readonly [what: string, description: object, message: RegExp]> = [
    [
      'a bad template',
      { path: '/api/{kind}|' },
      /things: the path \/api\/\{kind\}\| is not a template$/,
    ],
    ['a method in small letters', { method: 'get' }, /things: the method must be GET or POST$/],
    ['an option that it does not know', { pagesize: true }, /things: there is no option pagesize$/],
    [
      'a snapshot in revision 2.0',
      { revision: '2.0', snapshot: true },
      /^endpoint things: revision 2\.0 has no snapshot parameter$/,
    ],
    [
      'a codec where there are properties',
      { codec: t.number },
      /things: the objects have properties: write properties, not codec$/,
    ],
    [
      'a codec that is none',
      { properties: { id: t.number } },
      /things: properties must be an io-ts codec or/,
    ],
    ['a name that stands twice', { path: '/{kind}/{kind}' }, /things: the name kind is taken/],
    [
      'a field that is a path parameter too',
      { fields: { kind: t.string } },
      /things: the name kind is taken/,
    ],
  ];

  for (const [what, description, message] of refused) {
    it(`refuses ${what}`, () => expect(describing(description)).to.throw(TypeError, message));
  }

  for (const name of [
    ...['pageToken', 'pageSize', 'snapshot', 'emptyPages', 'readAhead', 'tokenLifetime'],
    ...['maxPages', 'codec', 'properties', 'valve', 'label'],
  ]) {
    it(`refuses ${name} as the name of a path parameter or of a field: every walk has it`, () => {
      expect(describing({ path: `/{${name}}` })).to.throw(TypeError, `the name ${name} is taken`);
      expect(describing({ fields: { [name]: t.string } })).to.throw(
        TypeError,
        `the name ${name} is taken`,
      );
    });
  }
});
