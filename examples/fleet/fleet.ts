/* Part of the demo: the services, the queue's content, the kills and the check. worker.ts, queue.ts and copyObjects.ts are to take. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { postgresPlaces } from 'pagewalk/postgres';
import { type Service, startService } from 'pagewalk/service';
import { Pool } from 'pg';
import { startPostgres } from '../../scripts/startPostgres.mjs';
import { differences } from './differences';
import { keyOf, labelOf, partsOf, schema, tableOf, type Walk } from './names';
import { occupy, outdated, prepare } from './prepare';
import { openQueue } from './queue';
import { meterRates } from './rates';
import { closing, createDisplay } from './show';
import type { Status } from './Status';
import { createStory, type Story } from './story';
import { startTeam, type Team } from './team';

/** How large the fleet is, and what it has to do. */
export interface Size {
  readonly types: number;
  /** In how many parts each type is walked. */
  readonly parts: number;
  readonly objects: number;
  readonly workers: number;
  readonly kills: number;
}

/** What each service allows. The workers share it by a budget in the database. */
const limits = { concurrent: 6, perMinute: 6_000 };

/** How long page tokens live: those of one service are dead when the queue hands the walk of a killed worker out again. */
const lifetimes = [5_000, 120_000];

/** Two services that take their time, each with half of the object types; one for a single type. */
const startServices = (
  { types, objects }: Size,
  token: string,
): Promise<ReadonlyArray<Service>> => {
  const names = Array.from(
    { length: types },
    (_, index) => `type_${String(index + 1).padStart(2, '0')}`,
  );
  const objectsOf = (type: number) =>
    Array.from({ length: objects }, (_, at) => ({ id: at + 1, name: `object ${at + 1}`, type }));
  return Promise.all(
    lifetimes.slice(-types).map((tokenLifetime, half) =>
      startService({
        objects: Object.fromEntries(
          names.flatMap((name, index) =>
            index % 2 === half ? [[name, objectsOf(index + 1)]] : [],
          ),
        ),
        token,
        protectList: true,
        maxPageSize: 20,
        limit: Infinity,
        tokenLifetime,
        rateLimit: limits,
        faults: [{ type: 'delay', ms: 100, every: 1 }],
      }),
    ),
  );
};

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Looks at the places, which tell of walks on all machines. */
const watcher = (pool: Pool, size: Size, team: Team, walks: ReadonlyArray<Walk>) => {
  const places = postgresPlaces(pool, { schema });
  const rates = meterRates();
  const start = performance.now();
  const labels = new Map(walks.map((walk) => [keyOf(walk.id, walk.part?.name), labelOf(walk)]));
  return async (): Promise<Status> => {
    const kept = await places.all();
    const rate = rates(performance.now(), kept);
    const { rows } = await pool.query<{ id: string; worker: string }>(
      `select id, worker from ${schema}.walkers`,
    );
    const workers = new Map(rows.map(({ id, worker }) => [id, worker]));
    return {
      seconds: (performance.now() - start) / 1_000,
      walks: walks.length,
      objects: size.objects / size.parts,
      workers: team.names(),
      gone: [...team.gone],
      begun: kept.flatMap(({ id, part, round, pages, objects, isLast }) => {
        const key = keyOf(id, part);
        const worker = workers.get(key);
        if (worker === undefined) return [];
        const isAbandoned = !isLast && team.gone.has(worker);
        const label = labels.get(key) ?? key;
        return [
          {
            label,
            worker,
            isAbandoned,
            isDone: isLast,
            round,
            pages,
            objects,
            rate: rate.get(key) ?? 0,
          },
        ];
      }),
    };
  };
};

/** Kills a worker that has a walk under way, each time that another part of the whole is done. */
const killer = ({ types, objects, kills }: Size, team: Team) => {
  let killed = 0;
  return ({ begun }: Status): void => {
    const done = begun.reduce((total, walk) => total + walk.objects, 0) / (types * objects);
    if (killed >= kills || done < (0.8 * (killed + 1)) / (kills + 1)) return;
    const busy = team
      .names()
      .filter((name) => begun.some(({ worker, isDone }) => worker === name && !isDone));
    const victim = busy[Math.floor(Math.random() * busy.length)];
    if (victim === undefined) return;
    killed += 1;
    team.kill(victim);
  };
};

/** The longest time that the database may be away, in milliseconds. */
const patience = 60_000;

/** Does something with the database, again and again while that is away. */
const patiently = async <R>(doIt: () => Promise<R>): Promise<R> => {
  const began = performance.now();
  for (;;) {
    try {
      return await doIt();
    } catch (error) {
      if (performance.now() - began > patience) throw error;
      say(
        `the database does not answer: ${error instanceof Error ? error.message : String(error)}`,
      );
      await wait(1_000);
    }
  }
};

/** Watches the fleet until all walks are done; gives what went wrong, if anything did. */
const untilDone = async (
  look: () => Promise<Status>,
  kill: (status: Status) => void,
  story: Story,
  problem: () => string | undefined,
): Promise<{ readonly status: Status; readonly problem: string | undefined }> => {
  const display = createDisplay(process.stdout);
  for (;;) {
    const status = await patiently(look);
    display(status, story.follow(status));
    const isDone = status.begun.filter((walk) => walk.isDone).length === status.walks;
    if (isDone || problem() !== undefined) return { status, problem: problem() };
    kill(status);
    await wait(400);
  }
};

/** The rows of all tables, and how many of those of yesterday are gone. */
const countRows = async (pool: Pool, objectTypes: ReadonlyArray<string>) => {
  const counts = objectTypes.map(
    (type) =>
      `select count(*) as rows, count(*) filter (where id <= 0) as old from ${tableOf(type)}`,
  );
  const { rows } = await pool.query<{ rows: string; old: string }>(
    `select sum(rows) as rows, sum(old) as old from (${counts.join(' union all ')}) as counts`,
  );
  return {
    rows: Number(rows[0]?.rows),
    deleted: objectTypes.length * outdated - Number(rows[0]?.old),
  };
};

/** The walks in parts whose deletions were not made exactly once. */
const deletionsOtherThanOnce = async (
  pool: Pool,
  walks: ReadonlyArray<Walk>,
): Promise<ReadonlyArray<string>> => {
  const { rows } = await pool.query<{ walk: string }>(`select walk from ${schema}.deletions`);
  return [...new Set(walks.map(({ id }) => id))].flatMap((id) => {
    const times = rows.filter(({ walk }) => walk === id).length;
    return times === 1 ? [] : [`${id}: its deletions were made ${times} times`];
  });
};

/** Runs the fleet with its services, and says whether the tables equal their stores in the end. */
const runWith = async (
  pool: Pool,
  databaseUrl: string,
  services: ReadonlyArray<Service>,
  size: Size,
): Promise<boolean> => {
  const stores = services.map(({ store }) => store);
  await prepare(pool, stores, limits);
  const queue = await openQueue(databaseUrl);
  const inParts = size.parts > 1 ? ` in ${size.parts} parts` : '';
  say(
    `${size.types} object ${size.types === 1 ? 'type' : 'types'} of ${size.objects} objects${inParts}, ${size.workers} workers`,
  );
  say(
    `${services.length > 1 ? 'half of them ' : ''}at ${services.map(({ url }) => url).join(', half at ')}`,
  );
  const team = startTeam(size.workers, {
    DATABASE_URL: databaseUrl,
    SERVICE_TOKEN: services[0]?.token ?? '',
    ONTOLOGY_RID: services[0]?.ontologyRid ?? '',
    CONCURRENT: String(limits.concurrent),
    PER_MINUTE: String(limits.perMinute),
    WALKS: String(Math.max(1, Math.floor(limits.concurrent / size.workers))),
  });
  try {
    const run = new Date().toISOString();
    const walks = services
      .flatMap(({ store, url }) =>
        store.objectTypes.map((objectType) => ({
          id: `${objectType} ${run}`,
          objectType,
          service: url,
        })),
      )
      .sort((a, b) => (a.objectType < b.objectType ? -1 : 1))
      .flatMap((walk) => partsOf(walk, size.objects, size.parts));
    let givenUp: Walk | undefined;
    await queue.whenGivenUp((walk) => (givenUp = walk));
    await queue.enqueue(walks);
    const story = createStory();
    const { status, problem } = await untilDone(
      watcher(pool, size, team, walks),
      killer(size, team),
      story,
      () => team.failure() ?? (givenUp && `${labelOf(givenUp)} was given up`),
    );
    const found =
      problem === undefined
        ? await patiently(async () => [
            ...(await Promise.all(stores.map((store) => differences(pool, store)))).flat(),
            ...(size.parts > 1 ? await deletionsOtherThanOnce(pool, walks) : []),
          ])
        : [problem];
    const objectTypes = stores.flatMap((store) => store.objectTypes);
    say(closing(status, story, await patiently(() => countRows(pool, objectTypes))));
    const equal =
      size.types === 1 ? 'The table equals the store' : `The ${size.types} tables equal the store`;
    const once = size.parts > 1 ? ', and what was gone was deleted once' : '';
    say(found.length === 0 ? `${equal}${once}.` : found.join('\n'));
    return found.length === 0;
  } finally {
    team.close();
    await queue.close();
  }
};

const runOn = async (databaseUrl: string, size: Size): Promise<boolean> => {
  const pool = new Pool({ connectionString: databaseUrl, max: 3 });
  const services = await startServices(size, process.env.SERVICE_TOKEN ?? randomUUID());
  try {
    const occupant = await occupy(pool);
    try {
      return await runWith(pool, databaseUrl, services, size);
    } finally {
      occupant.release(true);
    }
  } finally {
    await Promise.all(services.map((service) => service.close()));
    await pool.end();
  }
};

/** Runs the whole thing, on the Postgres of `DATABASE_URL` or one that it starts. */
export const runFleet = async (size: Size): Promise<boolean> => {
  const postgres = await startPostgres();
  try {
    return await runOn(postgres.url, size);
  } finally {
    await postgres.stop();
  }
};
