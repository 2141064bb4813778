import { expect } from 'chai';
import { idsIn, searchPages } from './support/plain';
import { withService } from './support/withService';

const objects = {
  thing: [
    { id: 1, team: 'Maps', active: true },
    { id: 2, team: 'Harbour', active: false },
    { id: 3, team: 'Maps', active: null },
    { id: 4 },
  ],
};

describe('queryFilter', () => {
  const queries: ReadonlyArray<readonly [query: unknown, found: ReadonlyArray<number>]> = [
    [{ type: 'empty' }, [1, 2, 3, 4]],
    [{ type: 'eq', field: 'team', value: 'Maps' }, [1, 3]],
    [{ type: 'eq', field: 'id', value: 4 }, [4]],
    [{ type: 'eq', field: 'id', value: '4' }, []],
    [{ type: 'eq', field: 'active', value: null }, [3]],
    [{ type: 'eq', field: 'active', value: false }, [2]],
    [{ type: 'eq', field: 'toString', value: null }, []],
  ];
  for (const [query, found] of queries) {
    it(`${JSON.stringify(query)} finds ${found.join(', ') || 'nothing'}`, async () => {
      await withService({ objects }, async (service) => {
        expect(idsIn(await searchPages(service, query)())).to.deep.equal(found);
      });
    });
  }
});
