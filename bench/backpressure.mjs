import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { listPath, objectType, ontologyRid } from './paths.mjs';
import { axios, pagewalk, rxjs, t } from './product.mjs';
import { median } from './race/statistics.mjs';
import { markdownTable } from './report/markdownTable.mjs';
import { startServer } from './server/startServer.mjs';

/*
 * What backpressure costs and saves: several ways to read the same pages from the same service, in time and in objects
 * that wait in memory. It asserts nothing about time, only that each way works on every object once.
 *
 *   npm run bench -- backpressure               after about six minutes
 *   npm run bench -- backpressure 1          one round instead of five
 */
const rounds = Number(process.argv[2] ?? 5);
const page = { shape: 'employee', pageSize: 100, latency: 30 };
const courses = [
  { ...page, objects: 6_000, kind: 'waits', work: 30 },
  { ...page, objects: 3_000, kind: 'waits', work: 150 },
  { ...page, objects: 6_000, kind: 'computes', work: 30 },
];

const { axiosTransport, createClient, orThrow, withValve } = pagewalk;
const { bufferCount, concatMap, defer, EMPTY, expand, lastValueFrom } = rxjs;

const fetchPage = async ({ http }, pageToken) =>
  (await http.get(listPath, { params: { pageToken } })).data;

/** The mark counts what enters the valve: batches here, so that 1 is one page. */
const valved = (highWaterMark, readAhead) => (lane) => {
  const client = createClient({ transport: axiosTransport(lane.http) });
  const properties = t.type({ id: t.number });
  return lastValueFrom(
    withValve({ highWaterMark }, (valve) =>
      client
        .list({ ontologyRid, objectType, properties, readAhead, valve })
        .pipe(orThrow(), bufferCount(lane.pageSize), valve.concatMap(lane.work)),
    ),
  );
};

/** Each reads every object, by its name in the table; the first is what the others are compared to. */
const contestants = {
  'sequential loop': async (lane) => {
    let pageToken;
    do {
      const { data, nextPageToken } = await fetchPage(lane, pageToken);
      await lane.work(data);
      pageToken = nextPageToken;
    } while (pageToken);
  },
  // The recipe for paging that RxJS's own documentation and most articles give. Nothing paces it.
  'plain expand + concatMap': (lane) =>
    lastValueFrom(
      defer(() => fetchPage(lane)).pipe(
        expand(({ nextPageToken }) => (nextPageToken ? fetchPage(lane, nextPageToken) : EMPTY)),
        concatMap(({ data }) => lane.work(data)),
      ),
    ),
  'valve, mark of one page': valved(1, 0),
  'valve, mark 0': valved(0, 0),
  'valve, mark 0, readAhead 1': valved(0, 1),
  'valve, mark of one page, readAhead 1': valved(1, 1),
};

/** Blocks the event loop, as parsing or rendering does. */
const compute = (ms) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

/**
 * Runs a contestant and measures it. An object is held from the moment its page has come until its work has ended,
 * wherever it is meanwhile: a valve, a buffer of RxJS, or a variable. A page is worked on as a whole, as a bulk insert
 * does it. Throws if not every object was worked on once, in the order of the service.
 */
const measure = async ({ objects, pageSize, kind, work }, url, read) => {
  const http = axios.create({ baseURL: url });
  let came = 0;
  let worked = 0;
  let held = 0;
  http.interceptors.response.use((response) => {
    came += pageSize;
    held = Math.max(held, came - worked);
    return response;
  });
  const workOn = async (records) => {
    await (kind === 'waits' ? pause(work) : compute(work));
    for (const { properties } of records) {
      if (properties.id !== worked)
        throw new Error(`object ${properties.id} came in place of ${worked}`);
      worked += 1;
    }
  };
  const start = performance.now();
  await read({ pageSize, http, work: workOn });
  if (worked !== objects) throw new Error(`${worked} of ${objects} objects were worked on`);
  return { ms: performance.now() - start, held };
};

for (const course of courses) {
  const { close, url } = await startServer(course);
  const runs = Object.keys(contestants).map(() => []);
  for (let round = 1; round <= rounds; round += 1) {
    process.stderr.write(`${course.kind} ${course.work} ms: round ${round} of ${rounds}\n`);
    for (const [index, read] of Object.values(contestants).entries()) {
      runs[index].push(await measure(course, url, read));
    }
  }
  close();
  const medians = runs.map((all) => median(all.map(({ ms }) => ms)));
  const rows = Object.keys(contestants).map((name, index) => [
    name,
    `${(medians[index] / 1_000).toFixed(2)} s`,
    (medians[index] / medians[0]).toFixed(2),
    String(Math.max(...runs[index].map(({ held }) => held))),
  ]);
  const { kind, latency, objects, pageSize, work } = course;
  const title = `${objects} objects, ${pageSize} a page, ${latency} ms to fetch one; the consumer ${kind} ${work} ms for it`;
  process.stdout.write(
    `${title}\n\n${markdownTable(['way', 'total', 'ratio', 'most objects held'], rows)}\n\n`,
  );
}
