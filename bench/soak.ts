import * as E from 'fp-ts/Either';
import { lastValueFrom, map, type Observable, of, tap, timer } from 'rxjs';
import {
  createClient,
  type ObjectStream,
  rights,
  type Transport,
  type UnknownProperties,
  type Valve,
  withValve,
} from '../src/index';
import { spool } from '../src/node/index';

/**
 * A million objects through a consumer that is slower than the walk: `npm run soak`.
 *
 * Prints what the heap holds after a collection, all along the way, and fails if it holds more at the end.
 */
const objects = 1_000_000;
const pageSize = 1_000;

const employee = (id: number) => ({
  rid: `ri.object.${id}`,
  properties: { id, name: `Employee number ${id}`, active: id % 2 === 0, department: 'Engineering', salary: id * 1.5 },
});

const pageAt = (first: number): string => {
  const data = Array.from({ length: pageSize }, (_, index) => employee(first + index));
  const next = first + pageSize;
  return JSON.stringify({ data, ...(next < objects && { nextPageToken: String(next) }) });
};

/** A service that answers a page of a thousand objects every few milliseconds. */
const transport: Transport = ({ url }) => {
  const token = new URL(url, 'http://localhost').searchParams.get('pageToken');
  return timer(1).pipe(map(() => E.right({ status: 200, headers: {}, body: pageAt(Number(token ?? 0)) })));
};

/** Half a second for 20,000 objects. */
const work = <T>(value: T, index: number): Observable<T> =>
  index % pageSize === 0 ? timer(25).pipe(map(() => value)) : of(value);

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1).padStart(6)} MB`;

/** How much more the heap may hold at the end than at the start, in bytes. */
const mostGrowth = 10_000_000;

/** Says what the process holds after a collection, and gives the heap's part of it. */
const report = (what: string): number => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  const parts = [`heap ${megabytes(heapUsed)}`, `buffers ${megabytes(arrayBuffers)}`, `resident ${megabytes(rss)}`];
  process.stdout.write(`${what.padEnd(28)}${parts.join('   ')}\n`);
  return heapUsed;
};

const client = createClient({ transport });
const params = { ontologyRid: 'ri.ontology.main', objectType: 'employee' };

type Walk = (valve: Valve) => ObjectStream<UnknownProperties>;

const walks: Readonly<Record<string, Walk>> = {
  valve: (valve) => client.list({ ...params, valve }),
  spool: (valve) => client.list(params).pipe(spool(valve)),
};

const soak = async (name: string, walk: Walk): Promise<void> => {
  const before = report(`${name}: before`);
  const began = performance.now();
  const seconds = (): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  let passed = 0;
  let asked = 0;
  const watching = client.events.subscribe(({ type }) => {
    if (type === 'page') asked += 1;
  });
  const last = await lastValueFrom(
    withValve({ highWaterMark: pageSize }, (valve) =>
      walk(valve).pipe(
        rights(),
        tap(({ properties }) => {
          if (properties.id !== passed++) throw new Error(`object ${passed - 1} is lost`);
          if (passed % 100_000 === 1) report(`${name}: ${passed - 1} of ${asked * pageSize}`);
        }),
        valve.concatMap(work),
      ),
    ),
  );
  watching.unsubscribe();
  if (last.properties.id !== objects - 1) throw new Error(`ended at object ${String(last.properties.id)}`);
  const growth = report(`${name}: after ${seconds()}`) - before;
  if (growth > mostGrowth) throw new Error(`${name}: the heap grew by ${megabytes(growth).trim()}`);
};

const run = async (): Promise<void> => {
  for (const [name, walk] of Object.entries(walks)) await soak(name, walk);
};

void run();
