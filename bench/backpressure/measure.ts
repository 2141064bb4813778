import axios, { type AxiosInstance } from 'axios';
import { setTimeout as pause } from 'node:timers/promises';
import type { Course } from './Course';
import type { Address } from './serviceProcess';

/** A record as the service sends it. */
export interface Thing {
  readonly properties: { readonly id: number };
}

/** What one contestant runs in: the same connection and the same work for all, watched from outside. */
export interface Lane {
  readonly address: Address;
  readonly pageSize: number;
  /** Requests go through this instance, which counts the pages that come. */
  readonly http: AxiosInstance;
  /** The consumer: takes the course's time for a page of objects. */
  readonly work: (things: ReadonlyArray<Thing>) => Promise<void>;
}

/** How one run went. */
export interface Run {
  readonly ms: number;
  /** The most objects that had come, and were not worked on to the end, at any moment. */
  readonly held: number;
}

/** Blocks the event loop, as parsing or rendering does. */
const compute = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

/**
 * A page is worked on as a whole, as a bulk insert does it: 0.3 ms for each of its objects is shorter than a timer can
 * wait, and the errors of a hundred timers would be what is measured.
 */
const spend = { waits: pause, computes: compute };

/**
 * Runs a contestant and measures it. An object is held from the moment its page has come until its work has ended,
 * wherever it is meanwhile: a valve, a buffer of RxJS, or a variable. Throws if not every object was worked on once, in
 * the order of the service.
 */
export const measure = async (course: Course, address: Address, read: (lane: Lane) => Promise<void>): Promise<Run> => {
  const { pages, pageSize } = course;
  const http = axios.create({ baseURL: address.url });
  let came = 0;
  let worked = 0;
  let held = 0;

  http.interceptors.response.use((response) => {
    came += pageSize;
    held = Math.max(held, came - worked);
    return response;
  });

  const workOn = async (things: ReadonlyArray<Thing>): Promise<void> => {
    await spend[course.kind]((course.work * things.length) / pageSize);
    for (const { properties } of things) {
      if (properties.id !== worked) throw new Error(`object ${properties.id} came in place of ${worked}`);
      worked += 1;
    }
  };

  const start = performance.now();
  await read({ address, pageSize, http, work: workOn });
  const ms = performance.now() - start;
  if (worked !== pages * pageSize) throw new Error(`${worked} of ${pages * pageSize} objects were worked on`);
  return { ms, held };
};
