import type { Course } from './Course';
import type { Run } from './measure';
import { best } from './ways';

/** How one way did with this many walks at once. */
export interface Row extends Run {
  readonly way: string;
  readonly walks: number;
}

const said = (n: number): string => n.toLocaleString('en');

/** A Markdown table that is plain to read as it is: the first column is text, the others are numbers. */
const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const padded = (row: ReadonlyArray<string>): ReadonlyArray<string> =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)));
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [padded(head), rule, ...rows.map(padded)].map((row) => `| ${row.join(' | ')} |`).join('\n');
};

/** What each way costs in requests, and what walks at once gain in the best of them. */
export const tables = (
  { objects, pageSize, limit, latency }: Course,
  rows: ReadonlyArray<Row>,
  rounds: number,
): string => {
  const pages = Math.ceil(objects / pageSize);
  const title = `${said(objects)} objects with skewed keys, ${said(limit)} for a walk, ${said(pages)} pages`;
  const more = (requests: number): string => `${((requests / pages - 1) * 100).toFixed(1)} %`;
  const costs = rows.filter(({ way, walks }) => way !== best || walks === 1);
  const times = rows.filter(({ way }) => way === best);
  const alone = times[0]?.ms ?? NaN;
  return [
    `**Requests past the limit: ${title}**`,
    table(
      ['way', 'requests', 'more than pages'],
      costs.map(({ way, requests }) => [way, said(requests), more(requests)]),
    ),
    `**Walks at once: the same, ${best}, ${latency} ms a page** (${rounds} rounds)`,
    table(
      ['walks at once', 'time', 'times as fast as one'],
      times.map(({ walks, ms }) => [`${walks}`, `${(ms / 1000).toFixed(1)} s`, (alone / ms).toFixed(2)]),
    ),
  ].join('\n\n');
};
