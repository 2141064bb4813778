import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { URL } from 'node:url';
import { parts, ratioOf } from './parts.mjs';
import { race } from './race/race.mjs';
import { computing, smallPages, throughput } from './scenarios/courses.mjs';

/*
 * Shows when Pagewalk becomes slow, after a build, in a minute and without any peers:
 *
 *   node bench/guard.mjs            prints the figures, in npm run test:full
 *   node bench/guard.mjs --strict   fails where one is above 1.5 times what is recorded, in the nightly specs
 *   node bench/guard.mjs --record   writes the figures into recorded.json, for the processor of this machine
 *
 * Every figure is a ratio to something that runs in the same minute on the same machine, in CPU time, which a busy neighbour
 * disturbs less. A ratio of two speeds is one of the processor: recorded.json has a list for each kind, and where a figure was
 * never measured on one, nothing fails.
 */
const [option] = process.argv.slice(2);
const slack = 1.5;

const recordedFile = new URL('recorded.json', import.meta.url);
const recorded = JSON.parse(readFileSync(recordedFile, 'utf8'));
const expected = recorded[process.arch] ?? {};

/** Walks over HTTP, compared with the bare axios loop. Overlap can only be seen in time: a sequential loop takes 1.00, full overlap 0.50. */
const courses = [
  {
    course: { ...throughput, objects: 50_000 },
    by: 'cpuBest',
    contestants: ['pagewalkReadAhead0', 'pagewalkUndici', 'pagewalkReadAhead1'],
  },
  {
    course: { ...smallPages, objects: 5_000 },
    by: 'cpuBest',
    contestants: ['pagewalkReadAhead0', 'pagewalkUndici'],
  },
  { course: { ...computing, objects: 2_000 }, by: 'best', contestants: ['pagewalkReadAhead1'] },
];

const raced = async ({ course, by, contestants }, rounds) => {
  const entries = ['axiosLoop', ...contestants].map((contestant) => ({ contestant, course }));
  const [base, ...own] = await race(entries, { rounds, warmUps: 3 });
  return own.map(({ label, ...result }) => ({
    what: `of the ${by === 'cpuBest' ? 'CPU time' : 'time'} of the bare axios loop: ${course.name}, ${label}`,
    ratio: result[by] / base[by],
  }));
};

/** Each measures one figure or several, with more rounds if it is asked to. */
const measurements = [
  ...courses.map((one) => (isLong) => raced(one, isLong ? 15 : 5)),
  ...(await parts()).map((part) => async (isLong) => [
    { what: part.what, ratio: ratioOf(part, isLong ? 60 : 10) },
  ]),
];

const isAbove = ({ what, ratio }) => ratio > slack * (expected[what] ?? Infinity);

const lineOf = ({ what, ratio }) => {
  const known = expected[what];
  const beside =
    known === undefined
      ? `not measured yet on ${process.arch}`
      : `recorded for ${process.arch}: ${known}`;
  return `${ratio.toFixed(2)} ${what} (${beside})\n`;
};

const figures = [];
for (const measure of measurements) {
  let found = await measure(option === '--record');
  // Measured again with more rounds before it counts.
  if (option === '--strict' && found.some(isAbove)) found = await measure(true);
  for (const figure of found) process.stdout.write(lineOf(figure));
  figures.push(...found);
}

const slow = figures.filter(isAbove);
if (slow.length > 0) {
  process.stdout.write(
    `above ${slack} times what is recorded: ${slow.map(({ what }) => what).join('; ')}\n` +
      'profile with node --cpu-prof, and see docs/maintainers/benchmarks.md\n',
  );
}
if (option === '--record') {
  const own = Object.fromEntries(
    figures.map(({ what, ratio }) => [what, Number(ratio.toFixed(2))]),
  );
  writeFileSync(
    recordedFile,
    `${JSON.stringify({ ...recorded, [process.arch]: own }, undefined, 2)}\n`,
  );
}
process.exitCode = option === '--strict' && slow.length > 0 ? 1 : 0;
