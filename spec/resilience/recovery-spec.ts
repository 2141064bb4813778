import { expect } from 'chai';
import { bearer, type ObjectRecord } from '../../src/index';
import type { Fault } from '../../src/service/index';
import { restartable } from './support/restartable';
import {
  type FaultyWalk,
  faultyWalk,
  type FaultyWalkOptions,
  kinds,
  statusesOf,
} from './support/faultyWalk';
import type { ObjectStream } from '../support/pages';

type Case = readonly [
  what: string,
  faults: ReadonlyArray<Fault>,
  statuses: ReadonlyArray<number | undefined>,
  options?: FaultyWalkOptions,
];

const restarted: FaultyWalkOptions = {
  through: (walk) => walk.pipe(restartable()),
};

/** Faults that a walk survives, and the statuses that the service sent meanwhile. */
const cases: ReadonlyArray<Case> = [
  ['no fault', [], [200, 200, 200]],
  ['throttle', [{ type: 'throttle', at: 2 }], [200, 429, 200, 200]],
  ['throttle, twice for each page', [{ type: 'throttle', every: 2 }], [200, 429, 200, 429, 200]],
  [
    'throttle with retryAfter 0',
    [{ type: 'throttle', at: 1, retryAfter: 0 }],
    [429, 200, 200, 200],
  ],
  ['unavailable', [{ type: 'unavailable', at: 3 }], [200, 200, 503, 200]],
  ['reset-before', [{ type: 'reset-before', at: 2 }], [200, undefined, 200, 200]],
  ['reset-during', [{ type: 'reset-during', at: 2 }], [200, 200, 200, 200]],
  ['truncate', [{ type: 'truncate', at: 2 }], [200, 200, 200, 200]],
  ['delay within the timeout', [{ type: 'delay', every: 1, ms: 5 }], [200, 200, 200]],
  ['empty-page', [{ type: 'empty-page', every: 2 }], [200, 200, 200, 200, 200]],
  ['expire-token that is used once', [{ type: 'expire-token', uses: 1 }], [200, 200, 200]],
  [
    'expire-token that is used twice, with retryExpired',
    [
      { type: 'expire-token', uses: 1 },
      { type: 'reset-during', at: 2 },
    ],
    [200, 200, 400, 200, 200, 200],
    restarted,
  ],
  [
    'everything that passes, one after the other',
    [
      { type: 'throttle', at: 1 },
      { type: 'reset-before', at: 2 },
      { type: 'unavailable', at: 4 },
      { type: 'reset-during', at: 5 },
    ],
    [429, undefined, 200, 503, 200, 200, 200],
  ],
];

const summary = ({ told, error }: FaultyWalk) => ({ told, error });

describe('law 11: a walk recovers over HTTP', () => {
  for (const kind of kinds) {
    for (const [what, faults, statuses, options] of cases) {
      it(`${kind}, ${what}: every object once, in order`, async () => {
        const walk = await faultyWalk(kind, faults, options);
        expect(summary(walk)).to.deep.equal({ told: [1, 2, 3, 4, 5, 6], error: undefined });
        expect(statusesOf(walk)).to.deep.equal(statuses);
      });
    }

    it(`${kind}, unauthorized with a source that renews (law 12): every object once, in order`, async () => {
      const asked: Array<string | undefined> = [];
      const token = 'the-only-good-one';
      const auth = bearer((stale) => {
        asked.push(stale);
        return Promise.resolve(stale === undefined ? 'a-stale-one' : token);
      });
      const walk = await faultyWalk(kind, [], {
        service: { token, protectList: true },
        client: { auth },
      });
      expect(walk.told).to.deep.equal([1, 2, 3, 4, 5, 6]);
      expect(statusesOf(walk)).to.deep.equal([401, 200, 200, 200]);
      expect(asked).to.deep.equal([undefined, 'a-stale-one']);
    });
  }

  it('list, a snapshot that is gone: restarted as often as it may be, and then given up', async () => {
    const through = (walk: ObjectStream<ObjectRecord>) => walk.pipe(restartable(2));
    const options = { service: { snapshotLifetime: 0 }, walk: { snapshot: true }, through };
    const walk = await faultyWalk('list', [], options);
    expect(walk.told).to.deep.equal([1, 2, 'PageTokenExpired']);
    expect(statusesOf(walk)).to.deep.equal([200, 409, 200, 409, 200, 409]);
  });
});
