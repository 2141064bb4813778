import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { firstValueFrom, from } from 'rxjs';
import { memoryStore } from '../../../src/stores/memory/memoryStore';
import { placesOf } from '../../../src/stores/port/placesOf';
import type { StoreRow } from '../../../src/stores/port/Store';
import { holdingCases } from '../../walk/durable/support/holding';
import { keptCases } from '../../walk/durable/support/keptCases';
import {
  claimOf,
  keepIn,
  kept,
  type Store,
  storeCases,
  superseded,
} from '../../walk/durable/support/storeCases';

const emptyStore = (): Store => {
  const rows = new Map<string, StoreRow>();
  return {
    by: 'this process',
    places: placesOf(memoryStore(rows)),
    written: () => [...rows.values()].map(({ id, part, epoch, text }) => [id, part, epoch, text]),
    damage: (id) => {
      for (const [key, row] of rows) if (row.id === id) rows.set(key, { ...row, text: 'damaged' });
    },
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

  it('law 36: a walk in parts is claimed by who has one of them, in the moment of its first claim, too', async () => {
    const { now } = Date;
    const time = now();
    Date.now = () => time;
    try {
      for (const name of ['a', 'b']) {
        const { places } = emptyStore();
        await firstValueFrom(
          from(places.claim('walk', { name, of: ['a', 'b'] }, { by: 'worker' })),
        );
        expect(O.toUndefined(await places.get('walk'))?.claimedBy, name).to.equal('worker');
      }
    } finally {
      Date.now = now;
    }
  });

  it('law 19: another store over the same rows gives no number twice', async () => {
    const rows = new Map<string, StoreRow>();
    const [one, other] = [placesOf(memoryStore(rows)), () => placesOf(memoryStore(rows))];
    const walker = await claimOf(one);
    expect(await keepIn(one, walker, 1)).to.deep.equal(kept);
    const next = await claimOf(other());
    expect(next.epoch).to.be.above(walker.epoch);
    expect(await keepIn(one, walker, 2)).to.deep.equal(superseded);
    expect((await claimOf(one)).epoch).to.be.above(next.epoch);
  });
});
