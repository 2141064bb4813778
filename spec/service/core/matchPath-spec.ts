import { expect } from 'chai';
import fc from 'fast-check';
import * as O from 'fp-ts/Option';
import { matchPath } from '../../../src/service/core/route';
import { listObjects } from '../../../src/model/endpoints/listObjects';
import { isSegment } from '../../../src/model/endpoints/path';
import { anyText } from '../../support/anyText';
import { prepared } from '../../support/prepared';

const template = '/api/v1/ontologies/{ontologyRid}/objects/{objectType}';

describe('matchPath', () => {
  it('reads the values of a path by its template', () => {
    expect(matchPath(template)('/api/v1/ontologies/ri.o/objects/a%2Fb')).to.deep.equal(
      O.some({ ontologyRid: 'ri.o', objectType: 'a/b' }),
    );
    expect(matchPath('/v1/{project}:list')('/%76%31/a%3Ab%3alist')).to.deep.equal(
      O.some({ project: 'a:b' }),
    );
    expect(matchPath("/Books('{id}')/")("/Books('7')/")).to.deep.equal(O.some({ id: '7' }));
    expect(matchPath('/api/all')('/api/all')).to.deep.equal(O.some({}));
  });

  const others: ReadonlyArray<readonly [what: string, path: string]> = [
    ['a segment too many', '/api/v1/ontologies/ri.o/objects/employee/7'],
    ['a segment too few', '/api/v1/ontologies/ri.o/objects'],
    ['another text', '/api/v2/ontologies/ri.o/objects/employee'],
    ['texts of another case', '/API/v1/ontologies/ri.o/objects/employee'],
    ['an empty value', '/api/v1/ontologies//objects/employee'],
    ['a wrong percent-encoding', '/api/v1/ontologies/%E0%A4%A/objects/employee'],
    ['no leading slash', 'api/v1/ontologies/ri.o/objects/employee'],
    ['nothing in it', ''],
  ];

  for (const [what, path] of others) {
    it(`finds nothing in a path with ${what}`, () =>
      expect(matchPath(template)(path)).to.deep.equal(O.none));
  }

  it('keeps names that objects inherit harmless', () => {
    const values = O.toNullable(matchPath('/{__proto__}/{constructor}')('/a/b'));
    expect(Object.entries(values ?? {})).to.deep.equal([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
  });

  it('is the reverse of what a walk writes, for any values', () =>
    fc.assert(
      fc.property(anyText, anyText, (ontologyRid, objectType) => {
        const params = { ontologyRid, objectType };
        fc.pre(isSegment(ontologyRid) && isSegment(objectType));
        const { url } = prepared(listObjects, params).requestFor(O.none);
        expect(matchPath(listObjects.path)(url)).to.deep.equal(O.some(params));
      }),
    ));
});
