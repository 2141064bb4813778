import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { asyncScheduler, concatMap, firstValueFrom, range, type Subscription, toArray } from 'rxjs';
import type { HttpRequest, HttpResponse } from '../../src/index';
import type { ServedRequest } from '../../src/service/index';
import { memoryService } from '../../src/testing/index';
import type { MemoryExchange, MemoryService, MemoryServiceOptions } from '../../src/testing/index';
import { withThings } from '../service/support/things';
import { inVirtualTime } from '../support/inVirtualTime';

type Handles = Pick<MemoryService, 'ontologyRid' | 'apiFamily' | 'objectType' | 'token'>;

/** A request for the first page of the list. */
const list = ({ ontologyRid, objectType }: Handles): HttpRequest => ({
  method: 'GET',
  url: `/api/v1/ontologies/${ontologyRid}/objects/${objectType}`,
  headers: {},
});

/** A request for the first page of a search. */
const search = ({ apiFamily, objectType, token }: Handles): HttpRequest => ({
  method: 'POST',
  url: `/api/${apiFamily}/v1/objects/types/${objectType}/search`,
  headers: { authorization: `Bearer ${token}` },
  body: '{"query":{"type":"empty"}}',
});

/** When answers come to requests that are sent at once, and what they are in short: '250: 200'. */
const arrivals = (options: MemoryServiceOptions, requests: number): ReadonlyArray<string> => {
  const seen: Array<string> = [];
  inVirtualTime(() => {
    const service = memoryService({ ...withThings(3), seed: 1, ...options });
    for (let n = 0; n < requests; n++) {
      service.transport(list(service)).subscribe((result) => {
        const what = E.isLeft(result) ? Object.values(result.left).join(', ') : result.right.status;
        seen.push(`${asyncScheduler.now()}: ${what}`);
      });
    }
  });
  return seen;
};

describe('memoryService', () => {
  it('answers after its latency, and never before the caller goes on', () => {
    expect(arrivals({}, 1)).to.deep.equal(['0: 200']);
    expect(arrivals({ latency: 250 }, 2)).to.deep.equal(['250: 200', '250: 200']);
    const { transport, ...service } = memoryService(withThings(1));
    let isAnswered = false;
    const subscription = transport(list(service)).subscribe(() => {
      isAnswered = true;
    });
    expect(isAnswered).to.equal(false);
    subscription.unsubscribe();
  });

  it('asks a function for the latency of each request', () => {
    const asked: Array<string> = [];
    const latency = ({ url }: HttpRequest): number => 100 * asked.push(url);
    expect(arrivals({ latency }, 3)).to.deep.equal(['100: 200', '200: 200', '300: 200']);
    expect(new Set(asked).size).to.equal(1);
  });

  it('adds the time of faults to its latency', () => {
    const delay = { type: 'delay', ms: 1_000, at: 1 } as const;
    const trickle = { type: 'trickle', ms: 500, at: 2 } as const;
    const expected = ['10: 200', '510: 200', '1010: 200'];
    expect(arrivals({ latency: 10, faults: [delay, trickle] }, 3)).to.deep.equal(expected);
  });

  it('gives up after its timeout, of 60 seconds by default, a body that trickles included', () => {
    const late = { type: 'delay', ms: 60_001, every: 1 } as const;
    expect(arrivals({ faults: [late] }, 1)).to.deep.equal(['60000: TimedOut, 60000']);
    expect(arrivals({ faults: [late], timeout: 0 }, 1)).to.deep.equal(['60001: 200']);
    const slow = { type: 'trickle', ms: 300, every: 1 } as const;
    expect(arrivals({ faults: [slow], timeout: 200 }, 1)).to.deep.equal(['200: TimedOut, 200']);
  });

  it('says a reset as Node does', () => {
    const before = { type: 'reset-before', at: 1 } as const;
    expect(arrivals({ faults: [before, { type: 'reset-during', at: 2 }] }, 2)).to.deep.equal([
      '0: NetworkFailure, read ECONNRESET, ECONNRESET',
      '0: NetworkFailure, aborted, ECONNRESET',
    ]);
  });

  it('tells every exchange when it is over: what was asked, when, and what was answered', () => {
    const told: Array<MemoryExchange> = [];
    const served: Array<ServedRequest> = [];
    const results: Array<E.Either<unknown, HttpResponse>> = [];
    const faults = [
      { type: 'reset-before', at: 2 },
      { type: 'reset-during', at: 3 },
      { type: 'delay', ms: 1_000, at: 4 },
    ] as const;
    const sent: Array<HttpRequest> = [];
    inVirtualTime(() => {
      const onRequest = (request: ServedRequest): void => void served.push(request);
      const service = memoryService({ ...withThings(3), latency: 5, faults, onRequest });
      service.exchanges.subscribe((exchange) => told.push(exchange));
      sent.push(search(service), list(service), list(service), list(service));
      const lines = sent.map((request) =>
        service.transport(request).subscribe((result) => results.push(result)),
      );
      asyncScheduler.schedule(() => lines[3]?.unsubscribe(), 500);
    });
    const responses = results.map((result) => (E.isRight(result) ? result.right : undefined));
    const shown = JSON.stringify(sent).replace(/Bearer \w+/g, '[redacted]');
    expect(told.map(({ request }) => request)).to.deep.equal(JSON.parse(shown));
    expect(told.map(({ at }) => at)).to.deep.equal([0, 0, 0, 0]);
    expect(told.map(({ status }) => status)).to.deep.equal([200, undefined, 200, undefined]);
    expect(told.map(({ aborted }) => aborted)).to.deep.equal([false, true, true, true]);
    expect(told[0]?.response).to.deep.equal(responses[0]);
    expect(told.map(({ response }) => response?.status)).to.deep.equal([
      200,
      undefined,
      200,
      undefined,
    ]);
    expect(served).to.deep.equal(
      told.map(({ method, path, status, aborted }) => ({ method, path, status, aborted })),
    );
    expect(told[1]?.path).to.equal('/api/v1/ontologies/ri.ontology.main/objects/thing');
  });

  it('law 29: tells of an exchange once, also where a listener leaves because of it', () =>
    inVirtualTime(() => {
      const aborted: Array<boolean> = [];
      const leave = (served: ServedRequest): void => {
        aborted.push(served.aborted);
        line.unsubscribe();
      };
      const service = memoryService({ ...withThings(1), onRequest: leave });
      service.exchanges.subscribe(leave);
      const line = service.transport(list(service)).subscribe();
      asyncScheduler.schedule(() => expect(aborted).to.deep.equal([false, false]), 10);
    }));

  it('law 14: tells no credential of an exchange, whatever its header is called', () =>
    inVirtualTime(() => {
      const service = memoryService(withThings(1));
      const told: Array<string> = [];
      service.exchanges.subscribe((exchange) => told.push(JSON.stringify(exchange)));
      const names = [
        'Authorization',
        'cookie',
        'x-api-key',
        'x-amz-security-token',
        'x-session-id',
        'x-password',
      ];
      for (const name of names) {
        const request = list(service);
        service
          .transport({ ...request, headers: { ...request.headers, [name]: 's3cr3t' } })
          .subscribe();
      }
      asyncScheduler.schedule(() => {
        expect(told).to.have.length(names.length);
        for (const line of told) expect(line).to.include('[redacted]').and.not.include('s3cr3t');
      }, 1_000);
    }));

  it('holds no timer when nothing is asked, nor after an answer, nor when a client has left', async () => {
    const begun = new Set<unknown>();
    const schedule = asyncScheduler.schedule.bind(asyncScheduler);
    asyncScheduler.schedule = ((...args: Parameters<typeof schedule>): Subscription => {
      const timer = schedule(...args);
      begun.add(timer);
      timer.add(() => begun.delete(timer));
      return timer;
    }) as typeof asyncScheduler.schedule;
    try {
      const service = memoryService({ ...withThings(3), latency: 10 });
      expect(begun.size).to.equal(0);
      const subscription = service.transport(list(service)).subscribe();
      expect(begun.size).to.equal(2);
      subscription.unsubscribe();
      expect(begun.size).to.equal(0);
      await firstValueFrom(service.transport(list(service)));
      expect(begun.size).to.equal(0);
    } finally {
      asyncScheduler.schedule = schedule;
    }
  });

  it('answers in real time too, and is cold: each subscription is a request', async () => {
    const service = memoryService(withThings(3));
    let requests = 0;
    service.exchanges.subscribe(() => {
      requests += 1;
    });
    const result = service.transport(list(service));
    expect(requests).to.equal(0);
    const results = await firstValueFrom(
      range(2).pipe(
        concatMap(() => result),
        toArray(),
      ),
    );
    expect(results.map(E.isRight)).to.deep.equal([true, true]);
    expect(requests).to.equal(2);
  });

  const wrong: ReadonlyArray<readonly [options: unknown, message: RegExp]> = [
    [
      { maxPageSize: 0, pagesize: 1 },
      /^memoryService: maxPageSize must be .*; pagesize is not an option of the service$/,
    ],
    [{ faults: [{ type: 'flood' }] }, /^memoryService: there is no fault 'flood'/],
  ];
  for (const [options, message] of wrong) {
    it(`refuses ${JSON.stringify(options)}`, () =>
      expect(() => memoryService(options as MemoryServiceOptions)).to.throw(TypeError, message));
  }

  it('refuses a latency that a function makes up', () => {
    const service = memoryService({ ...withThings(1), latency: () => NaN });
    let error: unknown;
    service.transport(list(service)).subscribe({ error: (thrown: unknown) => (error = thrown) });
    expect(error).to.be.instanceOf(TypeError);
    expect(error)
      .to.have.property('message')
      .that.includes('what latency returns must be a number of milliseconds');
  });
});
