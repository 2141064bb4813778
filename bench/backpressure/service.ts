import { startService } from '../../src/service/index';
import type { Course } from './Course';
import type { Address } from './serviceProcess';

/** The reference service with the latency of a course. It ends with the process that forked it. */
const serve = async ({ pages, pageSize, latency }: Course): Promise<Address> => {
  const { url, ontologyRid, objectType } = await startService({
    objects: { thing: Array.from({ length: pages * pageSize }, (_, id) => ({ id })) },
    maxPageSize: pageSize,
    limit: Infinity,
    faults: [{ type: 'delay', ms: latency, every: 1 }],
  });
  return { url, ontologyRid, objectType };
};

process.once('disconnect', () => process.exit());
process.once('message', (course: Course) => {
  void serve(course).then((address) => process.send?.(address));
});
