import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { codecOf } from './codecs.mjs';
import { apiFamily, objectType } from './paths.mjs';
import { E, pagewalk, rxjs } from './product.mjs';
import { median } from './race/statistics.mjs';
import { shapes } from './server/shapes.mjs';

/*
 * What a page and an object cost beyond the transport and `JSON.parse`: `npm run bench -- cost`, after a build. The transport
 * answers from memory, and what it takes to parse the same bodies is measured in turns and subtracted.
 */
const laps = Number(process.argv[2] ?? 25);

/** A page token as long as many services make them. */
const tokenOf = (page) => `${page}`.padEnd(400, '.');

/** `first` changes the text of the first object of each page. */
const bodiesOf = ({ pages, objects, shape, first = (text) => text }) =>
  Array.from({ length: pages }, (_, page) => {
    const texts = Array.from({ length: objects }, (__, n) =>
      JSON.stringify({ properties: shapes[shape](page * objects + n) }),
    );
    const next = page < pages - 1 ? `,"nextPageToken":"${tokenOf(page + 1)}"` : '';
    return `{"data":[${[first(texts[0]), ...texts.slice(1)].join()}]${next}}`;
  });

/** Answers as a transport does, in a later turn of the microtasks. */
const answering = (bodies) => (request) => {
  const { pageToken = '0' } = JSON.parse(request.body);
  return rxjs.from(
    Promise.resolve(E.right({ status: 200, headers: {}, body: bodies[parseInt(pageToken, 10)] })),
  );
};

const walked = async (client, course) => {
  let taken = 0;
  await rxjs.lastValueFrom(
    client
      .search({ apiFamily, objectType, properties: codecOf(course) })
      .pipe(
        rxjs.tap(
          (result) => (taken += E.isRight(result) || result.left._tag === 'InvalidObject' ? 1 : 0),
        ),
      ),
    { defaultValue: undefined },
  );
  return taken;
};

const parsed = async (bodies) => {
  let taken = 0;
  for (const body of bodies) {
    const { data } = JSON.parse(await Promise.resolve(body));
    for (const { properties } of data) taken += properties === undefined ? 0 : 1;
  }
  return taken;
};

const timed = async (work) => {
  const began = performance.now();
  const taken = await work();
  return { ms: performance.now() - began, taken };
};

/** Milliseconds that a walk takes more than to parse its bodies. */
const extraOf = async (course) => {
  const bodies = bodiesOf(course);
  const client = pagewalk.createClient({ transport: answering(bodies) });
  const extra = [];
  const parsing = [];
  for (let lap = 0; lap < laps; lap += 1) {
    const walk = await timed(() => walked(client, course));
    const parse = await timed(() => parsed(bodies));
    if (walk.taken !== course.pages * course.objects || parse.taken !== walk.taken)
      throw new Error('objects were lost');
    extra.push(walk.ms - parse.ms);
    parsing.push(parse.ms);
  }
  // The first half is warm-up.
  return [extra, parsing].map((times) => median(times.slice(laps >> 1)));
};

const say = (what, ms, count, [parseMs, parsedCount]) => {
  const micros = (all, of) => ((all * 1000) / of).toFixed(2);
  process.stdout.write(
    `${what}: ${micros(ms, count)} µs (JSON.parse: ${micros(parseMs, parsedCount)} µs)\n`,
  );
};

const pages = { pages: 4_000, objects: 1, shape: 'employee' };
const [ofPages, parsePages] = await extraOf(pages);
say('a page of one object', ofPages, pages.pages, [parsePages, pages.pages]);
for (const [what, course] of [
  ['an object of 8 properties', { pages: 20, objects: 2_000, shape: 'employee' }],
  ['an object of 100 properties', { pages: 10, objects: 400, shape: 'wide' }],
  [
    'an object of 8 properties, one of them decoded',
    { pages: 20, objects: 2_000, shape: 'employee', transforms: true },
  ],
  [
    'an object of 8 properties, one in 1,000 invalid',
    {
      pages: 40,
      objects: 1_000,
      shape: 'employee',
      first: (text) => text.replace('"level":', '"level":"x","was":'),
    },
  ],
  [
    'an object of 8 properties, one in 1,000 with an integer that is too large',
    {
      pages: 40,
      objects: 1_000,
      shape: 'employee',
      first: (text) => text.replace('"level":', '"level":9007199254740993'),
    },
  ],
]) {
  const [ms, parseMs] = await extraOf(course);
  const count = course.pages * course.objects;
  say(what, ms, count, [parseMs, count]);
}
