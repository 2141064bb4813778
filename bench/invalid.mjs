import process from 'node:process';
import { E, pagewalk, rxjs, t } from './product.mjs';
import { median } from './race/statistics.mjs';

/*
 * What one invalid object on every page costs: `npm run bench -- invalid`. What is wrong with it may repeat a secret, so all
 * the secrets of the walk are looked for in it. Walks with and without are measured in turns, in CPU time.
 */
/** From here on a walk has as many page tokens to look for as it will ever have. */
const full = 64;
const pages = 2 * full;
const laps = Number(process.argv[2] ?? 5);

const properties = t.type({ id: t.number, name: t.string, active: t.boolean });

/** A page token that has nothing in common with another one. */
const tokenOf = (page, length) => {
  let state = page + 1;
  const letter = () => ((state = (state * 48_271) % 2_147_483_647) % 36).toString(36);
  return `${page}.${Array.from({ length }, letter).join('')}`.slice(0, length);
};

const bodiesOf = (objects, length, isInvalid) => {
  const records = Array.from({ length: objects }, (_, id) =>
    JSON.stringify({
      properties: { id: isInvalid && id === 7 ? 'x' : id, name: `employee ${id}`, active: true },
    }),
  ).join();
  return Array.from({ length: pages }, (_, page) => {
    const next = page < pages - 1 ? `,"nextPageToken":"${tokenOf(page + 1, length)}"` : '';
    return `{"data":[${records}]${next}}`;
  });
};

/** Milliseconds of the processor that a page takes. */
const pageTime = async (bodies) => {
  let page = 0;
  let began = process.cpuUsage();
  const transport = () => {
    if (page === full) began = process.cpuUsage();
    const body = bodies[page];
    page += 1;
    return rxjs.of(E.right({ status: 200, headers: {}, body }));
  };
  const walk = pagewalk
    .createClient({ transport })
    .list({ ontologyRid: 'o', objectType: 't', properties });
  await rxjs.lastValueFrom(walk.pipe(rxjs.toArray()));
  const { user, system } = process.cpuUsage(began);
  if (page !== pages) throw new Error('the walk ended early');
  return (user + system) / 1_000 / (pages - full);
};

const measure = async (objects, length) => {
  const walks = [false, true].map((isInvalid) => ({
    bodies: bodiesOf(objects, length, isInvalid),
    times: [],
  }));
  for (let lap = 0; lap < laps; lap += 1) {
    for (const { bodies, times } of walks) times.push(await pageTime(bodies));
  }
  const [without, one] = walks.map(({ times }) => median(times));
  process.stdout.write(
    `pages of ${objects}, tokens of ${length}: ${without.toFixed(2)} ms, with an invalid object ${one.toFixed(2)} ms ` +
      `(${(one / without).toFixed(1)} times)\n`,
  );
};

for (const objects of [1_000, 100])
  for (const length of [4, 400, 2_900, 60_000]) await measure(objects, length);
