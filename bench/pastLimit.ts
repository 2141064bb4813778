import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Course } from './pastLimit/Course';
import { type Address, measure, type Run } from './pastLimit/measure';
import { type Row, tables } from './pastLimit/tables';
import { best, ways } from './pastLimit/ways';

/*
 * What each way past the service's limit costs in requests, and what walks at once gain in time. It asserts that every
 * object comes once, and nothing about time.
 *
 *   npm run bench:past-limit                 tables, after some minutes
 *   npm run bench:past-limit -- --docs       also rewrites them in docs/maintainers/benchmarks.md
 *   npm run bench:past-limit -- 100000       this many objects instead of a million
 */
const rounds = 2;
const page = join(__dirname, '../docs/maintainers/benchmarks.md');
const [open, close] = ['<!-- bench:past-limit -->', '<!-- /bench:past-limit -->'];

const median = (runs: ReadonlyArray<Run>): Run =>
  [...runs].sort((a, b) => a.ms - b.ms)[Math.floor(runs.length / 2)] ?? { requests: NaN, ms: NaN };

const run = async (course: Course, address: Address): Promise<ReadonlyArray<Row>> => {
  const planned: ReadonlyArray<{ readonly way: keyof typeof ways; readonly walks: number; readonly rounds: number }> = [
    ...(Object.keys(ways) as ReadonlyArray<keyof typeof ways>).flatMap((way) =>
      way === best ? [] : [{ way, walks: 8, rounds: 1 }],
    ),
    ...[1, 4].map((walks) => ({ way: best, walks, rounds })),
  ];
  const entries = planned.map((entry) => ({ ...entry, runs: new Array<Run>() }));
  // In turns: what disturbs the machine for a while disturbs them all.
  for (let round = 0; round < rounds; round += 1) {
    for (const { way, walks, rounds: own, runs } of entries) {
      if (round >= own) continue;
      process.stderr.write(`round ${round + 1}, ${way}, ${walks} at once\n`);
      runs.push(await measure(course, address, ways[way], walks));
    }
  }
  return entries.map(({ way, walks, runs }) => ({ way, walks, ...median(runs) }));
};

const main = async (args: ReadonlyArray<string>): Promise<void> => {
  const objects = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 1_000_000);
  const course: Course = { objects, pageSize: 250, limit: 10_000, latency: 20 };
  const service = fork(join(__dirname, 'pastLimit/service.ts'));
  try {
    service.send(course);
    const [address] = (await once(service, 'message')) as [Address];
    const text = tables(course, await run(course, address), rounds);
    process.stdout.write(`${text}\n`);
    if (!args.includes('--docs')) return;
    const [before = '', rest = ''] = (await readFile(page, 'utf8')).split(open);
    await writeFile(page, `${before}${open}\n\n${text}\n\n${close}${rest.split(close)[1] ?? ''}`);
  } finally {
    service.disconnect();
  }
};

void main(process.argv.slice(2));
