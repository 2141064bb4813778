import process from 'node:process';
import { race } from './race/race.mjs';
import { computing, smallPages, throughput } from './scenarios/courses.mjs';

/*
 * Keeps Pagewalk from becoming slow unnoticed: `node bench/guard.mjs` after a build, in `npm run test:full`. It needs no peers, takes
 * about half a minute, and compares with the bare axios loop in the same minute on the same machine, never with a clock.
 * The limits leave room for a noisy machine; what is over one is measured again with more rounds before it counts.
 *
 * Work is compared in CPU time, which a busy neighbour disturbs less; overlap can only be seen in time.
 */
const checks = [
  {
    course: { ...throughput, objects: 50_000 },
    by: 'cpu',
    limits: { pagewalkReadAhead0: 1.25, pagewalkUndici: 1.1, pagewalkReadAhead1: 1.3 },
  },
  {
    course: { ...smallPages, objects: 5_000 },
    by: 'cpu',
    limits: { pagewalkReadAhead0: 1.3, pagewalkUndici: 0.9 },
  },
  // A sequential loop takes 1.00, full overlap 0.50.
  { course: { ...computing, objects: 2_000 }, by: 'ms', limits: { pagewalkReadAhead1: 0.85 } },
];

const measure = async ({ course, by, limits }, rounds) => {
  const entries = ['axiosLoop', ...Object.keys(limits)].map((contestant) => ({
    contestant,
    course,
  }));
  const [base, ...own] = await race(entries, { rounds, warmUps: 3 });
  return own.map(({ contestant, label, ...result }) => {
    const ratio = result[by] / base[by];
    const limit = limits[contestant];
    const what = `${course.name}, ${label}: ${by === 'cpu' ? 'CPU' : 'time'} ${ratio.toFixed(2)} of the bare axios loop`;
    process.stdout.write(`${what}, at most ${limit} (${rounds} rounds)\n`);
    return ratio <= limit;
  });
};

let isSlow = false;
for (const check of checks) {
  const holds =
    (await measure(check, 5)).every(Boolean) || (await measure(check, 15)).every(Boolean);
  isSlow ||= !holds;
}
if (isSlow)
  process.stdout.write(
    'slower than it may be: profile with node --cpu-prof, and see docs/maintainers/benchmarks.md\n',
  );
process.exitCode = isSlow ? 1 : 0;
