import fc from 'fast-check';
import { expect } from 'chai';
import { anyScript } from './model/anyScript';
import { inVirtualTime } from './model/inVirtualTime';
import { judgeRun } from './model/judgeRun';
import { scriptedStage } from './model/scriptedStage';
import { session } from './model/session';
import { tally } from './model/tally';
import { isNightly } from '../support/sizes';
import { isReplay, mustHold, parameters, runsOf } from './replay';

const runs = runsOf(600, 20_000);

describe('the model', () => {
  it('says what a consumer sees, whatever happens to the service and whenever it is left', () => {
    const { add, counts, missing } = tally();
    const details = fc.check(
      fc.property(anyScript, (script) => {
        const stage = scriptedStage(script);
        const legs = inVirtualTime(() => session(script, { stage, credentials: {}, rest: 100_000 }));
        judgeRun(script, stage, legs);
        add(script, legs);
      }),
      parameters(runs),
    );
    mustHold('spec/resilience/model-spec.ts', details);
    if (isReplay) return;
    if (isNightly) process.stdout.write(`${[...counts].map(([what, count]) => `${count} ${what}`).join('\n')}\n`);
    expect(missing(), 'cases that never came up').to.deep.equal([]);
  }).timeout(300_000 + runs * 50);
});
