import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { take } from 'rxjs';
import type { Fault, Service } from '../../../src/service/index';
import { faultyDoors as faulty } from '../support/faulty';
import { listOf, searchOf, walked } from '../support/library';
import { ask, idsIn, listPages, searchInit, searchPages, searchUrl, tokenIn, walk } from '../support/plain';
import { ids } from '../support/things';

describe('the faults of tokens', () => {
  it("repeat-token: a page's token is the one that it was asked with", () =>
    faulty([{ type: 'repeat-token', at: 1 }], async (service) => {
      const askPage = listPages(service);
      const first = tokenIn(await askPage());
      expect(tokenIn(await askPage(first))).to.equal(first);
      expect(tokenIn(await askPage(first))).not.to.equal(first);
    }));

  it('empty-token: nextPageToken is an empty text though more results exist', () =>
    faulty([{ type: 'empty-token', at: 2 }], async (service) => {
      const answers = await walk(listPages(service));
      expect(answers[1]?.body.nextPageToken).to.equal('');
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 400]);
    }));

  it('null-token: the last page of a search says null', () =>
    faulty([{ type: 'null-token' }], async (service) => {
      const answers = await walk(searchPages(service));
      expect(answers[2]?.body).to.have.property('nextPageToken', null);
      const { ids: found, errors } = await walked(searchOf(service));
      expect(found).to.deep.equal(ids(1, 6));
      expect(errors[0]).to.include({ _tag: 'ProtocolViolation', rule: 'NullToken' });
    }));

  it('null-token: is no fault of a list, where null is right', () => {
    const walkList = async (service: Service): Promise<void> => {
      expect((await walk(listPages(service)))[2]?.body).not.to.have.property('nextPageToken');
    };
    return faulty([{ type: 'null-token' }], walkList, { lastPage: 'absent' });
  });
});

describe('the faults of pages', () => {
  it('empty-page: a page comes without objects, and nothing is lost', () =>
    faulty([{ type: 'empty-page', every: 2 }], async (service) => {
      const answers = await walk(searchPages(service));
      expect(answers.map(idsIn)).to.deep.equal([[1, 2], [], [3, 4], [], [5, 6]]);
      expect(await walked(listOf(service))).to.deep.equal({ ids: ids(1, 6), errors: [] });
    }));

  it('empty-page: a snapshot is still one', () =>
    faulty([{ type: 'empty-page', at: 1 }], async (service) => {
      const askPage = listPages(service, { snapshot: 'true' });
      const token = tokenIn(await askPage());
      service.store.delete('thing', () => true);
      expect(idsIn(await askPage(token))).to.deep.equal([1, 2]);
    }));

  it('corrupt-object: one object of a page has no properties', () =>
    faulty([{ type: 'corrupt-object', at: 2 }], async (service) => {
      const answers = await walk(listPages(service));
      const whole = answers.map(({ body }) => body.data.filter((record) => 'properties' in record).length);
      expect(whole).to.deep.equal([2, 1, 2]);
    }));

  it('ignore-maximum: a page is as large as it was asked to be', () =>
    faulty([{ type: 'ignore-maximum' }], async (service) => {
      expect(idsIn(await listPages(service, { pageSize: '5' })())).to.deep.equal(ids(1, 5));
      expect(idsIn(await listPages(service)())).to.deep.equal([1, 2]);
    }));

  it('skip-authentication: search answers a stranger', () =>
    faulty([{ type: 'skip-authentication' }], async (service) => {
      const init = { ...searchInit(service, { query: { type: 'empty' } }), headers: {} };
      expect((await ask(searchUrl(service), init)).status).to.equal(200);
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
      const wrong = [{ type: 'throttle' }, { type: 'html', every: 0 }] as unknown as ReadonlyArray<Fault>;
      expect(() => {
        service.setFaults(wrong);
      }).to.throw(
        TypeError,
        'setFaults: throttle needs just one of every, at, probability; every of html must be a whole number above 0',
      );
      expect((await listPages(service)()).status).to.equal(429);
    }));
});

describe('the fault expire-token', () => {
  it('refuses a token that was used as often as it may be', () =>
    faulty([{ type: 'expire-token', uses: 2 }], async (service) => {
      const askPage = listPages(service);
      const token = tokenIn(await askPage());
      expect([(await askPage(token)).status, (await askPage(token)).status]).to.deep.equal([200, 200]);
      const { status, body } = await askPage(token);
      expect([status, body.errorName, body.parameters]).to.deep.equal([400, 'InvalidPageToken', { pageToken: token }]);
      expect(await walked(listOf(service))).to.deep.equal({ ids: ids(1, 6), errors: [] });
    }));

  it('refuses just the n-th token that comes, once', () =>
    faulty([{ type: 'expire-token', at: 2 }], async (service) => {
      const { ids: found, errors } = await walked(listOf(service));
      expect([found, errors.map(({ _tag }) => _tag)]).to.deep.equal([ids(1, 4), ['PageTokenExpired']]);
      expect(await walked(listOf(service))).to.deep.equal({ ids: ids(1, 6), errors: [] });
    }));

  it('refuses a token of an age', () =>
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
