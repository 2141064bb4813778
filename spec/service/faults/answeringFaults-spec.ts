import { expect } from 'chai';
import type { Fault, Service } from '../../../src/service/index';
import { faulty } from '../support/faulty';
import { ask, listPages, listUrl, searchPages } from '../support/plain';

const statuses = async (service: Service, count: number): Promise<ReadonlyArray<number>> => {
  const found: Array<number> = [];
  for (let n = 0; n < count; n++) found.push((await listPages(service)()).status);
  return found;
};

describe('the faults that answer instead of the service', () => {
  const busy = [
    ['throttle', 429, 'TOO_MANY_REQUESTS', 'TooManyRequests'],
    ['unavailable', 503, 'SERVICE_UNAVAILABLE', 'ServiceUnavailable'],
  ] as const;
  for (const [type, status, errorCode, errorName] of busy) {
    it(`${type}: ${status}, with Retry-After or without`, () =>
      faulty([{ type, at: 2 } as Fault], async (service) => {
        expect(await statuses(service, 3)).to.deep.equal([200, status, 200]);
        for (const retryAfter of [undefined, 7]) {
          service.setFaults([{ type, every: 1, retryAfter } as Fault]);
          const { headers, body } = await searchPages(service)();
          expect(headers.get('retry-after')).to.equal(retryAfter === undefined ? null : '7');
          expect(body).to.include({ errorCode, errorName });
        }
      }));
  }

  it('the first of two in the list answers, and both count', async () => {
    const faults: ReadonlyArray<Fault> = [
      { type: 'throttle', every: 2 },
      { type: 'unavailable', every: 3 },
    ];
    await faulty(faults, async (service) => {
      expect(await statuses(service, 6)).to.deep.equal([200, 429, 503, 429, 200, 429]);
    });
  });

  it('count neither preflights nor requests for no endpoint', () =>
    faulty([{ type: 'throttle', at: 1 }], async (service) => {
      await fetch(listUrl(service), { method: 'OPTIONS' });
      expect((await ask(`${service.url}/elsewhere`)).status).to.equal(404);
      expect((await ask(listUrl(service), { method: 'PUT' })).status).to.equal(405);
      expect(await statuses(service, 2)).to.deep.equal([429, 200]);
    }));
});
