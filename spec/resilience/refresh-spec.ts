import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { setTimeout as wait } from 'node:timers/promises';
import { bearer, orThrow, toAsyncIterable } from '../../src/index';
import type { ServedRequest } from '../../src/service/index';
import { ids, withThings } from '../service/support/things';
import { withService } from '../service/support/withService';
import { collect } from '../support/collect';
import { withServer } from '../support/withServer';
import { clientOf, kinds, told, walkOf } from './support/faultyWalk';

/** A source whose first credential is stale, and that takes a while to get the next one. */
const slowSource = (good: string) => {
  const asked: Array<string | undefined> = [];
  const auth = bearer(async (stale) => {
    asked.push(stale);
    await wait(20);
    return stale === undefined ? 'a-stale-one' : good;
  });
  return { asked, auth };
};

describe('law 12: refused credentials over HTTP', () => {
  it('are renewed once for many walks that begin together', async () => {
    const served: Array<ServedRequest> = [];
    const onRequest = (request: ServedRequest): void => void served.push(request);
    await withService({ ...withThings(20), maxPageSize: 2, protectList: true, onRequest }, async (service) => {
      const { asked, auth } = slowSource(service.token);
      const client = clientOf(service, { auth });
      const walks = ids(1, 8).map((index) => collect(walkOf(index % 2 === 0 ? 'list' : 'search', client, service)));
      for (const results of await Promise.all(walks)) expect(told(results)).to.deep.equal(ids(1, 20));
      expect(asked).to.deep.equal([undefined, 'a-stale-one']);
    });
    expect(served.filter(({ status }) => status === 401)).to.have.lengthOf(8);
    expect(served.filter(({ status }) => status === 200)).to.have.lengthOf(80);
  });

  for (const kind of kinds) {
    it(`${kind}: are renewed in the middle of walks, each time once for all`, async () => {
      const good = { token: 'credential-0' };
      const page = { data: [{ properties: {} }], nextPageToken: '' };
      let number = 0;
      let refused = 0;
      await withServer(
        (request, response) => {
          number += 1;
          // Each credential is good for a dozen requests.
          if (number % 12 === 0) good.token = `credential-${number}`;
          const isGood = request.headers.authorization === `Bearer ${good.token}`;
          if (!isGood) refused += 1;
          response.statusCode = isGood ? 200 : 401;
          response.end(JSON.stringify({ ...page, nextPageToken: `token-${number}` }));
        },
        async (url) => {
          let asked = 0;
          const auth = bearer(async (stale) => {
            if (stale !== undefined) asked += 1;
            await wait(1);
            return good.token;
          });
          const service = { url, token: '', ontologyRid: 'ri.o', apiFamily: 'demo', objectType: 'thing' };
          const client = clientOf(service, { auth });
          const read = async (): Promise<number> => {
            let count = 0;
            const walk = toAsyncIterable((valve) => walkOf(kind, client, service, { valve }).pipe(orThrow()));
            for await (const record of walk) {
              expect(record).to.deep.equal({ properties: {} });
              if (++count === 25) break;
            }
            return count;
          };
          expect(await Promise.all(ids(1, 4).map(read))).to.deep.equal([25, 25, 25, 25]);
          // Walks that were refused together share a renewal: there are no more of them than credentials went stale.
          expect(asked)
            .to.be.at.least(8)
            .and.at.most(Math.ceil(number / 12));
          expect(refused).to.be.at.least(asked);
        },
      );
    });

    it(`${kind}: end the walk when the new one is refused too, and the next walk asks again`, async () => {
      await withService({ ...withThings(6), maxPageSize: 2, protectList: true }, async (service) => {
        let asked = 0;
        const auth = bearer(() => Promise.resolve(++asked < 3 ? `wrong-${asked}` : service.token));
        const client = clientOf(service, { auth });
        const [end, ...others] = await collect(walkOf(kind, client, service));
        expect(others).to.deep.equal([]);
        expect(end).to.have.nested.property('left._tag', 'Unauthorized');
        expect(end).to.have.nested.property('left.progress.attempts', 2);
        const results = await collect(walkOf(kind, client, service));
        expect(results.every(E.isRight)).to.equal(true);
        expect([told(results), asked]).to.deep.equal([ids(1, 6), 3]);
      });
    });
  }
});
