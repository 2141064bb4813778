import { contestants } from '../contestants.mjs';
import * as courses from './courses.mjs';

const allOn = (course, names) => names.map((contestant) => ({ contestant, course }));

/** The loop that writes its query string by hand is what others are compared to in a shared process only. */
const everyone = Object.keys(contestants).filter((name) => name !== 'axiosTextLoop');
const sharing = Object.keys(contestants).filter((name) => name !== 'axiosLoop');

/** Everyone in one process, compared to the first of them. */
export const shared = {
  title: 'Shared process: everyone in one, after three rounds of warm-up',
  entries: courses.sharedCourses.flatMap((course) => allOn(course, sharing)),
};

/** The scenarios in which contestants race, each in its own process. `entries` says who reads what; the first is the base. */
export const races = {
  throughput: {
    title: 'Throughput: 200,000 objects of eight typed fields, pages of 1,000',
    entries: allOn(courses.throughput, everyone),
  },
  'small-pages': {
    title: 'Many small pages: 20,000 objects, pages of 10',
    entries: allOn(courses.smallPages, everyone),
  },
  'many-walks': {
    title: '64 walks at once: 64 × 2,000 objects, pages of 200',
    entries: allOn(courses.manyWalks, everyone),
  },
};
