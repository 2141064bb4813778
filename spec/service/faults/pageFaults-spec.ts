import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { take } from 'rxjs';
import type { Fault, Service } from '../../../src/service/index';
import { faultyDoors as faulty } from '../support/faulty';
import { listOf, walked } from '../support/library';
import { idsIn, listPages, searchPages, tokenIn, walk } from '../support/plain';
import { ids } from '../support/things';

// What a walk makes of each fault is in spec/resilience.
describe('the faults of pages and their tokens', () => {
  it('null-token: is no fault of a list, where null is right', () => {
    const walkList = async (service: Service): Promise<void> => {
      expect((await walk(listPages(service)))[2]?.body).not.to.have.property('nextPageToken');
    };
    return faulty([{ type: 'null-token' }], walkList, { lastPage: 'absent' });
  });

  it('empty-page: a snapshot is still one', () =>
    faulty([{ type: 'empty-page', at: 1 }], async (service) => {
      const askPage = listPages(service, { snapshot: 'true' });
      const token = tokenIn(await askPage());
      service.store.delete('thing', () => true);
      expect(idsIn(await askPage(token))).to.deep.equal([1, 2]);
    }));

  it('expire-token: refuses a token of an age', () =>
    faulty([{ type: 'expire-token', ms: 600_000 }], async (service) => {
      const askPage = searchPages(service);
      const token = tokenIn(await askPage());
      expect((await askPage(token)).status).to.equal(200);
      service.setFaults([{ type: 'expire-token', ms: 50 }]);
      const later = tokenIn(await askPage());
      await pause(60);
      expect((await askPage(later)).body.errorName).to.equal('InvalidPageToken');
    }));
});

describe('faults', () => {
  it('can be replaced while walks are under way', () =>
    faulty([], async (service) => {
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
    }));

  it('that cannot be right are refused, and those of before stay', () =>
    faulty([{ type: 'throttle', every: 1 }], async (service) => {
      const wrong = [
        { type: 'throttle' },
        { type: 'html', every: 0 },
      ] as unknown as ReadonlyArray<Fault>;
      expect(() => {
        service.setFaults(wrong);
      }).to.throw(
        TypeError,
        'setFaults: throttle needs just one of every, at, probability; every of html must be a whole number above 0',
      );
      expect((await listPages(service)()).status).to.equal(429);
    }));
});

describe('the fault cycle-tokens', () => {
  for (const pages of [1, 2]) {
    it(`after ${pages} the tokens begin again, round after round`, () =>
      faulty([{ type: 'cycle-tokens', pages }], async (service) => {
        const askPage = listPages(service);
        const tokens: Array<string> = [];
        for (let n = 0; n < 3 * pages; n++) tokens.push(tokenIn(await askPage(tokens[n - 1])));
        expect(new Set(tokens).size).to.equal(pages);
        expect(tokens.slice(pages, 2 * pages)).to.deep.equal(tokens.slice(0, pages));
      }));
  }

  it('a walk that is shorter ends as it should', () =>
    faulty([{ type: 'cycle-tokens', pages: 3 }], async (service) => {
      expect(await walked(listOf(service))).to.deep.equal({ ids: ids(1, 6), errors: [] });
    }));

  it('each walk has a circle of its own', () =>
    faulty([{ type: 'cycle-tokens', pages: 1 }], async (service) => {
      const askPage = listPages(service);
      const [one, other] = [tokenIn(await askPage()), tokenIn(await askPage())];
      expect(one).not.to.equal(other);
      expect(tokenIn(await askPage(one))).to.equal(one);
      expect(tokenIn(await askPage(other))).to.equal(other);
    }));
});
