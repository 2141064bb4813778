import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import type { RequestListener, ServerResponse } from 'node:http';
import { rightOf } from '../../support/sides';
import { withServer } from '../../support/withServer';
import { answeredBy, exchange, get } from '../support/exchange';
import { transports } from '../support/transports';

/** Sends a byte every few milliseconds, for as long as somebody listens. */
const trickle = (response: ServerResponse): void => {
  const timer = setInterval(() => response.write(' '), 10);
  response.once('close', () => clearInterval(timer));
};

const slow: Readonly<Record<string, RequestListener>> = {
  'that never answers': () => undefined,
  'that sends headers only': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
  },
  'that sends half a body': (_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"data":[');
  },
  'that trickles a byte every 10 ms': (_, response) => {
    trickle(response);
  },
  'that trickles an error': (_, response) => {
    response.writeHead(500);
    trickle(response);
  },
};

for (const [name, { to }] of Object.entries(transports)) {
  describe(`law 11: the timeout of ${name} bounds the whole exchange`, () => {
    for (const [what, answer] of Object.entries(slow)) {
      it(`with a server ${what}, and ends it`, async () => {
        let closed: Promise<unknown> | undefined;
        await withServer(
          (request, response) => {
            closed = new Promise((resolve) => response.once('close', resolve));
            answer(request, response);
          },
          async (url) => {
            const start = performance.now();
            expect(await exchange(to(url, { timeout: 50 }), get('/p'))).to.deep.equal(
              E.left({ _tag: 'TimedOut', after: 50 }),
            );
            // Timers may fire a little early; and without a timeout this server would never end.
            expect(performance.now() - start).to.be.at.least(45);
            await closed;
          },
        );
      });
    }

    for (const timeout of [0, 60_000, 2 ** 31 - 1, 2 ** 31, 2 ** 40]) {
      it(`but not a response that comes in time, nor a wait without end: ${timeout} ms`, async () => {
        const late: RequestListener = (_, response) => setTimeout(() => response.end('fine'), 20);
        expect(rightOf(await answeredBy(to, late, { timeout })).body).to.equal('fine');
      });
    }
  });
}
