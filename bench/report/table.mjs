import { contestants } from '../contestants.mjs';
import { markdownTable } from './markdownTable.mjs';

const time = (ms) => (ms < 1_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1_000).toFixed(2)} s`);
const ratio = (value) => value.toFixed(2);
const percent = (value) => `${(value * 100).toFixed(0)} %`;
const megabytes = (bytes) => `${(bytes / 1_000_000).toFixed(0)} MB`;

const raceTable = ({ rows }) =>
  markdownTable(
    ['contestant', 'checks', 'time', 'ratio', 'spread', 'CPU', 'CPU ratio', 'peak memory'],
    rows.map((row) => [
      row.label,
      contestants[row.contestant].checks,
      time(row.ms),
      ratio(row.ratio),
      percent(row.spread),
      time(row.cpu),
      ratio(row.cpuRatio),
      megabytes(row.peak),
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

const tables = { race: raceTable, shared: sharedTable };

/** One scenario's results as text: its title, of how many rounds they are the medians, and a table. */
export const tableOf = (result) =>
  `**${result.title}** (${result.rounds} rounds)\n\n${tables[result.kind](result)}\n`;
