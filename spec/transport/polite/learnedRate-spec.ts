import { expect } from 'chai';
import { asyncScheduler, defer, map, takeUntil, timer } from 'rxjs';
import { createClient, polite } from '../../../src/index';
import type { LimitReading } from '../../../src/model/errors/readLimits';
import { type LearnedRate, learnedRate } from '../../../src/transport/polite/learnedRate';
import { inVirtualTime } from '../../support/inVirtualTime';
import { ok } from '../../support/scriptedTransport';
import {
  endlessWalks,
  limitedServices,
  minute,
  perMinuteOf,
  randomOf,
  worstMinute,
} from '../support/limitedServices';
import { response } from '../support/politely';

/** What a rate hears of requests that leave one after the other, from a time on. */
const hearing = (rate: LearnedRate, outcomes: string, every: number, from = 0): number => {
  let now = from;
  for (const outcome of outcomes) {
    rate.started(now)?.(reading(outcome === 'x'), now);
    now += every;
  }
  return now;
};

const reading = (isRefused: boolean): LimitReading => ({ isRefused, isSuccess: !isRefused });

describe('law 15: learnedRate', () => {
  it('lowers it where five or more, and more than a tenth, of the answers of a minute were refusals', () => {
    const rateAfter = (outcomes: string, every = 100): number => {
      const rate = learnedRate(600);
      return rate.perMinute(hearing(rate, outcomes, every) - every);
    };
    expect(rateAfter('xxxx')).to.equal(600);
    expect(rateAfter('xxxxx')).to.equal(300);
    expect(rateAfter(`${'o'.repeat(45)}xxxxx`)).to.equal(600);
    expect(rateAfter(`${'o'.repeat(44)}xxxxx`)).to.equal(300);
    // Never less than half: what was accepted in a minute is next to nothing after a rest.
    expect(rateAfter(`${'o'.repeat(400)}${'x'.repeat(60)}`)).to.be.closeTo(400, 5);
    // Those of another minute are forgotten.
    expect(rateAfter('xxxxx', 20_000)).to.equal(600);
  });

  it('lowers it again after 20 seconds at the earliest, and never below one a minute, nor above what it was', () => {
    const rate = learnedRate(600);
    hearing(rate, 'x'.repeat(20), 1_000);
    expect(rate.perMinute(19_000)).to.be.closeTo(315, 1);
    hearing(rate, 'xxxxx', 1_000, 24_000);
    expect(rate.perMinute(24_000)).to.be.below(165);
    let now = 30_000;
    for (let minute = 0; minute < 60; minute += 1) {
      for (let index = 0; index < 6; index += 1) rate.answered(true, now);
      now += 21_000;
    }
    expect(rate.perMinute(now - 21_000)).to.be.within(1, 50);
    const slow = learnedRate(0.1);
    for (let index = 0; index < 6; index += 1) slow.answered(true, index);
    expect(slow.perMinute(5)).to.equal(0.1);
  });

  it('gives a tenth of the limit back each minute, refusals or not', () => {
    const rate = learnedRate(600);
    hearing(rate, 'xxxxx', 0);
    rate.answered(true, 70_000);
    expect([0, 60_000, 120_000, 300_000].map(rate.perMinute)).to.deep.equal([300, 360, 420, 600]);
    expect(rate.wait(300_000, 0)).to.equal(0);
  });

  it('where none is configured, it is measured: over ten starts and one second at least', () => {
    const short = learnedRate(Infinity);
    hearing(short, 'x'.repeat(100), 5);
    expect(short.perMinute(500)).to.equal(Infinity);
    const rate = learnedRate(Infinity);
    const now = hearing(rate, 'oxoxoxoxoxoxoxoxoxox', 500);
    expect(rate.perMinute(now)).to.be.within(60, 70);
    expect(rate.perMinute(now + 6 * 60_000)).to.equal(Infinity);
  });

  it('lets requests leave evenly while it is low', () => {
    const rate = learnedRate(600);
    hearing(rate, 'xxxxx', 0);
    rate.started(0);
    expect(Math.round(rate.wait(0, 0))).to.equal(200);
    expect(rate.wait(250, 0)).to.be.below(0);
  });

  it('says the rate where it is half or less of what it said last, and when it is whole again', () => {
    const rate = learnedRate(600);
    expect(rate.news(0)).to.equal(undefined);
    hearing(rate, 'xxxxx', 0);
    expect([0, 0, 60_000].map(rate.news)).to.deep.equal([300, undefined, undefined]);
    hearing(rate, 'xxxxx', 0, 61_000);
    expect(rate.news(61_000)).to.equal(undefined);
    for (let index = 0; index < 6; index += 1) rate.answered(true, 82_000);
    expect(rate.news(82_000)).to.be.below(150);
    expect([900_000, 900_000].map(rate.news)).to.deep.equal([600, undefined]);
  });
});

describe('law 15: a polite that is refused at random, or beyond a limit', () => {
  it('4 % at random cost a walk nothing but the waits', () => {
    const random = randomOf(3);
    const { accepted, ended } = endlessWalks({
      accepts: () => random() >= 0.04,
      limits: polite({ perMinute: 600 }),
      minutes: 4,
      refusal: { 'retry-after': '1' },
    });
    expect(ended).to.equal(0);
    expect(Math.min(...perMinuteOf(accepted, 4))).to.be.above(350);
  });

  for (const [service, make] of Object.entries(limitedServices)) {
    it(`120 accepted ${service} under 600: at most 20 refusals in any minute after the second`, () => {
      const { accepted, refused, starts, ended } = endlessWalks({
        accepts: make(() => 120),
        limits: polite({ perMinute: 600 }),
        walks: 8,
        minutes: 6,
        refusal: { 'retry-after': '1' },
      });
      expect(ended).to.equal(0);
      expect(worstMinute(refused, 2 * minute)).to.be.within(1, 20);
      expect(worstMinute(starts)).to.be.at.most(600);
      expect(Math.min(...perMinuteOf(accepted, 6).slice(2, 5))).to.be.above(90);
    });
  }

  it('says so in the events of a walk, once, and again when the rate is whole', () => {
    const events: Array<unknown> = [];
    inVirtualTime(() => {
      const service = () => {
        const now = asyncScheduler.now();
        const isRefused = now < 30_000 && Math.floor(now / 100) % 2 === 1;
        return timer(50).pipe(
          map(() =>
            isRefused
              ? response(429, { 'retry-after': '0' })
              : ok({ data: [], nextPageToken: `t${now}` }),
          ),
        );
      };
      const client = createClient({
        transport: polite({ perMinute: 600 })(() => defer(service)),
        retry: { attempts: 1_000, baseDelay: 0 },
      });
      client.events.subscribe((event) => {
        if (event.type === 'slowed') events.push(Math.round(event.perMinute));
      });
      client
        .list({ ontologyRid: 'o', objectType: 't', emptyPages: 1_000_000 })
        .pipe(takeUntil(timer(12 * minute)))
        .subscribe();
    });
    expect(events.at(0)).to.be.within(60, 300);
    expect(events.at(-1)).to.equal(600);
    expect(events.length).to.be.within(2, 4);
  });
});
