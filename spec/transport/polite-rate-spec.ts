import { expect } from 'chai';
import { asyncScheduler, defer, map, of, take, timer } from 'rxjs';
import { createClient, polite, type PoliteOptions } from '../../src/index';
import { learnedRate } from '../../src/transport/learnedRate';
import { inVirtualTime } from '../support/inVirtualTime';
import { ok } from '../support/scriptedTransport';
import { type Answer, noting, request, response } from './support/politely';

const list = { ontologyRid: 'o', objectType: 't' };
const tenMinutes = 600_000;

/** Services that allow 120 requests a minute: whether one may start now. */
const services: Readonly<Record<string, () => (now: number) => boolean>> = {
  'in any 60 s': () => {
    let starts: ReadonlyArray<number> = [];
    return (now) => {
      const recent = starts.filter((start) => start > now - 60_000);
      starts = recent.length < 120 ? [...recent, now] : recent;
      return recent.length < 120;
    };
  },
  'from one full minute to the next': () => {
    let [minute, used] = [0, 0];
    return (now) => {
      if (Math.floor(now / 60_000) > minute) [minute, used] = [Math.floor(now / 60_000), 0];
      return (used += 1) <= 120;
    };
  },
  'two in a second': () => {
    let [room, last] = [2, 0];
    return (now) => {
      room = Math.min(2, room + (now - last) / 500);
      last = now;
      const isRoom = room >= 1;
      if (isRoom) room -= 1;
      return isRoom;
    };
  },
};

/** Twenty walks for ten minutes: how many requests the service got, how many it refused, and how many walks that ended. */
const twentyWalks = (mayStart: (now: number) => boolean, options: PoliteOptions) => {
  const seen = { requests: 0, refused: 0, died: 0 };
  inVirtualTime(() => {
    const transport = polite(options)(() =>
      defer(() => {
        const now = asyncScheduler.now();
        if (now > tenMinutes) return of(ok({ data: [] }));
        seen.requests += 1;
        const isRefused = !mayStart(now);
        if (isRefused) seen.refused += 1;
        const page = ok({ data: [], nextPageToken: `token-${seen.requests}` });
        return timer(100).pipe(map(() => (isRefused ? response(429) : page)));
      }),
    );
    const client = createClient({ transport });
    for (let walk = 0; walk < 20; walk += 1) {
      client
        .list({ ...list, emptyPages: 1_000 })
        .subscribe(({ _tag }) => (seen.died += _tag === 'Left' ? 1 : 0));
    }
  });
  return seen;
};

describe('law 15: a polite that is refused starts fewer', () => {
  for (const [service, make] of Object.entries(services)) {
    for (const [concurrent, most] of [
      [1, 20],
      [8, 35],
    ] as const) {
      it(`20 walks, ${concurrent} in flight, 600 a minute where 120 are allowed ${service}: at most ${most} refusals`, () => {
        const { requests, refused, died } = twentyWalks(make(), { concurrent, perMinute: 600 });
        expect(died).to.equal(0);
        expect(refused).to.be.within(1, most);
        expect(requests - refused).to.be.above(800);
      });
    }
  }

  it('the state says the rate in force: halved by a refusal, and a tenth of it given back each minute', () => {
    const rates: Array<number | undefined> = [];
    inVirtualTime(() => {
      const limits = polite({ perMinute: 600 });
      const ask = (answer: Answer): void => void limits(() => of(answer))(request('a')).subscribe();
      const note = (): void =>
        void limits.state.pipe(take(1)).subscribe(({ perMinute }) => rates.push(perMinute));
      note();
      ask(response(429));
      note();
      asyncScheduler.schedule(note, 60_000);
      asyncScheduler.schedule(() => ask(response(503, { 'retry-after': '1' })), 60_000);
      asyncScheduler.schedule(note, 60_000);
      asyncScheduler.schedule(note, 600_000);
    });
    expect(rates).to.deep.equal([600, 300, 360, 180, 600]);
  });

  it('a slow one lets requests leave evenly, one after the other', () => {
    const { starts, transport } = noting((_, start) => of(response(start === 1 ? 429 : 200)));
    inVirtualTime(() => {
      const limited = polite({ perMinute: 600 })(transport);
      for (let index = 0; index < 5; index += 1) limited(request('a')).subscribe();
    });
    const between = starts.map((at, index) => Math.round(at - (starts[index - 1] ?? 0)));
    expect(between).to.deep.equal([0, 1_000, 199, 199, 199]);
  });
});

describe('learnedRate', () => {
  const minute = 60_000;

  it('is what was configured, and then half of it, but never below one in two minutes', () => {
    const rate = learnedRate(600);
    expect([rate.perMinute(0), rate.wait(0)]).to.deep.equal([600, 0]);
    for (let refusals = 0; refusals < 20; refusals += 1) rate.refused(0);
    expect(rate.perMinute(0)).to.equal(0.5);
    rate.add(0);
    expect(rate.wait(0)).to.equal(120_000);
    const slow = learnedRate(0.1);
    slow.refused(0);
    expect(slow.perMinute(0)).to.equal(0.1);
  });

  it('halves the rate of the last minute where none is configured, once it can be told', () => {
    const rate = learnedRate(Infinity);
    for (let second = 0; second < 9; second += 1) rate.add(second * 1_000);
    rate.refused(9_000);
    expect(rate.perMinute(9_000)).to.equal(Infinity);
    for (let second = 9; second < 100; second += 1) rate.add(second * 1_000);
    rate.refused(100_000);
    expect(rate.perMinute(100_000)).to.be.closeTo(30, 1);
    expect(rate.perMinute(100_000 + minute)).to.be.closeTo(36, 1);
    expect(rate.perMinute(100_000 + 6 * minute)).to.equal(Infinity);
  });

  it('tells no rate from a burst, nor from a minute that was silent', () => {
    const rate = learnedRate(Infinity);
    for (let index = 0; index < 100; index += 1) rate.add(index);
    rate.refused(100);
    rate.refused(10 * minute);
    expect(rate.perMinute(10 * minute)).to.equal(Infinity);
  });
});

describe('law 39: what is in flight counts against what remains', () => {
  for (const latency of [() => 100, (index: number) => 20 + ((index * 7919) % 400)]) {
    it(`100 requests, four at a time, where 20 in 15 s are allowed: none is refused (latency ${latency(1)} ms)`, () => {
      let [window, used, sent, refused] = [0, 0, 0, 0];
      inVirtualTime(() => {
        const transport = polite({ concurrent: 4 })(() =>
          defer(() => {
            const now = asyncScheduler.now();
            if (now >= window + 15_000) [window, used] = [now - (now % 15_000), 0];
            used += 1;
            if (used > 20) refused += 1;
            const headers = {
              'ratelimit-remaining': `${Math.max(0, 20 - used)}`,
              'ratelimit-reset': `${(window + 15_000 - now) / 1_000}`,
            };
            return timer(latency((sent += 1))).pipe(
              map(() => response(used > 20 ? 429 : 200, headers)),
            );
          }),
        );
        for (let index = 0; index < 100; index += 1) transport(request('a')).subscribe();
      });
      expect([sent, refused]).to.deep.equal([100, 0]);
    });
  }

  it('a limit that is whole again by now, or says no time, holds nobody back', () => {
    const limit = { 'ratelimit-remaining': '1' };
    const { starts, transport } = noting((_, start) =>
      timer(start === 2 ? 9_000 : 10).pipe(
        map(() => response(200, starts.length > 2 ? limit : { ...limit, 'ratelimit-reset': '3' })),
      ),
    );
    inVirtualTime(() => {
      const limited = polite({ concurrent: 4 })(transport);
      limited(request('a')).subscribe();
      asyncScheduler.schedule(() => {
        for (let index = 0; index < 3; index += 1) limited(request('b')).subscribe();
      }, 20);
    });
    // The second takes long, and uses what remained; the others wait until it is whole again.
    expect(starts).to.deep.equal([0, 20, 3_010, 3_010]);
  });
});
