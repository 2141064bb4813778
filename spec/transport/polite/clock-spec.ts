import { expect } from 'chai';
import { asyncScheduler, NEVER, of, type Subscription, timer } from 'rxjs';
import { polite, type Polite } from '../../../src/transport/polite/polite';
import { inVirtualTime } from '../../support/inVirtualTime';
import { noting, request, response } from '../support/politely';

const hour = 3_600_000;
const day = 24 * hour;

/** Runs something while no time passes and the clock of the machine can be set, of which the steady clock knows nothing. */
const withClock = (run: (step: (ms: number) => void) => void): void => {
  const { now } = Date;
  const steady = performance.now.bind(performance);
  const [stopped, begun] = [steady(), now()];
  let shift = 0;
  Date.now = () => begun + shift;
  performance.now = () => stopped;
  try {
    run((ms) => (shift += ms));
  } finally {
    Date.now = now;
    performance.now = steady;
  }
};

/** The delays that timers were asked for meanwhile; none of them is ever due. */
const delaysOf = (run: () => void): ReadonlyArray<number> => {
  const { setInterval } = globalThis;
  const delays: Array<number> = [];
  globalThis.setInterval = ((_: unknown, ms: number) => {
    delays.push(ms);
    return 0;
  }) as unknown as typeof setInterval;
  try {
    run();
  } finally {
    globalThis.setInterval = setInterval;
  }
  return delays;
};

/** What starts, and for how long the next one is made to wait, after the given steps: a limit of 2 a minute. */
const afterStep = (limits: Polite, step: number, ...urls: ReadonlyArray<string>) => {
  const sent: Array<string> = [];
  const transport = limits(({ url }) => {
    sent.push(url);
    if (url === 'one left')
      return of(response(200, { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '30' }));
    return url.startsWith('held') ? of(response(429, { 'retry-after': '30' })) : NEVER;
  });
  const delays = delaysOf(() => {
    withClock((move) => {
      const requests: Array<Subscription> = [];
      for (const url of urls) {
        if (url === 'step') move(step);
        else requests.push(transport(request(url)).subscribe());
      }
      for (const each of requests.reverse()) each.unsubscribe();
    });
  });
  return { sent, delays };
};

describe('law 15: a step of the clock', () => {
  for (const [what, step] of Object.entries({
    'back by an hour': -hour,
    'back by a day': -day,
    'forward by a minute': 60_000,
    'forward by a day': day,
  })) {
    it(`${what} opens no window too soon, and closes none for longer than a minute`, () => {
      const { sent, delays } = afterStep(
        polite({ perMinute: 2, burst: 2 }),
        step,
        'a',
        'b',
        'step',
        'c',
      );
      expect(sent).to.deep.equal(['a', 'b']);
      expect(delays).to.deep.equal([60_000]);
    });

    it(`${what} ends no hold too soon, and prolongs none`, () => {
      const { sent, delays } = afterStep(polite({}), step, 'held', 'step', 'a');
      expect(sent).to.deep.equal(['held']);
      expect(delays).to.deep.equal([30_000]);
    });

    it(`law 39: ${what} changes nothing for those who wait for a request that uses what remains`, () => {
      const { sent, delays } = afterStep(polite({}), step, 'one left', 'a', 'step', 'b');
      expect(sent).to.deep.equal(['one left', 'a']);
      expect(delays).to.deep.equal([30_000]);
    });

    it(`${what} changes what the state says of a hold with it`, () => {
      const limits = polite({});
      withClock((move) => {
        const before = Date.now();
        limits(() => of(response(429, { 'retry-after': '30' })))(request('a')).subscribe();
        move(step);
        const begun = before + step;
        const seen: Array<number | undefined> = [];
        limits.state.subscribe(({ heldUntil }) => seen.push(heldUntil)).unsubscribe();
        expect(seen).to.deep.equal([begun + 30_000]);
      });
    });
  }

  it('back while somebody waits is no reason to wait again: the timer knows better', () => {
    const starts: Array<number> = [];
    const { now } = asyncScheduler;
    inVirtualTime(() => {
      const transport = polite({ perMinute: 2, burst: 2 })(() => {
        starts.push(now());
        return NEVER;
      });
      for (let index = 0; index < 5; index += 1) transport(request('a')).subscribe();
      timer(10_000).subscribe(() => {
        asyncScheduler.now = () => now() - hour;
        transport(request('a')).subscribe();
      });
    });
    asyncScheduler.now = now;
    expect(starts).to.deep.equal([0, 0, 60_000, 60_000, 120_000, 120_000]);
  });

  it('back to 0, where virtual time begins again, holds nobody for longer than a window', () => {
    const limits = polite({ perMinute: 2, burst: 2 });
    const seen = [1, 2].map(() => {
      const { starts, transport } = noting(() => of(response(200)));
      inVirtualTime(() => {
        const limited = limits(transport);
        timer(100_000).subscribe(() => {
          for (let index = 0; index < 3; index += 1) limited(request('a')).subscribe();
        });
      });
      return starts;
    });
    expect(seen).to.deep.equal([
      [100_000, 100_000, 160_000],
      [100_000, 160_000, 160_000],
    ]);
  });
});
