import { expect } from 'chai';
import fc from 'fast-check';
import { asyncScheduler, defer, map, timer } from 'rxjs';
import { polite, type PoliteOptions } from '../../../src/transport/polite/polite';
import { inVirtualTime } from '../../support/inVirtualTime';
import { mostWithin } from '../support/mostWithin';
import { noting, request, response } from '../support/politely';

const ok = response(200);

/** When the requests of walks start that ask for a page as soon as they have the one before, in virtual time. */
const startsOf = (
  options: PoliteOptions,
  {
    walks,
    pages,
    latency,
  }: { readonly walks: number; readonly pages: number; readonly latency: number },
): ReadonlyArray<number> => {
  const { starts, transport: noted } = noting(() => timer(latency).pipe(map(() => ok)));
  inVirtualTime(() => {
    const transport = polite(options)(noted);
    const ask = (left: number): void => {
      if (left > 0) transport(request('a')).subscribe({ complete: () => ask(left - 1) });
    };
    // Apart by parts of a millisecond: the TestScheduler fails where one timer clears another that is due with it.
    for (let walk = 0; walk < walks; walk += 1) timer(walk / 64).subscribe(() => ask(pages));
  });
  return starts;
};

const longestGap = (starts: ReadonlyArray<number>): number =>
  Math.max(0, ...starts.map((at, index) => at - (starts[index - 1] ?? at)));

describe('law 35: limits flow', () => {
  it('by default a tenth of the limit leaves together, and at least one', () => {
    const together = (perMinute: number) =>
      mostWithin(startsOf({ perMinute }, { walks: 200, pages: 1, latency: 1 }), 4);
    expect([5_000, 100, 19, 5, 0.5].map(together)).to.deep.equal([200, 10, 1, 1, 1]);
  });

  it('any limit, any burst, any walks: neither is broken, none stands still, and 90 % of ten minutes can be used', () => {
    const any = fc.integer({ min: 1, max: 60 }).chain((perMinute) =>
      fc.record({
        perMinute: fc.constant(perMinute),
        burst: fc.integer({ min: 1, max: perMinute }),
        walks: fc.integer({ min: 1, max: 8 }),
      }),
    );
    fc.assert(
      fc.property(any, ({ perMinute, burst, walks }) => {
        const pages = Math.ceil((perMinute * 11) / walks);
        const starts = startsOf({ perMinute, burst }, { walks, pages, latency: 0.5 });
        expect(mostWithin(starts, 60_000)).to.be.at.most(perMinute);
        expect(mostWithin(starts, 1)).to.be.at.most(burst);
        expect(longestGap(starts)).to.be.at.most(60_000 / (perMinute - burst + 1) + 50);
        const first = starts[0] ?? 0;
        expect(starts.filter((at) => at < first + 600_000).length).to.be.at.least(
          0.9 * perMinute * 10,
        );
      }),
      { numRuns: 40 },
    );
  });

  it('any demand, with pauses: no window has more than the limit, and nobody who asks waits for longer', () => {
    const any = fc.record({
      perMinute: fc.integer({ min: 1, max: 12 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      asked: fc.array(fc.nat(150_000), { maxLength: 40 }),
    });
    fc.assert(
      fc.property(any, ({ perMinute, share, asked }) => {
        const burst = Math.max(1, Math.round(share * perMinute));
        const starts: Array<number> = [];
        const waited: Array<number> = [];
        inVirtualTime(() => {
          const transport = polite({ perMinute, burst })(({ url }) =>
            defer(() => {
              const now = asyncScheduler.now();
              waited.push(now - Math.max(Number(url), starts.at(-1) ?? 0));
              starts.push(now);
              return timer(1 / 8192).pipe(map(() => ok));
            }),
          );
          for (const [index, at] of [...asked].sort((a, b) => a - b).entries()) {
            const when = at + index / 64;
            timer(when).subscribe(() => transport(request(String(when))).subscribe());
          }
        });
        expect(starts).to.have.lengthOf(asked.length);
        expect(mostWithin(starts, 60_000)).to.be.at.most(perMinute);
        expect(Math.max(0, ...waited)).to.be.at.most(60_000 / (perMinute - burst + 1) + 50);
      }),
    );
  });

  it('takes a burst of one, whatever the limit, and refuses a burst without a limit', () => {
    expect(() => polite({ burst: 5 })).to.throw(TypeError, 'perMinute');
    for (const perMinute of [1e-6, 1e9, 0.5, 1])
      expect(() => polite({ perMinute, burst: 1 })).not.to.throw();
  });
});
