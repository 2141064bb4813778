import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { faultyDoors as faulty } from '../support/faulty';
import { listOf, searchOf, walked } from '../support/library';
import { listPages, searchPages, tokenIn } from '../support/plain';
import { ids } from '../support/things';

describe('the fault expire-token', () => {
  it('refuses a token that was used as often as it may be', async () => {
    await faulty([{ type: 'expire-token', uses: 2 }], async (service) => {
      const askPage = listPages(service);
      const token = tokenIn(await askPage());
      expect([(await askPage(token)).status, (await askPage(token)).status]).to.deep.equal([200, 200]);
      const { status, body } = await askPage(token);
      expect([status, body.errorName, body.parameters]).to.deep.equal([400, 'InvalidPageToken', { pageToken: token }]);
      expect(await walked(listOf(service))).to.deep.equal({ ids: ids(1, 6), errors: [] });
    });
  });

  it('refuses every token where none may be used', async () => {
    await faulty([{ type: 'expire-token', uses: 0 }], async (service) => {
      const { ids: found, errors } = await walked(searchOf(service));
      expect([found, errors.map(({ _tag }) => _tag)]).to.deep.equal([[1, 2], ['PageTokenExpired']]);
    });
  });

  it('refuses just the n-th token that comes, once', async () => {
    await faulty([{ type: 'expire-token', at: 2 }], async (service) => {
      const { ids: found, errors } = await walked(listOf(service));
      expect([found, errors.map(({ _tag }) => _tag)]).to.deep.equal([ids(1, 4), ['PageTokenExpired']]);
      expect(await walked(listOf(service))).to.deep.equal({ ids: ids(1, 6), errors: [] });
    });
  });

  it('refuses a token of an age', async () => {
    await faulty([{ type: 'expire-token', ms: 600_000 }], async (service) => {
      const askPage = searchPages(service);
      const token = tokenIn(await askPage());
      expect((await askPage(token)).status).to.equal(200);
      service.setFaults([{ type: 'expire-token', ms: 50 }]);
      const later = tokenIn(await askPage());
      await pause(60);
      expect((await askPage(later)).body.errorName).to.equal('InvalidPageToken');
    });
  });
});
