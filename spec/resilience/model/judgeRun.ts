import { judgeGuarantees } from './judgeGuarantees';
import { judgeLeg } from './judgeLeg';
import { judgeRequests } from './judgeRequests';
import type { Script } from './Script';
import type { Leg } from './session';
import type { Stage } from './Stage';

/** Everything that must hold of a run. */
export const judgeRun = (script: Script, stage: Stage, legs: ReadonlyArray<Leg>): void => {
  for (const leg of legs) judgeLeg(script, leg);
  judgeRequests(script, stage);
  judgeGuarantees(script, legs);
};
