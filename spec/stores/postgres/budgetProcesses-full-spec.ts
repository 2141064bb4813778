import { expect } from 'chai';
import { mostWithin } from '../../transport/support/mostWithin';
import { pause } from '../../support/collect';
import { withFleet } from './support/withFleet';

describe('postgresBudget, over processes', () => {
  it('law 30: five processes stay within one limit though one is killed and one stands still, and use it', () => {
    const times = { minute: 3_000, lease: 2_000 };
    return withFleet({ perMinute: 30, concurrent: 4, times, latency: 30 }, async (fleet) => {
      const [killed, stopped] = fleet.workers;
      killed?.signal('SIGKILL');
      stopped?.signal('SIGSTOP');
      await fleet.begin();
      await pause(3_000);
      stopped?.signal('SIGCONT');
      while (fleet.starts.length < 60) await pause(50);
      expect(mostWithin(fleet.starts, times.minute)).to.be.at.most(30);
      expect(fleet.mostAtOnce()).to.be.at.most(4);
      expect(fleet.refused()).to.equal(0);
    });
  });
});
