import { expect } from 'chai';
import { demoTypes } from '../../../src/cli/source/openSource';
import { startService } from '../../../src/service';

describe('demoTypes', () => {
  it('are the types of the embedded service’s objects, all of them', async () => {
    const service = await startService();
    try {
      const { store } = service;
      expect(Object.keys(demoTypes)).to.have.members(store.objectTypes);
      const strange = store.objectTypes.filter(
        (name) => !store.all(name).every((object) => demoTypes[name]?.is(object)),
      );
      expect(strange).to.deep.equal([]);
    } finally {
      await service.close();
    }
  });
});
