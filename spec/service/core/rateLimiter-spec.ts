import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import fc from 'fast-check';
import { connect } from 'node:net';
import { type ServedRequest, type Service } from '../../../src/service/index';
import { type Admit, rateLimiter } from '../../../src/service/core/rateLimiter';
import { pause } from '../../support/collect';
import { ask, type Answer, listUrl, searchUrl } from '../support/plain';
import { withThings } from '../support/things';
import { withService } from '../support/withService';

const waitsForEver = { type: 'delay', ms: 60_000, every: 1 } as const;

const as = (authorization: string): RequestInit => ({ headers: { authorization } });

/** Resolves as soon as a condition holds; mocha's timeout is for the case that it never does. */
const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await pause(5);
};

const begin = async (service: Service, init: RequestInit = {}): Promise<AbortController> => {
  const abort = new AbortController();
  void fetch(listUrl(service), { ...init, signal: abort.signal }).catch(() => undefined);
  // Ten times of what it takes to arrive: only what was answered can be seen.
  await pause(300);
  return abort;
};

const refusalOf = ({ status, headers, body }: Answer) => ({
  status,
  retryAfter: headers.get('retry-after'),
  errorCode: body.errorCode,
  errorName: body.errorName,
  parameters: body.parameters,
});

const refusal = (parameters: object, retryAfter: string) => ({
  status: 429,
  retryAfter,
  errorCode: 'TOO_MANY_REQUESTS',
  errorName: 'TooManyRequests',
  parameters,
});

describe('rateLimit: requests at once', () => {
  const limited = { ...withThings(1), rateLimit: { concurrent: 2 }, faults: [waitsForEver] };

  it('refuses what is beyond the limit with 429, and says when to come again', () =>
    withService(limited, async (service) => {
      const under = [await begin(service), await begin(service)];
      expect(refusalOf(await ask(listUrl(service)))).to.deep.equal(refusal({ concurrent: 2 }, '1'));
      for (const abort of under) abort.abort();
    }));

  it('counts list and search of one credential together, however the header is written, and others for themselves', () =>
    withService(limited, async (service) => {
      const under = [
        await begin(service, as('Bearer one')),
        await begin(service, as('bearer  one ')),
      ];
      const search = await ask(searchUrl(service), {
        method: 'POST',
        ...as('BEARER one'),
        body: '{}',
      });
      expect(search.status).to.equal(429);
      service.setFaults([]);
      expect((await ask(listUrl(service), as('Bearer other'))).status).to.equal(200);
      expect((await ask(listUrl(service))).status).to.equal(200);
      for (const abort of under) abort.abort();
    }));

  it('does not count refused requests, preflights and paths that lead nowhere', () =>
    withService({ ...limited, rateLimit: { concurrent: 1 } }, async (service) => {
      const under = await begin(service);
      const statuses = await Promise.all(
        Array.from({ length: 5 }, async () => (await ask(listUrl(service))).status),
      );
      expect(new Set(statuses)).to.deep.equal(new Set([429]));
      expect((await ask(`${service.url}/elsewhere`)).status).to.equal(404);
      expect((await fetch(listUrl(service), { method: 'OPTIONS' })).status).to.equal(204);
      service.setFaults([]);
      under.abort();
      await until(async () => (await ask(listUrl(service))).status === 200);
      for (let n = 0; n < 20; n++) expect((await ask(listUrl(service))).status).to.equal(200);
    }));

  it('is free again when a client goes away, also for requests that wait behind another one', async () => {
    const told: Array<ServedRequest> = [];
    const options = { ...limited, onRequest: (request: ServedRequest) => void told.push(request) };
    await withService(options, async (service) => {
      const { pathname, port } = new URL(listUrl(service));
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(`GET ${pathname} HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(2));
      await until(async () => (await ask(listUrl(service))).status === 429);
      service.setFaults([]);
      told.length = 0;
      socket.destroy();
      await until(() => told.filter(({ aborted }) => aborted).length === 2);
      const both = await Promise.all([ask(listUrl(service)), ask(listUrl(service))]);
      expect(both.map(({ status }) => status)).to.deep.equal([200, 200]);
    });
  });
});

describe('rateLimit: requests in a minute', () => {
  it('refuses what is beyond the limit with 429, and says after how many seconds there is room', () =>
    withService({ ...withThings(1), rateLimit: { perMinute: 3 } }, async (service) => {
      for (let n = 0; n < 3; n++) expect((await ask(listUrl(service))).status).to.equal(200);
      const refused = refusalOf(await ask(listUrl(service)));
      expect(refused).to.deep.equal(refusal({ perMinute: 3 }, refused.retryAfter ?? ''));
      // By a real clock. The specs below say which second it is.
      expect(Number(refused.retryAfter)).to.be.within(1, 60);
      expect((await ask(listUrl(service), as('Bearer other'))).status).to.equal(200);
    }));

  const secondsOf = (admitted: ReturnType<Admit>): number =>
    E.isLeft(admitted) ? Number(admitted.left.headers['retry-after']) : 0;

  it('lets in nobody before the time that it says, and anybody then', () => {
    const admit = rateLimiter({ perMinute: 2 });
    const times = [5, 10_005, 10_006, 60_004, 60_005, 60_005];
    expect(times.map((now) => secondsOf(admit('a', now)))).to.deep.equal([0, 0, 50, 1, 0, 10]);
  });

  it('is any 60 seconds: whenever requests come, no such time sees more', () => {
    const anyGaps = fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 200 });
    fc.assert(
      fc.property(anyGaps, fc.integer({ min: 1, max: 10 }), (gaps, perMinute) => {
        let clock = 0;
        const admit = rateLimiter({ perMinute });
        const accepted: Array<number> = [];
        for (const gap of gaps) {
          clock += gap;
          const admitted = admit(undefined, clock);
          const recent = accepted.filter((time) => clock - time < 60_000).length;
          expect(E.isRight(admitted)).to.equal(recent < perMinute);
          if (E.isRight(admitted)) accepted.push(clock);
          else expect(secondsOf(admitted)).to.be.within(1, 60);
        }
      }),
    );
  });

  it('is counted in bounded memory: beyond a thousand credentials new ones count as none', () => {
    const admit = rateLimiter({ perMinute: 2 });
    expect([admit('known', 0), admit('known', 0)].map(E.isRight)).to.deep.equal([true, true]);
    const strangers = Array.from({ length: 5_000 }, (_, index) =>
      E.isRight(admit(`stranger ${index}`, 0)),
    );
    expect(strangers.filter((isIn) => isIn)).to.have.lengthOf(999 + 2);
    expect([E.isRight(admit('known', 0)), E.isRight(admit(undefined, 0))]).to.deep.equal([
      false,
      false,
    ]);
    expect(E.isRight(admit('stranger 1', 0))).to.equal(true);
    expect(E.isRight(admit('known', 60_000))).to.equal(true);
  });

  it('forgets credentials that have nothing in flight and nothing in the last minute', () => {
    const admit = rateLimiter({ perMinute: 2 });
    for (let n = 0; n < 2_000; n++) {
      const admitted = admit(`stranger ${n}`, 0);
      if (E.isRight(admitted)) admitted.right();
    }
    const next = Array.from({ length: 1_000 }, (_, index) =>
      E.isRight(admit(`next ${index}`, 60_000)),
    );
    expect(next).to.not.include(false);
  });
});
