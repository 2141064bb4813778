import { createServer } from 'node:http';
import { writeFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { clearInterval, setInterval, setTimeout } from 'node:timers';
import { URL } from 'node:url';
import { count, delay, lastValueFrom, mergeMap, of } from 'rxjs';
import { axiosTransport, createClient, endpoint, orThrow, withValve } from '../dist/cjs/index.js';
import { at, byOffset, query } from '../dist/cjs/paging/index.js';

/*
 * Time of one walk that is bounded by latency, for every readAhead: `npm run bench:ahead` after a build. A real server on the
 * loopback interface answers each page after 50 ms. `--docs` also draws docs/ahead.svg.
 */
const latency = 50;
const pages = 1_000;
const size = 1_000;

let inFlight = 0;
let requests = 0;
let maxInFlight = 0;
const server = createServer((request, response) => {
  requests += 1;
  inFlight += 1;
  maxInFlight = Math.max(maxInFlight, inFlight);
  response.once('close', () => (inFlight -= 1));
  const offset = Number(new URL(request.url, 'http://base.invalid').searchParams.get('offset') ?? 0);
  const length = Math.max(0, Math.min(size, pages * size - offset));
  const data = Array.from({ length }, (_, index) => ({ id: offset + index, name: `object ${offset + index}` }));
  setTimeout(() => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data }));
  }, latency);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

const client = createClient({ transport: axiosTransport({ baseURL: `http://127.0.0.1:${server.address().port}` }) });
const things = endpoint({
  name: 'things',
  method: 'GET',
  path: '/',
  items: at('data'),
  paging: byOffset({ to: query('offset') }),
});

const measure = async (readAhead) => {
  requests = maxInFlight = 0;
  const begun = performance.now();
  const objects = await lastValueFrom(client.objects(things, { readAhead }).pipe(orThrow(), count()));
  const seconds = (performance.now() - begun) / 1_000;
  return { readAhead, objects, seconds, maxInFlight, wasted: requests - pages - 1 };
};

/** The most memory above the start while a consumer takes 20 ms for a page of 1,000 behind a valve. */
const memoryOf = async (readAhead) => {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  let most = 0;
  const watching = setInterval(() => (most = Math.max(most, process.memoryUsage().heapUsed - before)), 5);
  const slow$ = withValve({ highWaterMark: size }, (valve) =>
    client.objects(things, { readAhead, valve }).pipe(
      orThrow(),
      valve.mergeMap((object) => of(object).pipe(delay(20)), size),
      mergeMap(() => of(1)),
    ),
  );
  await lastValueFrom(slow$.pipe(count()));
  clearInterval(watching);
  return most / 2 ** 20;
};

const rows = [];
for (const readAhead of [0, 1, 8, 16]) {
  const row = await measure(readAhead);
  rows.push(row);
  const { objects, seconds, wasted } = row;
  process.stdout.write(
    `readAhead ${readAhead}: ${objects} objects in ${seconds.toFixed(1)} s, at most ${row.maxInFlight} in flight, ${wasted} requests wasted\n`,
  );
}
if (process.argv.includes('--memory')) {
  for (const readAhead of [0, 8, 32]) {
    process.stdout.write(`readAhead ${readAhead}: ${(await memoryOf(readAhead)).toFixed(0)} MiB above the start\n`);
  }
}
server.close();

/** A bar for each readAhead. Ground and colours follow the reader's scheme. */
const drawn = () => {
  const scale = 480 / rows[0].seconds;
  const bars = rows.map(({ readAhead, seconds }, index) => {
    const y = 44 + index * 28;
    const width = (seconds * scale).toFixed(1);
    return [
      `  <text x="130" y="${y + 14}" text-anchor="end">readAhead: ${readAhead}</text>`,
      `  <rect class="bar" x="140" y="${y}" width="${width}" height="18" rx="2" />`,
      `  <text x="${(146 + Number(width)).toFixed(1)}" y="${y + 14}">${seconds.toFixed(1)} s</text>`,
    ].join('\n');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="700" height="176" viewBox="0 0 700 176" role="img">
  <title>Time of a walk over 1,000 pages of 1,000 objects, 50 ms a page</title>
  <style>
    text { font: 13px system-ui, sans-serif; fill: #24292f; }
    .ground { fill: #ffffff; }
    .title { font-weight: 600; }
    .bar { fill: #0969da; }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3; }
      .ground { fill: #0d1117; }
      .bar { fill: #4493f8; }
    }
  </style>
  <rect class="ground" width="700" height="176" rx="6" />
  <text class="title" x="16" y="26">A million objects by offset, 50 ms a page: shorter is better</text>
${bars.join('\n')}
</svg>
`;
};
if (process.argv.includes('--docs')) await writeFile(new URL('../docs/ahead.svg', import.meta.url), drawn());
