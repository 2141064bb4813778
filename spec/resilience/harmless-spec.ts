import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { headers } from '../../src/index';
import { withThings } from '../service/support/things';
import { withService } from '../service/support/withService';
import { collect } from '../support/collect';
import { clientOf, faultyWalk, kinds, told } from './support/faultyWalk';

describe('faults that end no walk', () => {
  for (const kind of kinds) {
    it(`law 6: ${kind}, corrupt-object: one Left in its place, and the walk goes on`, async () => {
      const { told, error, served } = await faultyWalk(kind, [{ type: 'corrupt-object', at: 2 }]);
      const place = told.indexOf('InvalidObject');
      expect(told.filter((_, index) => index !== place)).to.deep.equal(
        [1, 2, 3, 4, 5, 6].filter((id) => id !== place + 1),
      );
      expect(place).to.be.within(2, 3);
      expect(error).to.deep.include({ page: 1, index: place - 2, record: {} });
      expect(served).to.have.lengthOf(3);
    });

    it(`${kind}, skip-authentication: what comes is taken`, async () => {
      const options = { service: { protectList: true }, client: { auth: headers({}) } };
      const open = await faultyWalk(kind, [{ type: 'skip-authentication' }], options);
      expect(open.told).to.deep.equal([1, 2, 3, 4, 5, 6]);
      const { told, error, served } = await faultyWalk(kind, [], options);
      expect(told).to.deep.equal(['Unauthorized']);
      expect(error).to.deep.include({ status: 401, errorName: 'MissingCredentials' });
      expect(served).to.have.lengthOf(1);
    });
  }

  it('ignore-maximum: pages may come larger than the service allows', async () => {
    const served: Array<unknown> = [];
    const onRequest = (request: unknown): void => void served.push(request);
    const faults = [{ type: 'ignore-maximum' }] as const;
    await withService({ ...withThings(6), maxPageSize: 2, faults, onRequest }, async (service) => {
      const { ontologyRid, objectType } = service;
      const results = await collect(
        clientOf(service).list({ ontologyRid, objectType, pageSize: 5 }),
      );
      expect(results.every(E.isRight)).to.equal(true);
      expect(told(results)).to.deep.equal([1, 2, 3, 4, 5, 6]);
    });
    expect(served).to.have.lengthOf(2);
  });
});
