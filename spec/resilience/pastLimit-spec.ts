import { expect } from 'chai';
import { type Course, keyAt } from './pastLimit/Course';
import { measure } from './pastLimit/measure';
import { ways } from './pastLimit/ways';
import type { ServiceOptions } from '../../src/service/index';
import { withService } from '../service/support/withService';

/** What the benchmark reads, made smaller: ten pages for the limit here too. */
const small: Course = { objects: 4_000, pageSize: 10, limit: 100, latency: 0 };

const optionsOf = (course: Course): ServiceOptions => ({
  objects: { thing: Array.from({ length: course.objects }, (_, n) => ({ id: keyAt(course, n) })) },
  maxPageSize: course.pageSize,
  searchLimit: course.limit,
});

describe('law 16: past the limit over HTTP', () => {
  const fewer: Course = { ...small, objects: 1_500 };
  const costs: ReadonlyArray<readonly [name: keyof typeof ways, course: Course, most: number]> = [
    ['halves of the range, with `key`', fewer, 4],
    ['16 parts of the range, with `key`', fewer, 4],
    ['behind `reached.last`', fewer, 1.15],
    ['behind `reached.last`, in halves', small, 1.15],
  ];
  for (const [name, course, most] of costs) {
    it(`${name}: each object once, in at most ${most} times as many requests as there are pages`, async () => {
      const { requests } = await withService(optionsOf(course), (service) =>
        measure(course, service, ways[name], 4),
      );
      expect(requests / (course.objects / course.pageSize)).to.be.at.most(most);
    });
  }
});
