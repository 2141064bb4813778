import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readKnown } from '../../../src/cli/document/changesTo';
import { type Properties, startService } from '../../../src/service';
import { seededRandom } from '../../../src/service/store/random';
import { seed } from '../../support/seed';
import { bin } from '../support/bin';
import { killAtStep } from '../support/steps';
import { inDirectory } from '../../support/inDirectory';

interface Line {
  readonly change: 'added' | 'changed' | 'removed';
  readonly key: number;
  readonly record: { readonly properties: Properties };
}

const apply = (mirror: Map<number, Properties>, text: string): void => {
  for (const line of text.split('\n').slice(0, -1)) {
    const { change, key, record } = JSON.parse(line) as Line;
    if (change === 'removed') mirror.delete(key);
    else mirror.set(key, record.properties);
  }
};

describe(`--changes, killed at random moments (PAGEWALK_SEED=${seed})`, () => {
  it('FILE is the old one or the new one, and the changes of all whole runs, applied in turn, give the store', async () => {
    const random = seededRandom(seed);
    const program = bin();
    const objects = Array.from({ length: 60 }, (_, id) => ({ id, at: 0 }));
    const service = await startService({ objects: { thing: objects }, maxPageSize: 10 });
    const { store } = service;
    await inDirectory(async (directory) => {
      const file = join(directory, 'known');
      const script = join(directory, 'kill.cjs');
      writeFileSync(script, killAtStep);
      const mirror = new Map<number, Properties>();
      let whole = 0;
      let atSteps = 0;

      /** Runs the command line, which kills itself at a step of its on the disk, or is killed after a while, or not at all. */
      const run = async (step: number, ms: number) => {
        const env = { ...process.env, NODE_OPTIONS: '', PAGEWALK_SPEC_STEP: String(step) };
        const list = [
          'list',
          service.ontologyRid,
          'thing',
          '--base-url',
          service.url,
          '--changes',
          file,
          '--key',
          'id',
        ];
        const child = spawn(process.execPath, ['--require', script, program, ...list], {
          env,
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        let [stdout, stderr] = ['', ''];
        child.stdout.on('data', (chunk) => (stdout += String(chunk)));
        child.stderr.on('data', (chunk) => (stderr += String(chunk)));
        const timer = setTimeout(() => child.kill('SIGKILL'), ms);
        const [code] = (await once(child, 'close')) as [number | null];
        clearTimeout(timer);
        return { code, stdout, stderr };
      };
      const bytesOf = (): string =>
        statSync(file, { throwIfNoEntry: false }) === undefined
          ? ''
          : readFileSync(file).toString('base64');

      for (let round = 0; round < 24; round += 1) {
        store.update(
          'thing',
          (_, index) => index % 7 === round % 7,
          (thing) => ({ ...thing, at: round }),
        );
        store.delete('thing', Math.floor(random() * store.all('thing').length));
        store.insert('thing', { id: 1_000 + round, at: round }, Math.floor(random() * 20));
        const before = bytesOf();
        // The steps on the disk are few: every one of them is met. Other rounds are killed at any time, or not.
        const isAtStep = round % 2 === 0;
        const ran = await run(
          isAtStep ? 1 + round / 2 : Infinity,
          isAtStep ? 60_000 : 150 + random() * 900,
        );
        if (isAtStep && ran.code === null) atSteps += 1;
        const after = bytesOf();
        if (after === before) expect(ran.code, ran.stderr).to.not.equal(0);
        else {
          whole += 1;
          expect(E.isRight(readKnown(readFileSync(file))), 'it is whole').to.equal(true);
          expect(statSync(file).mode & 0o777).to.equal(0o600);
          apply(mirror, ran.stdout);
        }
      }
      const last = await run(Infinity, 60_000);
      expect(last.code, last.stderr).to.equal(0);
      apply(mirror, last.stdout);
      const byId = (things: Iterable<Properties>) =>
        [...things].sort((one, other) => Number(one.id) - Number(other.id));
      expect(byId(mirror.values())).to.deep.equal(byId(store.all('thing')));
      expect(atSteps, 'kills at steps on the disk').to.be.above(4);
      expect(whole, 'rounds that were not killed').to.be.above(0);
    });
    await service.close();
  });
});
