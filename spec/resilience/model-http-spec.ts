import { expect } from 'chai';
import fc from 'fast-check';
import { lastValueFrom, toArray } from 'rxjs';
import { withService } from '../service/support/withService';
import { anyScript } from './model/anyScript';
import { judgeRun } from './model/judgeRun';
import type { Script } from './model/Script';
import { startOf } from './model/serve';
import { serviceStage } from './model/serviceStage';
import { session } from './model/session';
import { propertiesOf } from './model/Thing';
import { mustHold, parameters, runsOf } from './replay';

const runs = runsOf(40, 1_000);

const play = (script: Script): Promise<void> => {
  const objects = { thing: startOf(script).store.map(propertiesOf) };
  return withService({ objects, maxPageSize: script.pageSize }, async (service) => {
    const failures: Array<unknown> = [];
    const stage = serviceStage(script, service, (error) => failures.push(error));
    const credentials = { authorization: `Bearer ${service.token}` };
    const legs = await lastValueFrom(session(script, { stage, credentials, rest: 5 }).pipe(toArray()));
    expect(failures).to.deep.equal([]);
    judgeRun(script, stage, legs);
  });
};

describe('the model, against the reference service', () => {
  it('says what a consumer sees over real HTTP', async () => {
    mustHold('spec/resilience/model-http-spec.ts', await fc.check(fc.asyncProperty(anyScript, play), parameters(runs)));
  }).timeout(300_000 + runs * 2_000);
});
