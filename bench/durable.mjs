import Database from 'libsql';
import pg from 'pg';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { startPostgres } from '../scripts/startPostgres.mjs';
import { walksOf } from './durable/walks.mjs';
import { pagewalkPostgres } from './product.mjs';
import { median } from './race/statistics.mjs';
import { markdownTable } from './report/markdownTable.mjs';
import { startServer } from './server/startServer.mjs';

/*
 * What durable walks cost, and what more workers gain: `npm run bench -- durable`.
 *
 * The contestants take turns, so that what disturbs the machine for a while disturbs them all; only their ratios count.
 * PAGEWALK_ROUNDS says how many rounds. The database is one of its own with its default settings (it syncs each commit), or
 * that of DATABASE_URL. It fails where a goal is missed.
 */
const rounds = Number(process.env.PAGEWALK_ROUNDS ?? 7);
/** The least share of what the same walk does without places; those of files are for each size of pages, in batches for the smaller ones. */
const goals = {
  place: 0.9,
  placeInBatches: 0.95,
  files: [0.6, 0.8],
  filesInBatches: 0.8,
  workers: 2.5,
};
const batches = { postgres: 10, files: 50 };

const postgres = await startPostgres();
const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
const directory = await mkdtemp(join(tmpdir(), 'pagewalk-bench-'));
const db = new Database(join(directory, 'bench.db'));
let isMissed = true;
let ids = 0;
const freshId = () => `walk ${(ids += 1)}`;

const timed = async (run) => {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
};

/** Runs the contestants in turns after a round that does not count, each on an empty table; gives the median of each. */
const race = async (contestants, count = rounds) => {
  const times = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  for (let round = 0; round <= count; round += 1) {
    for (const [name, run] of Object.entries(contestants)) {
      await pool.query('truncate bench');
      const ms = await timed(run);
      if (round > 0) times[name].push(ms);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
};

const whole = (number) => Math.round(number).toLocaleString('en');

const withServer = async (course, use) => {
  const server = await startServer(course);
  try {
    return await use(server.url);
  } finally {
    server.close();
  }
};

/** The same walk without its place, with it, and in batches, in objects a second. */
const compare = (course, contestantsOf) =>
  withServer(course, async (url) => {
    const times = Object.values(await race(contestantsOf(walksOf(url, course))));
    const [without, ...others] = times.map((ms) => (1_000 * course.objects) / ms);
    const ratios = others.map((rate) => rate / without);
    const size = `${whole(course.pageSize)} objects a page`;
    return {
      row: [
        size,
        whole(without),
        ...others.flatMap((rate, at) => [whole(rate), ratios[at].toFixed(2)]),
      ],
      ratios,
    };
  });

const courses = [
  { shape: 'employee', objects: 20_000, pageSize: 100 },
  { shape: 'employee', objects: 100_000, pageSize: 1_000 },
];

/** The time that this many workers take for twelve walks, from when all of them are ready. */
const workersTake = async (count, url, course) => {
  const script = fileURLToPath(new URL('durable/worker.mjs', import.meta.url));
  const argument = JSON.stringify([url, postgres.url, course]);
  const workers = Array.from({ length: count }, () => fork(script, [argument], { execArgv: [] }));
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  const walks = Array.from({ length: 12 }, freshId);
  const ms = await timed(() =>
    Promise.all(
      workers.map((worker, index) => {
        worker.send(walks.filter((_, at) => at % count === index));
        return once(worker, 'message');
      }),
    ),
  );
  for (const worker of workers) worker.disconnect();
  return ms;
};

const runWorkers = () => {
  const course = { shape: 'employee', objects: 1_000, pageSize: 100, latency: 100 };
  return withServer(course, async (url) => {
    const times = { 1: [], 3: [] };
    for (let round = 0; round < 3; round += 1) {
      for (const count of [1, 3]) times[count].push(await workersTake(count, url, course));
    }
    const [one, three] = [median(times[1]), median(times[3])];
    const row = (count, ms) => [
      String(count),
      `${(ms / 1_000).toFixed(1)} s`,
      (one / ms).toFixed(2),
    ];
    return { rows: [row(1, one), row(3, three)], ratio: one / three };
  });
};

const table = (title, head, rows) => `**${title}**\n\n${markdownTable(head, rows)}`;

try {
  await pagewalkPostgres().postgresPlaces(pool).migrate();
  await pool.query('create table if not exists bench (id integer primary key, properties json)');
  const placed = [];
  for (const course of courses) {
    const contestants = ({ rows, rowsWithPlace }) => ({
      without: () => rows(pool),
      with: () => rowsWithPlace(pool, freshId()),
      inBatches: () => rowsWithPlace(pool, freshId(), 'thing', batches.postgres),
    });
    placed.push(await compare(course, contestants));
  }
  db.exec('create table bench (id integer primary key, properties text)');
  const inSqlite = [];
  for (const course of courses) {
    const contestants = ({ sqliteRows, sqliteRowsWithPlace }) => ({
      without: () => sqliteRows(db),
      with: () => sqliteRowsWithPlace(db, freshId()),
      inBatches: () => sqliteRowsWithPlace(db, freshId(), batches.postgres),
    });
    inSqlite.push(await compare(course, contestants));
  }
  const filed = [];
  for (const course of courses) {
    const contestants = ({ plain, withFiles }) => ({
      plain,
      with: () => withFiles(directory, freshId()),
      inBatches: () => withFiles(directory, freshId(), batches.files),
    });
    filed.push(await compare(course, contestants));
  }
  const workers = await runWorkers();
  const text = [
    table(
      `Into Postgres, objects a second: each page in a transaction, medians of ${rounds} rounds`,
      ['', 'without place', '`postgresPlaces`', 'ratio', `\`batch: ${batches.postgres}\``, 'ratio'],
      placed.map(({ row }) => row),
    ),
    table(
      `Into a SQLite file by libsql, objects a second: each page in a transaction, medians of ${rounds} rounds`,
      ['', 'without place', '`sqlitePlaces`', 'ratio', `\`batch: ${batches.postgres}\``, 'ratio'],
      inSqlite.map(({ row }) => row),
    ),
    table(
      'Twelve walks of ten pages, 100 ms a page, medians of 3 rounds',
      ['workers', 'time', 'times as fast as one'],
      workers.rows,
    ),
    table(
      `Without any work, objects a second, medians of ${rounds} rounds`,
      ['', 'plain walk', '`filePlaces`', 'ratio', `\`batch: ${batches.files}\``, 'ratio'],
      filed.map(({ row }) => row),
    ),
  ].join('\n\n');
  process.stdout.write(`${text}\n`);
  isMissed =
    placed.some(
      ({ ratios: [place, inBatches] }) => place < goals.place || inBatches < goals.placeInBatches,
    ) ||
    filed.some(({ ratios: [files] }, at) => files < goals.files[at]) ||
    filed[0].ratios[1] < goals.filesInBatches ||
    workers.ratio < goals.workers;
} catch (error) {
  process.stderr.write(`${error.stack}\n`);
} finally {
  db.close();
  await pool.end();
  await postgres.stop();
  await rm(directory, { recursive: true });
}
// What watches over the Postgres that was started here would end the process with 0.
process.exit(isMissed ? 1 : 0);
