import { expect } from 'chai';
import { mostWithin } from '../../../transport/support/mostWithin';
import { pause } from '../../../support/collect';
import { withFleet } from '../support/withFleet';

const perMinute = 600;
const seconds = 250;

describe('postgresBudget, over processes, at length', function () {
  this.timeout(600_000);

  it('law 30: five processes, one limit, kills and stops: never above it, 90 % of it used, no 429', () =>
    withFleet(
      { perMinute, concurrent: 6, times: { minute: 60_000, lease: 14_000 }, latency: 200 },
      async ({ workers, begin, starts, mostAtOnce, refused }) => {
        const team = [...workers];
        let [kills, stops] = [0, 0];
        const began = performance.now();
        while (performance.now() - began < seconds * 1_000) {
          await pause(3_000 + 4_000 * Math.random());
          const index = Math.floor(Math.random() * team.length);
          const worker = team[index];
          if (Math.random() < 0.5) {
            worker?.signal('SIGKILL');
            kills += 1;
            team[index] = await begin();
          } else {
            worker?.signal('SIGSTOP');
            stops += 1;
            await pause(20_000 * Math.random());
            worker?.signal('SIGCONT');
          }
        }
        const elapsed = performance.now() - (starts[0] ?? began);
        const used = starts.length / ((perMinute * elapsed) / 60_000);
        if (this.ctx.test) {
          this.ctx.test.title += `: ${starts.length} requests in ${Math.round(elapsed / 1_000)} s, ${kills} kills, ${stops} stops, ${(100 * used).toFixed(1)} %`;
        }
        expect(mostWithin(starts, 60_000)).to.be.at.most(perMinute);
        expect(mostAtOnce()).to.be.at.most(6);
        expect(refused()).to.equal(0);
        expect(used).to.be.at.least(0.9);
      },
    ));
});
