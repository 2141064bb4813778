import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { defer, lastValueFrom, map, take, tap, timer } from 'rxjs';
import { lefts, type ObjectStream, orThrow, resumeFrom, type UnknownProperties, withValve } from '../../src/index';
import type { Service } from '../../src/service/index';
import { ids, withThings } from '../service/support/things';
import { withService } from '../service/support/withService';
import { collect } from '../support/collect';
import { clientOf, faultyWalk, kinds, told, walkOf } from './support/faultyWalk';
import { restartable } from './support/restartable';

/** Every token is refused until so many objects have come; then the service is well again. */
const wellAfter =
  (count: number, service: Service) =>
  (walk: ObjectStream<UnknownProperties>): ObjectStream<UnknownProperties> => {
    let came = 0;
    return walk.pipe(
      tap(() => {
        if (++came === count) service.setFaults([]);
      }),
    );
  };

describe('law 13: expired page tokens over HTTP', () => {
  it('a snapshot that is gone ends the walk with PageTokenExpired', async () => {
    const options = { service: { snapshotLifetime: 0 }, walk: { snapshot: true } };
    const { told, error, rest, served } = await faultyWalk('list', [], options);
    expect(told).to.deep.equal([1, 2, 'PageTokenExpired']);
    expect(error).to.deep.include({ status: 409, errorName: 'ConsistentSnapshotError' });
    expect([rest, served.length]).to.deep.equal([undefined, 2]);
  });

  it('a snapshot that is gone is restarted, as often as it is told, and then given up', async () => {
    const options = { service: { snapshotLifetime: 0 }, walk: { snapshot: true } };
    for (const restarts of [0, 1, 3]) {
      const through = (walk: ObjectStream<UnknownProperties>) => walk.pipe(restartable(restarts));
      const { told, served } = await faultyWalk('list', [], { ...options, through });
      expect(told).to.deep.equal([1, 2, 'PageTokenExpired']);
      expect(served).to.have.lengthOf(2 * (restarts + 1));
    }
  });

  it('a snapshot that is gone while the consumer is slow is restarted, and every object comes once', async () => {
    const lifetime = 1_000;
    let demanded = 0;
    // The second page is held back until the snapshot is gone; there is time enough for the next one.
    const ready = defer(() => timer(++demanded === 2 ? lifetime + 50 : 0));
    const { told, served } = await faultyWalk('list', [], {
      service: { snapshotLifetime: lifetime },
      walk: { snapshot: true, valve: { ready } },
      through: (walk) => walk.pipe(restartable()),
    });
    expect(told).to.deep.equal(ids(1, 6));
    expect(served.map(({ status }) => status)).to.deep.equal([200, 409, 200, 200, 200]);
  });

  for (const kind of kinds) {
    const expiring = { ...withThings(8), maxPageSize: 2, faults: [{ type: 'expire-token', ms: 0 }] } as const;

    it(`${kind}: through a valve, every object comes once, and no more is held than the valve allows`, () =>
      withService(expiring, async (service) => {
        let most = 0;
        const restarted: Array<unknown> = [];
        const client = clientOf(service);
        client.events.subscribe((event) => {
          if (event.type !== 'restart') return;
          restarted.push(event.restarts);
          if (event.restarts === 2) service.setFaults([]);
        });
        const work = withValve({ highWaterMark: 1 }, (valve) =>
          walkOf(kind, client, service, { valve }).pipe(
            restartable(),
            orThrow(),
            valve.mergeMap(({ properties: { id } }) => {
              most = Math.max(most, valve.held);
              return timer(1).pipe(map(() => id));
            }, 2),
          ),
        );
        expect(await collect(work)).to.deep.equal(ids(1, 8));
        expect(restarted).to.deep.equal([1, 2]);
        expect(most).to.be.at.most(3);
      }));

    it(`${kind}: take that is satisfied before the token is needed costs no restart`, () =>
      withService(expiring, async (service) => {
        const walk = walkOf(kind, clientOf(service), service).pipe(restartable());
        expect(told(await collect(walk.pipe(take(2))))).to.deep.equal([1, 2]);
        service.setFaults([{ type: 'expire-token', ms: 0 }]);
        const healing = walkOf(kind, clientOf(service), service).pipe(wellAfter(4, service));
        // Two objects, a restart, the two once more, and then the others.
        const results = await collect(healing.pipe(restartable(), take(5)));
        expect(told(results)).to.deep.equal([1, 2, 3, 4, 5]);
      }));

    it(`${kind}: a walk that began at a token is not restarted`, () =>
      withService({ ...withThings(6), maxPageSize: 2, faults: [{ type: 'truncate', at: 2 }] }, async (service) => {
        const client = clientOf(service);
        const place = await lastValueFrom(walkOf(kind, client, service).pipe(lefts(), map(resumeFrom)));
        const requests: Array<unknown> = [];
        client.events.subscribe((event) => requests.push(...(event.type === 'request' ? [event] : [])));
        service.setFaults([{ type: 'expire-token', ms: 0 }]);
        const resumed = walkOf(kind, client, service, O.toUndefined(place)).pipe(restartable());
        const [end, ...others] = await collect(resumed);
        expect(end).to.have.nested.property('left._tag', 'PageTokenExpired');
        expect(end).to.have.nested.property('left.progress.resumed', true);
        expect([others.length, requests.length]).to.deep.equal([0, 1]);
      }));
  }
});
