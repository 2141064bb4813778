import { expect } from 'chai';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { formatNames } from '../../../src/cli/options/tables';
import { badges, brokenAt, documentOf, withBadges } from './badges';
import { killedBefore } from './steps';

/** A run whose page token has expired is killed before the first step, and before each one that is so much later: the next one writes everything. */
export const expectBegunAgain = (
  format: (typeof formatNames)[number],
  stride: number,
): Promise<void> =>
  withBadges({ faults: brokenAt(3) }, async ({ list, out, part, place, service }) => {
    expect((await list(['--format', format])).code).to.equal(1);
    const [bookmark, text] = [readFileSync(place), readFileSync(part)];
    const isKilledBefore = async (step: number): Promise<boolean> => {
      rmSync(out, { force: true });
      writeFileSync(place, bookmark, { mode: 0o600 });
      writeFileSync(part, text);
      service.setFaults([{ type: 'expire-token', at: 1 }]);
      const isKilled = await killedBefore(step, () => list(['--format', format]));
      service.setFaults([]);
      if (existsSync(place)) expect((await list(['--format', format])).code).to.equal(0);
      expect(readFileSync(out, 'utf8'), `step ${step}`).to.equal(documentOf(badges, format));
      return isKilled;
    };
    let step = 1;
    while (await isKilledBefore(step)) step += stride;
    expect(step).to.be.above(30);
  });
