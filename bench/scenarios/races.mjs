import { contestants } from '../contestants.mjs';
import * as courses from './courses.mjs';

const special = ['axiosLeanLoop', 'axiosTextLoop', 'effectBuffered', 'pagewalkForAwaitUndici', 'pagewalkForAwaitPages'];
const everyone = Object.keys(contestants).filter((name) => !special.includes(name));
const checking = ['effectSchema', 'expandIoTs', 'pagewalkReadAhead0', 'pagewalkUndici', 'pagewalkReadAhead1'];
const few = ['axiosLoop', 'rawHttp', 'fetchLoop', ...checking];
const pacing = Object.keys(contestants).filter(
  (name) =>
    ![
      ...['axiosLeanLoop', 'axiosTextLoop', 'rawHttp', 'fetchLoop', 'effectSchema'],
      ...['pagewalkUndici', 'pagewalkForAwait', 'pagewalkForAwaitUndici', 'pagewalkForAwaitPages'],
    ].includes(name),
);

const allOn = (course, names) => names.map((contestant) => ({ contestant, course }));

/** Nobody can be faster than fetching alone. */
const fetchingAlone = { contestant: 'rawHttp', course: courses.fetching, label: 'fetching alone (node:http, no work)' };

/** The time that a course takes if fetching and working overlap all along: the slower of the two. */
const idealOf = ({ objects, pageSize, latency, work }) => (objects / pageSize) * Math.max(latency, work.ms);

/** Everyone in one process, compared to a loop that writes its query string by hand. */
const sharing = ['axiosTextLoop', ...everyone.slice(1)];
export const shared = {
  title: 'Shared process: everyone in one, after three rounds of warm-up',
  entries: courses.sharedCourses.flatMap((course) => allOn(course, sharing)),
};

/**
 * The scenarios in which contestants race. `entries` says who reads what; each is compared to the entry of `base`, which
 * is the bare axios loop unless it says otherwise. `most` limits the rounds of a race that takes long and varies little.
 */
export const races = {
  throughput: {
    title: 'Throughput: 200,000 objects of eight typed fields, pages of 1,000',
    entries: allOn(courses.throughput, ['axiosLoop', 'axiosLeanLoop', ...everyone.slice(1)]),
  },
  'small-pages': {
    title: 'Many small pages: 20,000 objects, pages of 10',
    entries: allOn(courses.smallPages, ['axiosLoop', 'axiosTextLoop', ...everyone.slice(1)]),
  },
  iterators: {
    title: 'for await, object by object and page by page: 200,000 objects, pages of 1,000',
    entries: allOn(courses.throughput, [
      ...['axiosLoop', 'pagewalkForAwait', 'pagewalkForAwaitUndici', 'azureItems', 'gotPaginate', 'osdkAsyncIter'],
      ...['pagewalkForAwaitPages', 'azureByPage'],
    ]),
  },
  'huge-pages': {
    title: 'Few huge pages: 200,000 objects, pages of 50,000',
    entries: allOn(courses.hugePages, everyone),
  },
  'wide-objects': {
    title: 'Wide objects: 20,000 objects of 100 properties, pages of 500',
    entries: allOn(courses.wideObjects, few),
  },
  'text-objects': {
    title: 'Arrays of text objects (revision 2.0, POST): 100,000 objects, pages of 1,000',
    entries: allOn(courses.textObjects, few),
  },
  transforming: {
    title: 'A codec that transforms (Date from text): 100,000 objects, pages of 1,000',
    entries: allOn(courses.transforming, ['axiosLoop', ...checking]),
  },
  invalid: {
    title: '1 % of the objects invalid, compared to none: 100,000 objects, pages of 1,000',
    entries: checking.flatMap((contestant) =>
      [courses.noneInvalid, courses.someInvalid].map((course) => ({
        contestant,
        course,
        label: `${contestants[contestant].label}: ${course.name}`,
      })),
    ),
    base: (entry, entries) =>
      entries.findIndex(({ contestant, course }) => contestant === entry.contestant && course === courses.noneInvalid),
  },
  'many-walks': {
    title: '64 walks at once: 64 × 2,000 objects, pages of 200',
    entries: allOn(courses.manyWalks, everyone),
  },
  'latency-waits': {
    title: 'Latency: 100 pages, 20 ms to fetch one; the consumer waits 20 ms for it',
    entries: [...allOn(courses.waiting, pacing), fetchingAlone],
    ideal: idealOf(courses.waiting),
    most: 5,
  },
  'latency-computes': {
    title: 'Latency: 100 pages, 20 ms to fetch one; the consumer computes 20 ms for it',
    entries: [...allOn(courses.computing, pacing), fetchingAlone],
    ideal: idealOf(courses.computing),
    most: 5,
  },
};
