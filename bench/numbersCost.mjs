import process from 'node:process';
import { codecOf } from './codecs.mjs';
import { apiFamily, objectType } from './paths.mjs';
import { E, pagewalk, rxjs } from './product.mjs';
import { median } from './race/statistics.mjs';
import { shapes } from './server/shapes.mjs';

/*
 * What it costs to look for integers that no double holds: clients that do, against clients that do not (`numbers:
 * 'double'`), in turns. There are three of each, and their times are pooled: the three that do not look show how far equal
 * clients are apart.
 */
const objects = 1_000;
const pages = 10;

const { employee } = shapes;

/** Milliseconds of the processor: what else the machine does must not count. */
const now = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const bodiesOf = (recordOf) =>
  Array.from({ length: pages }, (_, page) => {
    const data = Array.from({ length: objects }, (__, n) => recordOf(page * objects + n)).join();
    return `{"data":[${data}]${page < pages - 1 ? `,"nextPageToken":"${page + 1}"` : ''}}`;
  });

const answering = (bodies) => (request) => {
  const { pageToken = '0' } = JSON.parse(request.body);
  return rxjs.from(Promise.resolve(E.right({ status: 200, headers: {}, body: bodies[Number(pageToken)] })));
};

const walked = async (client, properties) => {
  let taken = 0;
  const began = now();
  await rxjs.lastValueFrom(
    client
      .search({ apiFamily, objectType, ...(properties && { properties }) })
      .pipe(rxjs.tap((result) => (taken += E.isRight(result) ? 1 : 0))),
  );
  if (taken !== pages * objects) throw new Error('objects were lost');
  return now() - began;
};

const parsed = (bodies) => {
  const began = now();
  for (const body of bodies) JSON.parse(body);
  return now() - began;
};

const clientsOf = (bodies, numbers) =>
  Array.from({ length: 3 }, () => pagewalk.createClient({ transport: answering(bodies), numbers }));

/** Times of each client in turns, the first third of which is warm-up. */
const race = async (clients, laps, properties) => {
  const times = clients.map(() => []);
  for (let lap = 0; lap < laps * 1.5; lap += 1) {
    for (let turn = 0; turn < clients.length; turn += 1) {
      const index = (lap + turn) % clients.length;
      const ms = await walked(clients[index], properties);
      if (lap >= laps * 0.5) times[index].push(ms);
    }
  }
  return times;
};

/** How much longer walks take that look for large integers, and how far equal clients are apart. */
const ratioOf = async (recordOf, laps) => {
  const bodies = bodiesOf(recordOf);
  const times = await race(
    [...clientsOf(bodies, 'double'), ...clientsOf(bodies, undefined)],
    laps,
    codecOf({ shape: 'employee' }),
  );
  const [without, looking] = [times.slice(0, 3), times.slice(3)];
  const equal = without.map(median);
  return {
    ratio: median(looking.flat()) / median(without.flat()),
    apart: Math.max(...equal) / Math.min(...equal) - 1,
    ms: median(without.flat()) / pages,
  };
};

const properties = (value) => `{"properties":${JSON.stringify(value)}}`;

const say = (text) => process.stdout.write(`${text}\n`);

export const numbersCost = async (laps) => {
  for (const [what, recordOf, bound] of [
    ['1,000 typed objects', (id) => properties(employee(id)), 1.02],
    [
      'the same, each with a string of sixteen digits',
      (id) => properties({ ...employee(id), key: String(1_234_567_890_123_456 + id) }),
      1.1,
    ],
    [
      'the same, each with a time in microseconds',
      (id) => properties({ ...employee(id), at: 1_700_000_000_000_000 + id }),
      1.1,
    ],
    ['the same, each with a fraction of sixteen digits', (id) => properties({ ...employee(id), part: id / 3 }), 1.1],
  ]) {
    const { ratio, apart, ms } = await ratioOf(recordOf, laps);
    say(
      `looking for large integers, a page of ${what}: ${ratio.toFixed(3)} of ${ms.toFixed(2)} ms ` +
        `(at most ${bound}; equal clients are ${(apart * 100).toFixed(1)} % apart)`,
    );
  }
  const full = bodiesOf((id) => {
    const fields = Array.from({ length: 8 }, (_, n) => `"field${n}":${9_007_199_254_740_993n + BigInt(id * 8 + n)}`);
    return `{"properties":{${fields.join()}}}`;
  });
  const client = pagewalk.createClient({ transport: answering(full), numbers: pagewalk.exactNumbers });
  const times = Array.from({ length: 2 }, () => []);
  for (let lap = 0; lap < Math.ceil(laps / 2); lap += 1) {
    times[0].push(await walked(client));
    times[1].push(parsed(full));
  }
  const ratio = median(times[0]) / median(times[1]);
  say(`a page of 1,000 objects full of large integers: ${ratio.toFixed(1)} times JSON.parse (at most 10)`);
};
