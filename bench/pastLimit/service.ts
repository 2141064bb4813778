import { startService } from '../../src/service/index';
import { type Course, keyAt } from './Course';

/** The reference service, in a process of its own. It ends with the one that forked it. */
const serve = async (course: Course): Promise<void> => {
  const { url, token } = await startService({
    objects: { thing: Array.from({ length: course.objects }, (_, n) => ({ id: keyAt(course, n) })) },
    maxPageSize: course.pageSize,
    searchLimit: course.limit,
    faults: [{ type: 'delay', ms: course.latency, every: 1 }],
  });
  process.send?.({ url, token });
};

process.once('disconnect', () => process.exit());
process.once('message', (course: Course) => void serve(course));
