import { expect } from 'chai';
import { take } from 'rxjs';
import type { Fault } from '../../../src/service/index';
import { faultyDoors as faulty } from '../support/faulty';
import { listOf, walked } from '../support/library';
import { listPages } from '../support/plain';

describe('faults', () => {
  it('can be replaced while walks are under way', async () => {
    await faulty([], async (service) => {
      const found: Array<unknown> = [];
      await listOf(service)
        .pipe(take(6))
        .forEach((result) => {
          found.push(result._tag);
          if (found.length === 2) service.setFaults([{ type: 'throttle', every: 1 }]);
        });
      expect(found).to.deep.equal(['Right', 'Right', 'Left']);
      service.setFaults([]);
      expect((await walked(listOf(service))).errors).to.deep.equal([]);
    });
  });

  it('that cannot be right are refused, and those of before stay', async () => {
    await faulty([{ type: 'throttle', every: 1 }], async (service) => {
      const wrong = [{ type: 'throttle' }, { type: 'html', every: 0 }] as unknown as ReadonlyArray<Fault>;
      expect(() => {
        service.setFaults(wrong);
      }).to.throw(
        TypeError,
        'setFaults: throttle needs just one of every, at, probability; every of html must be a whole number above 0',
      );
      expect((await listPages(service)()).status).to.equal(429);
    });
  });
});
