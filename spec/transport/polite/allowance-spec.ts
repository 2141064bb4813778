import { expect } from 'chai';
import { asyncScheduler, defer, map, timer } from 'rxjs';
import { polite } from '../../../src/index';
import { inVirtualTime } from '../../support/inVirtualTime';
import { noting, request, response } from '../support/politely';

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
