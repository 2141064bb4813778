import { contestants } from './contestants';
import type { Course } from './Course';
import { measure, type Run } from './measure';
import { withServiceProcess } from './serviceProcess';

/** How a contestant did in a race. */
export interface Result {
  readonly contestant: string;
  /** The median of its runs, in milliseconds. */
  readonly ms: number;
  /** Its median as a part of the first contestant's. */
  readonly ratio: number;
  /** The most objects held at any moment of any run. */
  readonly held: number;
}

const median = (values: ReadonlyArray<number>): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/**
 * Lets every contestant run the course once in each round: what disturbs the machine for a while disturbs them all, and
 * the medians forget it.
 */
export const race = (course: Course, rounds: number): Promise<ReadonlyArray<Result>> =>
  withServiceProcess(course, async (address) => {
    const entries = Object.entries(contestants).map(([name, read]) => ({ name, read, runs: new Array<Run>() }));
    for (let round = 1; round <= rounds; round += 1) {
      for (const { name, read, runs } of entries) {
        process.stderr.write(`round ${round} of ${rounds}, ${course.kind} ${course.work} ms: ${name}\n`);
        runs.push(await measure(course, address, read));
      }
    }
    const medians = entries.map(({ runs }) => median(runs.map(({ ms }) => ms)));
    return entries.map(({ name, runs }, index) => {
      const [ms = NaN, first = NaN] = [medians[index], medians[0]];
      return { contestant: name, ms, ratio: ms / first, held: Math.max(...runs.map(({ held }) => held)) };
    });
  });
