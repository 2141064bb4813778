import { expect } from 'chai';
import { EventEmitter, once } from 'node:events';
import { filter, firstValueFrom } from 'rxjs';
import type { ServedRequest } from '../../src/service/index';
import { withThings } from '../service/support/things';
import { withService } from '../service/support/withService';
import { clientOf, faultyWalk, kinds, walkOf } from './support/faultyWalk';

describe('law 11: the wait before a request is sent again', () => {
  for (const kind of kinds) {
    it(`${kind}: Retry-After is waited for`, async () => {
      const begun = performance.now();
      const { told, served } = await faultyWalk(kind, [{ type: 'throttle', at: 2, retryAfter: 1 }]);
      // Timers may fire a millisecond early.
      expect(performance.now() - begun).to.be.at.least(995);
      expect(told).to.deep.equal([1, 2, 3, 4, 5, 6]);
      expect(served).to.have.lengthOf(4);
    });

    it(`law 9: ${kind}: who unsubscribes meanwhile sends nothing more`, async () => {
      const seen = new EventEmitter();
      const served: Array<number | undefined> = [];
      const onRequest = ({ status }: ServedRequest): void => {
        served.push(status);
        seen.emit('request');
      };
      const faults = [{ type: 'unavailable', at: 2, retryAfter: 1 }] as const;
      await withService({ ...withThings(6), maxPageSize: 2, faults, onRequest }, async (service) => {
        const client = clientOf(service);
        const waiting = firstValueFrom(client.events.pipe(filter(({ type }) => type === 'retry')));
        const walk = walkOf(kind, client, service).subscribe();
        const event = await waiting;
        expect(event).to.include({ page: 1, attempt: 1 });
        expect(event).to.have.property('delay').within(1_000, 1_250);
        while (served.length < 2) await once(seen, 'request');
        walk.unsubscribe();
        // Longer than the wait that was left.
        await new Promise((resolve) => setTimeout(resolve, 1_350));
      });
      expect(served).to.deep.equal([200, 503]);
    });
  }
});
