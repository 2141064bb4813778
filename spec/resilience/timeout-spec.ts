import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { axiosTransport, type Client, resumeFrom, type Transport } from '../../src/index';
import type { ServedRequest, Service } from '../../src/service/index';
import { withThings } from '../service/support/things';
import { withService } from '../service/support/withService';
import { collect } from '../support/collect';
import { leftOf } from '../support/sides';
import { clientOf, kinds, told, walkOf } from './support/faultyWalk';

const timeout = 50;

/** A service that stalls after its first page, for so many requests, and a client that is in a hurry meanwhile. */
const stalling = (service: Service, stalls: number): Client => {
  const patient = axiosTransport({ baseURL: service.url, timeout: 10_000 });
  const hasty = axiosTransport({ baseURL: service.url, timeout });
  let left = stalls;
  let isStalling = false;
  const transport: Transport = (request) => {
    const isStalled = isStalling && left > 0;
    // Not by the service's own count: a request that is given up early may never reach it.
    service.setFaults(isStalled ? [{ type: 'delay', every: 1, ms: 60_000 }] : []);
    if (isStalled) left -= 1;
    isStalling = true;
    return (isStalled ? hasty : patient)(request);
  };
  return clientOf(service, { transport });
};

const options = { ...withThings(6), maxPageSize: 2 };

describe('law 11: a service that takes too long, over HTTP', () => {
  for (const kind of kinds) {
    it(`${kind}: is asked again, and every object comes once, in order`, async () => {
      const served: Array<ServedRequest> = [];
      const onRequest = (request: ServedRequest): void => void served.push(request);
      await withService({ ...options, onRequest }, async (service) => {
        const results = await collect(walkOf(kind, stalling(service, 2), service));
        expect(told(results)).to.deep.equal([1, 2, 3, 4, 5, 6]);
      });
      expect(served.filter(({ aborted }) => !aborted)).to.have.lengthOf(3);
      expect(served.length).to.be.at.most(5);
    });

    it(`${kind}: ends the walk when the last attempt took too long, and one can go on from there`, () =>
      withService(options, async (service) => {
        const client = stalling(service, 3);
        const results = await collect(walkOf(kind, client, service));
        expect(told(results)).to.deep.equal([1, 2, 'TimedOut']);
        const error = leftOf(results.at(-1));
        expect(error).to.deep.include({
          after: timeout,
          progress: { pages: 1, objects: 2, attempts: 3 },
        });
        const rest = walkOf(kind, client, service, O.toUndefined(resumeFrom(error)));
        expect(told(await collect(rest))).to.deep.equal([3, 4, 5, 6]);
      }));
  }
});
