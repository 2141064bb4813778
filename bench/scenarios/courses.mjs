/*
 * The courses: what there is to read, and how. Fields that a course may have:
 *
 *   shape         what an object looks like, see server/shapes.mjs
 *   objects       how many there are
 *   pageSize      how many of them a page holds
 *   revision      '1.0' is the list endpoint (GET, the default), '2.0' the search endpoint (POST)
 *   transforms    whether the codec makes something else of a property
 *   invalidEvery  every n-th object is one that the codec refuses
 *   latency       milliseconds that the service takes for a page
 *   work          what the consumer does after each page's worth: { kind: 'waits' | 'computes', ms }
 *   walks         how many read it at the same time
 *   warmUp        what is different in the course that contestants warm up on
 */
const employees = { shape: 'employee', objects: 200_000, pageSize: 1_000 };

export const throughput = { ...employees, name: 'throughput' };
export const smallPages = { ...employees, name: 'small pages', objects: 20_000, pageSize: 10 };
export const hugePages = { ...employees, name: 'huge pages', pageSize: 50_000 };
export const wideObjects = { name: 'wide objects', shape: 'wide', objects: 20_000, pageSize: 500 };
export const textObjects = {
  name: 'text objects',
  shape: 'person',
  objects: 100_000,
  pageSize: 1_000,
  revision: '2.0',
};
export const transforming = { ...employees, name: 'transforming', objects: 100_000, transforms: true };
export const noneInvalid = { ...employees, name: 'none invalid', objects: 100_000 };
export const someInvalid = { ...employees, name: '1 % invalid', objects: 100_000, invalidEvery: 100 };
export const manyWalks = { ...employees, name: 'many walks', objects: 2_000, pageSize: 200, walks: 64 };

/** What all read in one process; shorter, because little of it is warm-up. */
export const sharedCourses = [
  { ...employees, name: 'pages of 1,000', objects: 100_000 },
  { ...employees, name: 'pages of 10', objects: 10_000, pageSize: 10 },
  { ...manyWalks, name: '64 walks' },
];

/** At 20 ms a page it would take minutes until everyone's code is compiled; without waiting it takes seconds. */
const slow = (kind) => ({
  name: kind,
  shape: 'employee',
  objects: 10_000,
  pageSize: 100,
  latency: 20,
  work: { kind, ms: 20 },
  warmUp: { objects: 100_000, latency: 0, work: { kind, ms: 0 } },
});
export const waiting = slow('waits');
export const computing = slow('computes');

/** The same pages for a consumer that does nothing: what fetching takes by itself, HTTP included. */
export const fetching = { ...waiting, name: 'fetches', work: undefined, warmUp: { objects: 100_000, latency: 0 } };

export const ofSize = (objects) => ({ ...employees, name: `${objects.toLocaleString('en')} objects`, objects });
