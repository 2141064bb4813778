import type { Course } from './Course';
import type { Result } from './race';

const head = ['contestant', 'total', 'ratio', 'most objects held'];

const cells = ({ contestant, ms, ratio, held }: Result): ReadonlyArray<string> => [
  contestant,
  `${(ms / 1000).toFixed(2)} s`,
  ratio.toFixed(2),
  `${held}`,
];

/** The results of a course as a Markdown table, which is plain to read as it is. */
export const table = (course: Course, results: ReadonlyArray<Result>): string => {
  const rows = [head, ...results.map(cells)];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  const padded = (row: ReadonlyArray<string>): ReadonlyArray<string> =>
    widths.map((width, column) => (column === 0 ? row[0]?.padEnd(width) : row[column]?.padStart(width)) ?? '');
  const { pages, pageSize, latency, kind, work } = course;
  return [
    `${pages} pages of ${pageSize} objects, ${latency} ms to fetch a page; the consumer ${kind} ${work} ms for it`,
    '',
    ...[padded(head), rule, ...results.map((result) => padded(cells(result)))].map((row) => `| ${row.join(' | ')} |`),
    '',
  ].join('\n');
};
