import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { bearer } from '../../src/client/bearer';
import { createClient } from '../../src/client/createClient';
import { maxErrorBytes } from '../../src/model/http';
import type { Transport } from '../../src/transport/Transport';
import { collect } from '../support/collect';
import { type ErrorServer, errorServer, longestStop, shapes } from '../support/errorServer';
import { leftOf, rightOf } from '../support/sides';
import { withServer } from '../support/withServer';
import { exchange, get } from '../transport/support/exchange';
import { transports } from '../transport/support/transports';

/** Every request of a walk is answered by the error. */
const toError =
  (transport: Transport, status: number, shape: string, tell: () => void = () => undefined): Transport =>
  (request) => {
    tell();
    return transport({ ...request, headers: { ...request.headers, 'x-error': `${status} ${shape}` } });
  };

describe('law 22: an error response', () => {
  let server: ErrorServer;

  before(async () => {
    server = await errorServer();
  });

  after(() => server.close());

  for (const [name, { to }] of Object.entries(transports)) {
    for (const shape of shapes) {
      it(`is read up to 64 KiB, then its transfer is stopped: ${shape} (${name})`, async () => {
        const url = `/p?status=503&shape=${shape}&to=${encodeURIComponent(name)}`;
        const response = rightOf(await exchange(to(server.url), get(url)));
        expect(response.status).to.equal(503);
        expect(response.body.length).to.be.within(maxErrorBytes - 3, maxErrorBytes);
        const { isWhole, bytesWritten } = await server.ended(url);
        expect(bytesWritten).to.be.below(50_000_000);
        // What is packed small has been sent before anybody could stop it.
        if (!['gzip', 'deflate', 'br'].includes(shape)) expect(isWhole).to.equal(false);
      });

      it(`does not keep the event loop for 100 ms: ${shape} (${name})`, async () => {
        const transport = to(server.url);
        const stops: Array<number> = [];
        // A machine that is busy stops it too, but not three times in a row.
        while (stops.length < 3 && !stops.some((ms) => ms < 100)) {
          stops.push(await longestStop(() => exchange(transport, get(`/p?status=500&shape=${shape}`))));
        }
        expect(Math.min(...stops)).to.be.below(100);
      });
    }

    it(`of 64 KiB is read whole, and its connection is used again (${name})`, async () => {
      const body = 'a'.repeat(maxErrorBytes);
      const sockets = new Set<unknown>();
      await withServer(
        ({ socket }, response) => {
          sockets.add(socket);
          response.writeHead(400).end(body);
        },
        async (url) => {
          const transport = to(url);
          for (let request = 1; request <= 3; request += 1) {
            expect(rightOf(await exchange(transport, get('/p'))).body).to.equal(body);
            await new Promise((resolve) => setTimeout(resolve, 5));
          }
        },
      );
      expect(sockets.size).to.equal(1);
    });

    for (const shape of ['plain', 'gzip', 'bytes']) {
      it(`is repeated where its status says so, whatever its size: ${shape} (${name})`, async () => {
        let requests = 0;
        const client = createClient({
          transport: toError(to(server.url), 503, shape, () => (requests += 1)),
          retry: { attempts: 3, baseDelay: 1 },
        });
        const [error] = await collect(client.list({ ontologyRid: 'o', objectType: 't' }));
        expect(error && leftOf(error)).to.include({ _tag: 'HttpFailure', status: 503 });
        expect(requests).to.equal(3);
      });

      it(`renews a credential where its status is 401, whatever its size: ${shape} (${name})`, async () => {
        const asked: Array<string | undefined> = [];
        const client = createClient({
          transport: toError(to(server.url), 401, shape),
          auth: bearer((stale) => {
            asked.push(stale);
            return Promise.resolve(`token-${asked.length}`);
          }),
        });
        const results = await collect(client.list({ ontologyRid: 'o', objectType: 't' }));
        expect(results.map((result) => E.isLeft(result) && result.left._tag)).to.deep.equal(['Unauthorized']);
        expect(asked.slice(0, 2)).to.deep.equal([undefined, 'token-1']);
      });
    }
  }
});
