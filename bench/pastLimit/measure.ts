import { count, lastValueFrom, tap } from 'rxjs';
import { axiosTransport, bearer, createClient, orThrow, pastLimit, type Transport } from '../../src/index';
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
export const measure = async (course: Course, { url, token }: Address, way: Way, concurrency: number): Promise<Run> => {
  let requests = 0;
  const axios = axiosTransport({ baseURL: url });
  const transport: Transport = (request) => {
    requests += 1;
    return axios(request);
  };
  const client = createClient({ transport, auth: bearer(token) });
  const keys = new Set<number>();
  const start = performance.now();
  const everything = pastLimit<(typeof way.ranges)[number], Thing, number>({
    ...way,
    concurrency,
    walk: (range) =>
      client.search({ apiFamily: 'demo', objectType: 'thing', query: between(range) }) as ReturnType<
        typeof client.search<Thing>
      >,
  }).pipe(
    orThrow(),
    tap(({ properties }) => keys.add(properties.id)),
    count(),
  );
  const came = await lastValueFrom(everything);
  const ms = performance.now() - start;
  if (came !== course.objects || keys.size !== came) throw new Error(`${came} objects came, ${keys.size} of them once`);
  for (let n = 0; n < came; n += 1) if (!keys.has(keyAt(course, n))) throw new Error(`object ${n} did not come`);
  return { requests, ms };
};
