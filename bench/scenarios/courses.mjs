/*
 * The courses: what there is to read, and how. Fields that a course may have:
 *
 *   shape         what an object looks like, see server/shapes.mjs
 *   objects       how many there are
 *   pageSize      how many of them a page holds
 *   invalidEvery  every n-th object is one that the codec refuses
 *   latency       milliseconds that the service takes for a page
 *   work          milliseconds that the consumer computes after each page's worth
 *   walks         how many read it at the same time
 *   warmUp        what is different in the course that contestants warm up on
 */
const employees = { shape: 'employee', objects: 200_000, pageSize: 1_000 };

export const throughput = { ...employees, name: 'throughput' };
export const smallPages = { ...employees, name: 'small pages', objects: 20_000, pageSize: 10 };
export const manyWalks = {
  ...employees,
  name: 'many walks',
  objects: 2_000,
  pageSize: 200,
  walks: 64,
};

/** What all read in one process; shorter, because little of it is warm-up. */
export const sharedCourses = [
  { ...employees, name: 'pages of 1,000', objects: 100_000 },
  { ...employees, name: 'pages of 10', objects: 10_000, pageSize: 10 },
  { ...manyWalks, name: '64 walks' },
];

/** At 20 ms a page it would take minutes until everyone's code is compiled; without waiting it takes seconds. */
export const computing = {
  ...employees,
  name: 'computes',
  objects: 10_000,
  pageSize: 100,
  latency: 20,
  work: 20,
  warmUp: { objects: 100_000, latency: 0, work: 0 },
};
