import type { Course } from './backpressure/Course';
import { race, type Result } from './backpressure/race';
import { table } from './backpressure/table';

/*
 * What backpressure costs and saves: several ways to read the same pages from the same service, in time and in objects
 * that wait in memory. It asserts nothing about time, only that each way works on every object once.
 *
 *   npm run bench:backpressure               plain tables, after about six minutes
 *   npm run bench:backpressure -- --json     for machines
 *   npm run bench:backpressure -- 1          one round instead of five
 */
const courses: ReadonlyArray<Course> = [
  { pages: 60, pageSize: 100, latency: 30, kind: 'waits', work: 30 },
  { pages: 30, pageSize: 100, latency: 30, kind: 'waits', work: 150 },
  { pages: 60, pageSize: 100, latency: 30, kind: 'computes', work: 30 },
];

interface Race {
  readonly course: Course;
  readonly results: ReadonlyArray<Result>;
}

const main = async (args: ReadonlyArray<string>): Promise<void> => {
  const rounds = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 5);
  const races: Array<Race> = [];
  for (const course of courses) races.push({ course, results: await race(course, rounds) });
  const text = args.includes('--json')
    ? JSON.stringify({ node: process.version, rounds, races }, undefined, 2)
    : races.map(({ course, results }) => table(course, results)).join('\n');
  process.stdout.write(`${text}\n`);
};

void main(process.argv.slice(2));
