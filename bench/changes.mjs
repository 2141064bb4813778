import process from 'node:process';
import { codecOf } from './codecs.mjs';
import { objectType, ontologyRid } from './paths.mjs';
import { E, pagewalk, rxjs } from './product.mjs';
import { median } from './race/statistics.mjs';
import { markdownTable } from './report/markdownTable.mjs';
import { startServer } from './server/startServer.mjs';

/*
 * What the changes of a walk cost: `npm run bench:changes` after a build. A million objects are walked over HTTP, from a
 * service in a process of its own, alone and with `changesSince` behind it, in turns: only ratios of the same minutes count.
 * PAGEWALK_OBJECTS and PAGEWALK_ROUNDS say how many. It fails where a goal is missed.
 */
const { axiosTransport, changesSince, createClient } = pagewalk;
const { concat, defer, EMPTY, lastValueFrom, reduce } = rxjs;

const objects = Number(process.env.PAGEWALK_OBJECTS ?? 1_000_000);
const rounds = Number(process.env.PAGEWALK_ROUNDS ?? 7);
// Of pages beyond the 500th the server repeats the first: these are large enough for every object to have its own key.
const course = { shape: 'employee', objects, pageSize: Math.max(100, Math.ceil(objects / 500)) };
const goals = { default: 2, own: 1.3, megabytes: 120 };

const server = await startServer(course);
const client = createClient({ transport: axiosTransport({ baseURL: server.url }) });
const walk = client.list({ ontologyRid, objectType, pageSize: course.pageSize, properties: codecOf(course) });

const key = (employee) => employee.properties.id;
/** A revision would be such a number. */
const version = (employee) => employee.properties.level;

const knownWith = (options) =>
  lastValueFrom(
    walk.pipe(
      changesSince([], options),
      reduce((known, change) => {
        if (E.isLeft(change)) throw new Error(change.left._tag);
        return known.set(change.right.key, change.right.version);
      }, new Map()),
    ),
  );

/** The time and the CPU time of this process until a stream has ended, in milliseconds. */
const measure = async (stream) => {
  const begun = process.hrtime.bigint();
  const before = process.cpuUsage();
  await lastValueFrom(stream, { defaultValue: undefined });
  const { user, system } = process.cpuUsage(before);
  return { ms: Number(process.hrtime.bigint() - begun) / 1e6, cpu: (user + system) / 1000 };
};

const race = async (contestants) => {
  const results = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, stream] of Object.entries(contestants)) {
      const result = await measure(stream);
      if (round > 0) results[name].push(result);
    }
  }
  return results;
};

const heap = () => {
  globalThis.gc();
  return process.memoryUsage().heapUsed;
};

/** Bytes of the heap that `changesSince` holds when the walk has brought everything; `known` is its caller's, and stays. */
const heapOf = async (options) => {
  const known = await knownWith(options);
  const before = heap();
  let after = 0;
  const whenBrought = defer(() => {
    after = heap();
    return EMPTY;
  });
  await lastValueFrom(concat(walk, whenBrought).pipe(changesSince(known, options)), { defaultValue: known });
  return after - before;
};

/** As a table without an order gives its rows: no object comes where it is expected, so an index of the keys is made. */
const shuffled = (known) => {
  const rows = [...known];
  for (let last = rows.length - 1; last > 0; last -= 1) {
    const other = (last * 7_919 + 13) % (last + 1);
    [rows[last], rows[other]] = [rows[other], rows[last]];
  }
  return rows;
};

const own = { key, version };
const results = await race({
  alone: walk,
  default: walk.pipe(changesSince(await knownWith({ key }), { key })),
  own: walk.pipe(changesSince(await knownWith(own), own)),
  shuffled: walk.pipe(changesSince(shuffled(await knownWith(own)), own)),
});
const megabytes = {
  default: (await heapOf({ key })) / 1e6,
  own: (await heapOf(own)) / 1e6,
};
server.close();

const of = (name, by) => median(results[name].map((result) => result[by]));
const ratio = (name, by) => of(name, by) / of('alone', by);
const row = (what, name) => [
  what,
  ratio(name, 'ms').toFixed(2),
  ratio(name, 'cpu').toFixed(2),
  megabytes[name] === undefined ? '' : `${megabytes[name].toFixed(0)} MB`,
];
process.stdout.write(
  `${objects.toLocaleString('en')} objects, medians of ${rounds} rounds; the walk alone took ${of('alone', 'ms').toFixed(0)} ms\n\n`,
);
const rows = [
  row('the walk alone', 'alone'),
  row("`changesSince`, a version of one's own", 'own'),
  row("`changesSince`, a version of one's own, known in another order", 'shuffled'),
  row('`changesSince`, the default version', 'default'),
];
process.stdout.write(`${markdownTable(['', 'time', 'CPU time', 'heap'], rows)}\n`);

const missed = [
  ...['default', 'own'].filter((name) => ratio(name, 'ms') > goals[name]),
  ...Object.values(megabytes).filter((held) => held > goals.megabytes),
];
process.exitCode = missed.length > 0 ? 1 : 0;
