import { lastValueFrom, tap } from 'rxjs';
import { axiosTransport, bearer, createClient, orThrow, pastLimit } from '../../../src/index';
import type { ObjectRecord, Transport } from '../../../src/index';
import { type Course, keyAt } from './Course';
import { between, type Thing, type Way } from './ways';

export interface Address {
  readonly url: string;
  readonly token: string;
}

/** How one run went. */
export interface Run {
  readonly requests: number;
  readonly ms: number;
}

/** Reads everything in one way, and throws unless every object came once. */
export const measure = async (
  course: Course,
  { url, token }: Address,
  way: Way,
  concurrency: number,
): Promise<Run> => {
  let requests = 0;
  const axios = axiosTransport({ baseURL: url });
  const transport: Transport = (request) => {
    requests += 1;
    return axios(request);
  };
  const client = createClient({ transport, auth: bearer(token) });
  // Looked at afterwards, so that looking is no part of the time.
  const keys = new Float64Array(course.objects + 1);
  let came = 0;
  const start = performance.now();
  const everything = pastLimit<(typeof way.ranges)[number], ObjectRecord<Thing>, number>({
    ...way,
    concurrency,
    walk: (range) =>
      client.search<Thing>({ apiFamily: 'demo', objectType: 'thing', query: between(range) }),
  }).pipe(orThrow());
  await lastValueFrom(everything.pipe(tap(({ properties }) => (keys[came++] = properties.id))));
  const ms = performance.now() - start;
  if (came !== course.objects) throw new Error(`${came} objects came`);
  const sorted = keys.subarray(0, came).sort();
  const wrong = sorted.findIndex((key, n) => key !== keyAt(course, n));
  if (wrong >= 0) throw new Error(`object ${wrong} is missing, or came twice`);
  return { requests, ms };
};
