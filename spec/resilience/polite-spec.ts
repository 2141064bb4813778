import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { asyncScheduler, count, defer, forkJoin, lastValueFrom, of } from 'rxjs';
import {
  axiosTransport,
  bearer,
  createClient,
  orThrow,
  polite,
  retryPolicy,
} from '../../src/index';
import type { ClientConfig, HttpFailure, Polite, PoliteOptions, Transport } from '../../src/index';
import type { ServedRequest, ServiceOptions } from '../../src/service/index';
import { inVirtualTime } from '../support/inVirtualTime';
import { withService } from '../service/support/withService';
import { ok } from '../support/scriptedTransport';

const objects = { thing: Array.from({ length: 60 }, (_, id) => ({ id })) };
const pages = 6;

/** Forty walks of six pages over one client: how often the service answered with each status. */
const fortyWalks = async (
  options: ServiceOptions,
  limits: Polite,
): Promise<Readonly<Record<string, number>>> => {
  const statuses: Record<string, number> = {};
  const onRequest = ({ status }: ServedRequest) =>
    (statuses[String(status)] = (statuses[String(status)] ?? 0) + 1);
  await withService(
    { objects, maxPageSize: 10, ...options, onRequest },
    async ({ url, ontologyRid, token }) => {
      const client = createClient({
        transport: limits(axiosTransport({ baseURL: url })),
        auth: bearer(token),
      });
      const walk = client.list({ ontologyRid, objectType: 'thing' }).pipe(orThrow(), count());
      expect(await lastValueFrom(forkJoin(Array.from({ length: 40 }, () => walk)))).to.deep.equal(
        Array(40).fill(60),
      );
    },
  );
  return statuses;
};

describe('law 15: many walks over HTTP', () => {
  it('40 walks under polite({ concurrent: 8 }) against a service that allows 8: no 429 at all', async () => {
    const statuses = await fortyWalks({ rateLimit: { concurrent: 8 } }, polite({ concurrent: 8 }));
    expect(statuses).to.deep.equal({ 200: 40 * pages });
  });

  it('one 429 with Retry-After: the walks are held, nobody is lost, and nobody is refused again', async () => {
    const limits = polite({ concurrent: 8 });
    let mostHeld = 0;
    const told = limits.state.subscribe(({ waiting, heldUntil }) => {
      if (heldUntil !== undefined) mostHeld = Math.max(mostHeld, waiting);
    });
    const throttle = { type: 'throttle', at: 100, retryAfter: 1 } as const;
    const statuses = await fortyWalks({ faults: [throttle] }, limits);
    told.unsubscribe();
    expect(statuses).to.deep.equal({ 200: 40 * pages, 429: 1 });
    expect(mostHeld).to.be.greaterThan(8);
  });
});

describe('law 15: a wait that polite enforces is not a failed attempt that was too long', () => {
  /** One walk of one page, whose first requests get this refusal: the seconds at which they are sent, and how it ends. */
  const run = (
    refusals: number,
    headers: Readonly<Record<string, string>>,
    retry: ClientConfig['retry'],
    decorate: (transport: Transport) => Transport,
  ) => {
    const starts: Array<number> = [];
    const ends: Array<string> = [];
    const service: Transport = () =>
      defer(() => {
        const sent = starts.push(asyncScheduler.now() / 1_000);
        return of(
          sent > refusals
            ? ok({ data: [{ properties: {} }] })
            : E.right({ status: 429, headers, body: '{}' }),
        );
      });
    inVirtualTime(() =>
      createClient({ transport: decorate(service), retry })
        .list({ ontologyRid: 'ri.o', objectType: 'thing' })
        .subscribe((result) => {
          const { status, retryAfter, progress } = (
            E.isLeft(result) ? result.left : {}
          ) as Partial<HttpFailure>;
          ends.push(
            progress === undefined
              ? 'object'
              : `${status} ${retryAfter ?? ''} after ${progress.attempts}`,
          );
        }),
    );
    return { starts, ends };
  };
  const waiting = (seconds: string | number) => ({
    'retry-after': `${seconds}`,
    'x-other': 'kept',
  });

  for (const seconds of [2, 61, 599, 600]) {
    it(`a Retry-After of ${seconds} s is waited for, and the walk goes on`, () => {
      for (const retry of [undefined, { maxDelay: 1_000 }, retryPolicy({ attempts: 2 })]) {
        expect(run(1, waiting(seconds), retry, polite({}))).to.deep.equal({
          starts: [0, seconds],
          ends: ['object'],
        });
      }
    });
  }

  it('a longer one than ten minutes ends the walk, as law 11 says', () =>
    expect(run(1, waiting(601), undefined, polite({}))).to.deep.equal({
      starts: [0],
      ends: ['429 601000 after 1'],
    }));

  describe('a refusal for which polite held the line is not an attempt', () => {
    const refused = (
      headers: Readonly<Record<string, string>>,
      options: PoliteOptions,
      retry?: ClientConfig['retry'],
    ) => run(Infinity, headers, retry, polite(options));

    it('it is sent again until the holds are longer than maxHold in sum, and then the walk ends with it', () => {
      // 1 + 2 + 4 + 8 + 16 is 31; 32 more would be 63.
      const { starts, ends } = refused({}, { maxHold: 60_000 });
      expect([starts, ends]).to.deep.equal([[0, 1, 3, 7, 15, 31], ['429  after 6']]);
    });

    it('with a Retry-After, too, however few attempts there are', () => {
      for (const retry of [undefined, { attempts: 1 }, false] as const) {
        const { starts, ends } = refused(waiting(20), { maxHold: 60_000 }, retry);
        expect([starts, ends]).to.deep.equal([[0, 20, 40, 60], ['429  after 4']]);
      }
    });

    it('a hold of a millisecond lets no page be asked for more often than 600 times', () => {
      expect(refused(waiting(0.001), {}).starts).to.have.lengthOf(601);
    });

    it('a Retry-After of 0 holds nobody: it is an attempt', () => {
      expect(refused(waiting(0), {}, { baseDelay: 0 }).starts).to.have.lengthOf(5);
    });
  });
});
