import { expect } from 'chai';
import type { Fault, ServedRequest } from '../../../src/service/index';
import { faulty } from '../support/faulty';
import { listOf, searchOf, walked } from '../support/library';
import { idsIn, listPages, listUrl, tokenIn } from '../support/plain';

const failureOf = (exchange: Promise<unknown>): Promise<unknown> =>
  exchange.then(
    () => 'no failure',
    (error: unknown) => error,
  );

describe('the faults of the connection', () => {
  it('delay: the response waits', () =>
    faulty([{ type: 'delay', ms: 50, at: 1 }], async (service) => {
      const begun = performance.now();
      const answer = await listPages(service)();
      expect(performance.now() - begun).to.be.greaterThan(45);
      expect(idsIn(answer)).to.deep.equal([1, 2]);
    }));

  it('reset-before: the request does not count as a use of its token', async () => {
    const faults: ReadonlyArray<Fault> = [
      { type: 'reset-before', at: 2 },
      { type: 'expire-token', uses: 1 },
    ];
    await faulty(faults, async (service) => {
      const askPage = listPages(service);
      const token = tokenIn(await askPage());
      expect(await failureOf(askPage(token))).to.be.instanceOf(Error);
      expect((await askPage(token)).status).to.equal(200);
      expect((await askPage(token)).status).to.equal(400);
    });
  });

  it('reset-during: the connection is reset when half of the body has come', () =>
    faulty([{ type: 'reset-during', every: 1 }], async (service) => {
      const response = await fetch(listUrl(service));
      let received = 0;
      const read = (async (): Promise<void> => {
        for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
          received += chunk.length;
      })();
      expect(response.status).to.equal(200);
      expect(await failureOf(read)).to.be.instanceOf(Error);
      expect(received).to.equal(Math.floor(Number(response.headers.get('content-length')) / 2));
    }));

  it('trickle: the body comes in pieces, whole, over the time that was set', () =>
    faulty([{ type: 'trickle', ms: 60, every: 1 }], async (service) => {
      const begun = performance.now();
      const response = await fetch(listUrl(service));
      let pieces = 0;
      for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>)
        pieces += Math.sign(piece.length);
      expect(pieces).to.be.greaterThan(1);
      expect(performance.now() - begun).to.be.greaterThan(55);
      expect(await walked(searchOf(service))).to.deep.equal({
        ids: [1, 2, 3, 4, 5, 6],
        errors: [],
      });
    }));

  const late: ReadonlyArray<readonly [Fault, status: number | undefined]> = [
    [{ type: 'delay', ms: 5_000, every: 1 }, undefined],
    [{ type: 'trickle', ms: 60_000, every: 1 }, 200],
  ];
  for (const [fault, status] of late) {
    it(`${fault.type}: the library gives up when its time is over, and the service sees it go`, async () => {
      const seen: Array<ServedRequest> = [];
      const onRequest = (request: ServedRequest): void => void seen.push(request);
      await faulty(
        [fault],
        async (service) => {
          const { errors } = await walked(listOf(service, 200));
          expect(errors.map(({ _tag }) => _tag)).to.deep.equal(['TimedOut']);
        },
        { onRequest },
      );
      expect(seen.map((request) => [request.status, request.aborted])).to.deep.equal([
        [status, true],
      ]);
    });
  }
});
