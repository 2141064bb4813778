import { expect } from 'chai';
import { untilLimit } from '../../src/index';
import { ids, withThings } from '../service/support/things';
import { faultyWalk } from './support/faultyWalk';

const service = { ...withThings(9), limit: 5 };

describe('the cross-page limit over HTTP (seed 8)', () => {
  it('objects come first, then RetrievalLimitExceeded, from which there is nothing to go on', async () => {
    const { told, error, served, rest } = await faultyWalk('list', [], { service });
    expect(told).to.deep.equal([...ids(1, 5), 'RetrievalLimitExceeded']);
    expect(error).to.deep.include({
      status: 400,
      errorName: 'ObjectsExceededLimit',
      progress: { pages: 3, objects: 5, attempts: 1 },
    });
    expect(served).to.have.lengthOf(4);
    expect(rest).to.equal(undefined);
  });

  it('untilLimit takes it for the end', async () => {
    const { told } = await faultyWalk('list', [], { service, through: (walk) => walk.pipe(untilLimit()) });
    expect(told).to.deep.equal(ids(1, 5));
  });

  it('untilLimit leaves every other end as it is', async () => {
    const faults = [{ type: 'truncate', at: 2 }] as const;
    const { told } = await faultyWalk('list', faults, { service, through: (walk) => walk.pipe(untilLimit()) });
    expect(told).to.deep.equal([1, 2, 'InvalidEnvelope']);
  });

  it('is not met by as many objects as it allows, nor by a search', async () => {
    expect((await faultyWalk('list', [], { service: { ...withThings(5), limit: 5 } })).told).to.deep.equal(ids(1, 5));
    expect((await faultyWalk('search', [], { service })).told).to.deep.equal(ids(1, 9));
  });
});
