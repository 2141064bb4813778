import { execFile } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { promisify } from 'node:util';
import { median, spread } from '../race/statistics.mjs';

const script = fileURLToPath(new URL('importTime.mjs', import.meta.url));
const entry = process.env.PAGEWALK_ENTRY ?? './dist/cjs/index.js';

/** The first is what Pagewalk's root entry itself loads: its peers, as far as it uses them, and axios. */
const imports = [
  ['its peers and axios alone', 'require', 'rxjs', 'fp-ts/Either', 'fp-ts/Option', 'fp-ts/function', 'io-ts', 'axios'],
  ['pagewalk', 'require', entry],
  ['axios', 'require', 'axios'],
  ['rxjs', 'require', 'rxjs'],
  ['effect', 'import', 'effect'],
  ['got', 'import', 'got'],
  ['ix/asynciterable', 'import', 'ix/asynciterable', 'ix/asynciterable/operators'],
  ['@azure/core-paging', 'import', '@azure/core-paging'],
].map(([label, ...args]) => ({ label, args, laps: [] }));

/** Loads each in fresh processes, in turn. */
export const runImport = async ({ rounds, say }) => {
  for (let round = 1; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds}`);
    for (const { args, laps } of imports) {
      const { stdout } = await promisify(execFile)(process.execPath, [script, ...args]);
      laps.push(JSON.parse(stdout));
    }
  }
  const medians = imports.map(({ label, laps }) => ({
    label,
    ms: median(laps.map(({ ms }) => ms)),
    spread: spread(laps.map(({ ms }) => ms)),
    cpu: median(laps.map(({ cpu }) => cpu)),
  }));
  const [first] = medians;
  const rows = medians.map((row) => ({ ...row, ratio: row.ms / first.ms, cpuRatio: row.cpu / first.cpu }));
  return { kind: 'import', title: 'Import time, in fresh processes', rounds, rows };
};
