import { memoryStore } from '../../../src/stores/memory/memoryStore';
import { placesOf } from '../../../src/stores/port/placesOf';
import type { StoreRow } from '../../../src/stores/port/Store';
import { holdingCases } from '../../walk/durable/support/holding';
import { keptCases } from '../../walk/durable/support/keptCases';
import { type Store, storeCases } from '../../walk/durable/support/storeCases';

const emptyStore = (): Store => {
  const rows = new Map<string, StoreRow>();
  return {
    by: 'this process',
    places: placesOf(memoryStore(rows)),
    written: () => [...rows.values()].map(({ id, part, epoch, text }) => [id, part, epoch, text]),
    older: (minutes, id, part) => {
      for (const [key, row] of rows) {
        const then = Date.now() - minutes * 60_000;
        if (row.id === id && row.part === part)
          rows.set(key, { ...row, claimedAt: then, keptAt: row.keptAt && then });
      }
    },
  };
};

describe('memoryStore', () => {
  for (const suite of [storeCases, holdingCases, keptCases]) suite((test) => test(emptyStore()));
});
