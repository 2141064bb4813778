import process from 'node:process';
import { race } from './race/race.mjs';
import { computing, smallPages, throughput } from './scenarios/courses.mjs';

/*
 * Keeps Pagewalk from becoming slow unnoticed: `node bench/guard.mjs` after a build, for CI. It needs no peers, takes
 * about half a minute, and compares with the bare axios loop in the same minute on the same machine, never with a clock.
 * The limits leave room for a noisy machine; what is over one is measured again with more rounds before it counts.
 *
 * Work is compared in CPU time, which a busy neighbour disturbs less; overlap can only be seen in time.
 */
const checks = [
  { course: { ...throughput, objects: 50_000 }, contestant: 'pagewalkReadAhead0', by: 'cpu', limit: 1.25 },
  { course: { ...throughput, objects: 50_000 }, contestant: 'pagewalkReadAhead1', by: 'cpu', limit: 1.3 },
  { course: { ...smallPages, objects: 5_000 }, contestant: 'pagewalkReadAhead0', by: 'cpu', limit: 1.35 },
  // A sequential loop takes 1.00, full overlap 0.50.
  { course: { ...computing, objects: 2_000 }, contestant: 'pagewalkReadAhead1', by: 'ms', limit: 0.85 },
];

const measure = async ({ course, contestant, by, limit }, rounds) => {
  const entries = ['axiosLoop', contestant].map((name) => ({ contestant: name, course }));
  const [base, own] = await race(entries, { rounds });
  const ratio = own[by] / base[by];
  const what = `${course.name}, ${contestant}: ${by === 'cpu' ? 'CPU' : 'time'}`;
  process.stdout.write(`${what} ${ratio.toFixed(2)} of the bare axios loop, at most ${limit} (${rounds} rounds)\n`);
  return ratio <= limit;
};

let isSlow = false;
for (const check of checks) {
  const holds = (await measure(check, 5)) || (await measure(check, 15));
  isSlow ||= !holds;
}
if (isSlow) process.stdout.write('slower than it may be: profile with node --cpu-prof, and see docs/performance.md\n');
process.exitCode = isSlow ? 1 : 0;
