import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The properties of resilience at length: those that `npm run spec` draws some hundreds of runs of every day. */
const properties: Readonly<Record<string, number>> = {
  'spec/resilience/model-spec.ts': 20_000,
  'spec/resilience/model-http-spec.ts': 1_000,
  'spec/model/decoder-fuzz-nightly-spec.ts': 200_000,
  'spec/resilience/fuzz-nightly-spec.ts': 100_000,
};

/** Part of the runs, `node --import tsx bench/nightly.ts 0.1`; all of them by default. A failure says how to replay it. */
const [, , part = '1'] = process.argv;
const root = join(__dirname, '..');
const mocha = join(root, 'node_modules', 'mocha', 'bin', 'mocha.js');

const failed = Object.entries(properties).filter(([file, runs]) => {
  const env = { PAGEWALK_SEED: 'random', ...process.env, PAGEWALK_RUNS: String(Math.ceil(runs * Number(part))) };
  const command = [mocha, file];
  return spawnSync(process.execPath, command, { cwd: root, env, stdio: 'inherit' }).status !== 0;
});

process.exitCode = failed.length > 0 ? 1 : 0;
