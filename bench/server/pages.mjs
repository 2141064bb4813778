import { Buffer } from 'node:buffer';
import { shapes, spoil } from './shapes.mjs';

/** Pages beyond this many repeat the first ones, so that millions of objects fit in the server's memory. */
const mostPages = 500;

/** The properties of an object; if the course wants it, every few have some that its codec refuses. */
export const propertiesOf = ({ shape, invalidEvery = 0 }, id) => {
  const properties = shapes[shape](id);
  return invalidEvery > 0 && id % invalidEvery === invalidEvery - 1
    ? spoil(properties)
    : properties;
};

/** A record as the conventions have it (revision 1.0 and 2.0). */
export const recordOf = (course, id) => ({
  rid: `ri.object.${id}`,
  properties: propertiesOf(course, id),
});

/** How many pages a course has, and how many of them differ. */
const pagesOf = ({ objects, pageSize }) => {
  const pages = Math.ceil(objects / pageSize);
  return { pages, distinct: Math.min(pages, Math.max(mostPages, Math.ceil(20_000 / pageSize))) };
};

/** The ids of a course in the order in which the server hands them out. */
export function* idsOf(course) {
  const { objects, pageSize } = course;
  const round = pagesOf(course).distinct * pageSize;
  for (let n = 0; n < objects; n += 1) yield n % round;
}

/** What a course's pages are as bytes, made beforehand: serialising must not be what is measured. */
export const serialise = (course, toRecord) => {
  const { objects, pageSize } = course;
  const { pages, distinct } = pagesOf(course);
  const data = Array.from({ length: distinct }, (_, page) => {
    const length = Math.min(pageSize, objects - page * pageSize);
    const records = Array.from({ length }, (_, index) => toRecord(course, page * pageSize + index));
    return Buffer.from(`{"data":${JSON.stringify(records)}`);
  });
  const tail = (page) =>
    Buffer.from(page + 1 < pages ? `,"nextPageToken":"v1.page-${page + 1}"}` : '}');
  const whole = data.map((part, page) => Buffer.concat([part, tail(page)]));
  return (page) =>
    page < distinct ? whole[page] : Buffer.concat([data[page % distinct], tail(page)]);
};
