import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { listObjects } from '../../../src/model/endpoints/listObjects';
import { prepared } from '../../support/prepared';

describe('listObjects', () => {
  it('is what section 4.2 of the conventions says, with the limit of section 8', () => {
    expect(listObjects).to.deep.include({
      name: 'listObjects',
      revision: '1.0',
      method: 'GET',
      path: '/api/v1/ontologies/{ontologyRid}/objects/{objectType}',
      fields: {},
      pageSize: true,
      snapshot: true,
      limit: O.some(10_000),
    });
  });

  it('asks for a page with a GET that has no body', () => {
    const params = { ontologyRid: 'ri.o', objectType: 'employee', pageSize: 50, snapshot: true };
    expect(prepared(listObjects, params).requestFor(O.none)).to.deep.equal({
      method: 'GET',
      url: '/api/v1/ontologies/ri.o/objects/employee?pageSize=50&snapshot=true',
      headers: { accept: 'application/json' },
    });
  });
});
