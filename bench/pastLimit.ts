import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Course } from './pastLimit/Course';
import { type Address, measure, type Run } from './pastLimit/measure';
import { type Way, ways } from './pastLimit/ways';

/*
 * What each way past the service's limit costs: requests, and time with one walk and with four at once. It asserts that
 * every object comes once, and nothing about time.
 *
 *   npm run bench:past-limit                 a table, after some minutes
 *   npm run bench:past-limit -- --docs       also rewrites it in docs/performance.md
 *   npm run bench:past-limit -- 100000       so many objects instead of a million
 */
interface Row extends Run {
  readonly way: string;
  readonly walks: number;
}

const page = join(__dirname, '../docs/performance.md');
const [open, close] = ['<!-- bench:past-limit -->', '<!-- /bench:past-limit -->'];

const tableOf = ({ objects, pageSize, limit, latency }: Course, rows: ReadonlyArray<Row>): string => {
  const pages = Math.ceil(objects / pageSize);
  const said = (n: number): string => n.toLocaleString('en');
  const cells = rows.map(({ way, walks, requests, ms }) => {
    const alone = rows.find((row) => row.way === way && row.walks === 1);
    return [
      way,
      `${walks}`,
      said(requests),
      `${((requests / pages - 1) * 100).toFixed(1)} %`,
      `${(ms / 1000).toFixed(1)} s`,
      alone === undefined ? '' : (alone.ms / ms).toFixed(2),
    ];
  });
  const head = ['way', 'walks at once', 'requests', 'more than pages', 'time', 'times as fast'];
  const widths = head.map((name, column) => Math.max(name.length, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: ReadonlyArray<string>): string =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [
    `**Past the limit: ${said(objects)} objects with skewed keys, ${said(limit)} for a walk, ${said(pages)} pages of ${said(pageSize)}, ${latency} ms each**`,
    '',
    ...[head, rule, ...cells].map(line),
  ].join('\n');
};

const run = async (course: Course, address: Address): Promise<ReadonlyArray<Row>> => {
  const rows: Array<Row> = [];
  for (const [way, options] of Object.entries<Way>(ways)) {
    for (const walks of [1, 4]) {
      process.stderr.write(`${way}, ${walks} at once\n`);
      rows.push({ way, walks, ...(await measure(course, address, options, walks)) });
    }
  }
  return rows;
};

const main = async (args: ReadonlyArray<string>): Promise<void> => {
  const objects = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 1_000_000);
  const course: Course = { objects, pageSize: 1_000, limit: 10_000, latency: 20 };
  const service = fork(join(__dirname, 'pastLimit/service.ts'));
  try {
    service.send(course);
    const [address] = (await once(service, 'message')) as [Address];
    const table = tableOf(course, await run(course, address));
    process.stdout.write(`${table}\n`);
    if (!args.includes('--docs')) return;
    const text = await readFile(page, 'utf8');
    const [before, rest = ''] = text.split(open);
    await writeFile(page, `${before ?? ''}${open}\n\n${table}\n\n${close}${rest.split(close)[1] ?? ''}`);
  } finally {
    service.disconnect();
  }
};

void main(process.argv.slice(2));
