import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { asyncScheduler } from 'rxjs';
import { classify, createClient, endpoint, orThrow, polite } from '../../src/index';
import { at, byPageNumber, query } from '../../src/paging/index';
import { memoryService, paged } from '../../src/testing/index';
import { inVirtualTime } from '../support/inVirtualTime';

/** How a service says what is left, and for how many milliseconds; its clock is not ours. */
const families: Readonly<
  Record<string, (remaining: number, ms: number, now: number) => Record<string, string>>
> = {
  'RateLimit-Remaining, in seconds': (remaining, ms) => ({
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(Math.ceil(ms / 1_000)),
  }),
  'X-RateLimit-Remaining, as a date': (remaining, ms, now) => ({
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': new Date(now + ms + 999).toUTCString(),
    Date: new Date(now).toUTCString(),
  }),
  RateLimit: (remaining, ms) => ({
    RateLimit: `"day";r=999;t=9, "burst";r=${remaining};t=${Math.ceil(ms / 1_000)}`,
  }),
};

const things = endpoint({
  name: 'things',
  method: 'GET',
  path: '/things',
  items: at('items'),
  paging: byPageNumber({ to: query('page'), last: at('last') }),
});

/** Walks 40 pages of a service that allows 20 requests in 15 seconds. */
const walk = (status: number, said: (typeof families)[string], isPolite: boolean) => {
  const seen = { objects: 0, refused: 0, isComplete: false };
  const pages = paged(
    Array.from({ length: 40 }, (_, id) => ({ id })),
    { size: 1 },
  );
  inVirtualTime(() => {
    let [from, used] = [-Infinity, 0];
    const { transport } = memoryService({
      objects: { thing: [] },
      latency: 10,
      routes: {
        'GET /things': (request) => {
          const now = asyncScheduler.now();
          if (now >= from + 15_000) [from, used] = [now, 0];
          used += 1;
          const headers = said(
            Math.max(0, 20 - used),
            from + 15_000 - now,
            Date.parse('2026-11-17T14:05:00.5Z') + now,
          );
          if (used > 20) seen.refused += 1;
          return used > 20 ? { status, headers } : { ...pages(request), headers };
        },
      },
    });
    createClient({ transport: isPolite ? polite({})(transport) : transport })
      .objects(things, {})
      .pipe(orThrow())
      .subscribe({ next: () => (seen.objects += 1), complete: () => (seen.isComplete = true) });
  });
  return seen;
};

describe('law 39: limits in words of the service', () => {
  it('a classify of your own reads them, and a retry of your own sees them', () => {
    const waits: Array<number | undefined> = [];
    inVirtualTime(() => {
      const { transport } = memoryService({
        objects: { thing: [] },
        routes: {
          'GET /things': () => ({
            status: 400,
            headers: { 'X-Throttled-For': '7', 'Retry-After': '1' },
          }),
        },
      });
      createClient({
        transport,
        classify: (response, sent) => ({
          ...classify(response, sent),
          retryAfter: 1_000 * Number(response.headers['x-throttled-for']),
        }),
        retry: (failure) => {
          waits.push(failure._tag === 'HttpFailure' ? failure.retryAfter : undefined);
          return O.none;
        },
      })
        .objects(things, {})
        .subscribe();
    });
    expect(waits).to.deep.equal([7_000]);
  });
});

describe('law 39: a walk of 40 pages where 20 requests in 15 s are allowed', () => {
  for (const [family, said] of Object.entries(families)) {
    for (const status of [403, 429, 503]) {
      it(`${family}, refused with ${status}: complete, with one refusal, and with none under polite`, () => {
        expect(walk(status, said, false)).to.deep.equal({
          objects: 40,
          refused: 1,
          isComplete: true,
        });
        expect(walk(status, said, true)).to.deep.equal({
          objects: 40,
          refused: 0,
          isComplete: true,
        });
      });
    }
  }
});
