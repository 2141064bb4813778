import { contestants } from '../contestants.mjs';
import { markdownTable } from './markdownTable.mjs';

const time = (ms) => (ms < 1_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1_000).toFixed(2)} s`);
const ratio = (value) => value.toFixed(2);
const percent = (value) => `${(value * 100).toFixed(0)} %`;
const megabytes = (bytes) => `${(bytes / 1_000_000).toFixed(0)} MB`;

const raceTable = ({ rows }) => {
  const hasIdeal = rows.some(({ ofIdeal }) => ofIdeal !== undefined);
  const head = ['contestant', 'checks', 'time', 'ratio', 'spread', 'CPU', 'CPU ratio', 'peak memory'];
  return markdownTable(
    [...head, ...(hasIdeal ? ['of the ideal'] : [])],
    rows.map((row) => [
      row.label,
      contestants[row.contestant].checks,
      time(row.ms),
      ratio(row.ratio),
      percent(row.spread),
      time(row.cpu),
      ratio(row.cpuRatio),
      megabytes(row.peak),
      ...(hasIdeal ? [ratio(row.ofIdeal)] : []),
    ]),
  );
};

const growthTable = ({ rows }) =>
  markdownTable(
    ['contestant', 'objects', 'time an object', 'CPU an object', 'heap after collection', 'peak memory'],
    rows.map((row) => [
      contestants[row.contestant].label,
      row.objects.toLocaleString('en'),
      `${(row.nsPerObject / 1_000).toFixed(2)} µs`,
      `${(row.cpuNsPerObject / 1_000).toFixed(2)} µs`,
      `${(row.heap / 1_000_000).toFixed(1)} MB`,
      megabytes(row.peak),
    ]),
  );

const importTable = ({ rows }) =>
  markdownTable(
    ['module', 'time', 'ratio', 'spread', 'CPU', 'CPU ratio'],
    rows.map((row) => [
      row.label,
      time(row.ms),
      ratio(row.ratio),
      percent(row.spread),
      time(row.cpu),
      ratio(row.cpuRatio),
    ]),
  );

const sharedTable = ({ rows }) =>
  markdownTable(
    ['contestant', 'checks', ...rows[0].courses.flatMap(({ course }) => [course, 'CPU'])],
    rows.map(({ contestant, courses }) => [
      contestants[contestant].label,
      contestants[contestant].checks,
      ...courses.flatMap((course) => [ratio(course.ratio), ratio(course.cpuRatio)]),
    ]),
  );

const tables = { race: raceTable, shared: sharedTable, growth: growthTable, import: importTable };

/** One scenario's results as text: its title, of how many rounds they are the medians, and a table. */
export const tableOf = (result) => {
  const rounds = result.rounds === undefined ? '' : ` (${result.rounds} rounds)`;
  return `**${result.title}**${rounds}\n\n${tables[result.kind](result)}\n`;
};
