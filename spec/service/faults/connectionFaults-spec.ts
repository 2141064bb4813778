import { expect } from 'chai';
import type { Fault, ServedRequest } from '../../../src/service/index';
import { faulty } from '../support/faulty';
import { listOf, searchOf, walked } from '../support/library';
import { idsIn, listPages, listUrl, searchInit, searchUrl, tokenIn } from '../support/plain';

const failureOf = (exchange: Promise<unknown>): Promise<unknown> =>
  exchange.then(
    () => 'no failure',
    (error: unknown) => error,
  );

describe('the faults of the connection', () => {
  it('delay: the response waits', async () => {
    await faulty([{ type: 'delay', ms: 50, at: 1 }], async (service) => {
      const begun = performance.now();
      const answer = await listPages(service)();
      expect(performance.now() - begun).to.be.greaterThan(45);
      expect(idsIn(answer)).to.deep.equal([1, 2]);
    });
  });

  it('delay: the library gives up when its time is over, and the service sees it go', async () => {
    const seen: Array<ServedRequest> = [];
    const onRequest = (request: ServedRequest): void => void seen.push(request);
    await faulty(
      [],
      async (service) => {
        expect((await walked(listOf(service))).errors).to.deep.equal([]);
        service.setFaults([{ type: 'delay', ms: 5_000, every: 1 }]);
        const { errors } = await walked(listOf(service, 50));
        expect(errors.map(({ _tag }) => _tag)).to.deep.equal(['TimedOut']);
      },
      { onRequest },
    );
    expect(seen.map(({ status, aborted }) => ({ status, aborted }))).to.deep.equal([
      { status: 200, aborted: false },
      { status: 200, aborted: false },
      { status: 200, aborted: false },
      { status: undefined, aborted: true },
    ]);
  });

  it('reset-before: the connection is reset before the response', async () => {
    await faulty([{ type: 'reset-before', every: 1 }], async (service) => {
      expect(await failureOf(fetch(listUrl(service)))).to.have.nested.property('cause.code', 'ECONNRESET');
      const { errors } = await walked(searchOf(service));
      expect(errors).to.have.lengthOf(1);
      expect(errors[0]).to.include({ _tag: 'NetworkFailure', code: 'ECONNRESET' });
    });
  });

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

  it('reset-during: the connection is reset in the middle of the body', async () => {
    await faulty([{ type: 'reset-during', every: 1 }], async (service) => {
      const response = await fetch(listUrl(service));
      expect(response.status).to.equal(200);
      expect(await failureOf(response.text())).to.be.instanceOf(Error);
      const { errors } = await walked(searchOf(service));
      expect(errors.map(({ _tag }) => _tag)).to.deep.equal(['NetworkFailure']);
    });
  });

  it('reset-during: half of the body arrives', async () => {
    await faulty([{ type: 'reset-during', every: 1 }], async (service) => {
      const response = await fetch(listUrl(service));
      const length = Number(response.headers.get('content-length'));
      let received = 0;
      const read = (async (): Promise<void> => {
        for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) received += chunk.length;
      })();
      expect(await failureOf(read)).to.be.instanceOf(Error);
      expect(received).to.equal(Math.floor(length / 2));
    });
  });

  it('trickle: the body comes in pieces, whole, over the time that was set', async () => {
    await faulty([{ type: 'trickle', ms: 60, every: 1 }], async (service) => {
      const begun = performance.now();
      const response = await fetch(listUrl(service));
      let pieces = 0;
      for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>)
        pieces += Math.sign(piece.length);
      expect(pieces).to.be.greaterThan(1);
      expect(performance.now() - begun).to.be.greaterThan(55);
      expect(await walked(searchOf(service))).to.deep.equal({ ids: [1, 2, 3, 4, 5, 6], errors: [] });
    });
  });

  it('trickle: the library gives up when its time is over, and the service sees it go', async () => {
    const seen: Array<ServedRequest> = [];
    const onRequest = (request: ServedRequest): void => void seen.push(request);
    await faulty(
      [{ type: 'trickle', ms: 60_000, every: 1 }],
      async (service) => {
        const { errors } = await walked(listOf(service, 200));
        expect(errors.map(({ _tag }) => _tag)).to.deep.equal(['TimedOut']);
      },
      { onRequest },
    );
    expect(seen.map(({ status, aborted }) => ({ status, aborted }))).to.deep.equal([{ status: 200, aborted: true }]);
  });

  it('truncate: a whole response whose JSON breaks off', async () => {
    await faulty([{ type: 'truncate', every: 1 }], async (service) => {
      const text = await (await fetch(searchUrl(service), searchInit(service, { query: { type: 'empty' } }))).text();
      expect(text).to.match(/^\{"data":\[/);
      expect(() => JSON.parse(text) as unknown).to.throw(SyntaxError);
      const { errors } = await walked(listOf(service));
      expect(errors.map(({ _tag }) => _tag)).to.deep.equal(['InvalidEnvelope']);
    });
  });
});
