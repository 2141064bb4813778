import { expect } from 'chai';
import { faultyDoors as faulty } from '../support/faulty';
import { listOf, searchOf, walked } from '../support/library';
import { listPages, tokenIn } from '../support/plain';
import { ids } from '../support/things';

describe('the fault cycle-tokens', () => {
  for (const pages of [1, 2]) {
    it(`after ${pages} the tokens begin again, round after round`, async () => {
      await faulty([{ type: 'cycle-tokens', pages }], async (service) => {
        const askPage = listPages(service);
        const tokens: Array<string> = [];
        for (let n = 0; n < 3 * pages; n++) tokens.push(tokenIn(await askPage(tokens[n - 1])));
        expect(new Set(tokens).size).to.equal(pages);
        expect(tokens.slice(pages, 2 * pages)).to.deep.equal(tokens.slice(0, pages));
      });
    });

    it(`the library leaves a circle of ${pages} at its first repeat`, async () => {
      await faulty([{ type: 'cycle-tokens', pages }], async (service) => {
        const { ids: found, errors } = await walked(searchOf(service));
        expect(found).to.deep.equal(ids(1, 2 + 2 * pages));
        expect(errors[0]).to.include({ _tag: 'ProtocolViolation', rule: 'RepeatedToken' });
      });
    });
  }

  it('a walk that is shorter ends as it should', async () => {
    await faulty([{ type: 'cycle-tokens', pages: 3 }], async (service) => {
      expect(await walked(listOf(service))).to.deep.equal({ ids: ids(1, 6), errors: [] });
    });
  });

  it('each walk has a circle of its own', async () => {
    await faulty([{ type: 'cycle-tokens', pages: 1 }], async (service) => {
      const askPage = listPages(service);
      const [one, other] = [tokenIn(await askPage()), tokenIn(await askPage())];
      expect(one).not.to.equal(other);
      expect(tokenIn(await askPage(one))).to.equal(one);
      expect(tokenIn(await askPage(other))).to.equal(other);
    });
  });
});
