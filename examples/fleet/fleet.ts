/* Part of the demo: the service, the kills and the check. engine.ts, workflows.ts, worker.ts and copyPart.ts are to take. */
import type { DBOSClient } from '@dbos-inc/dbos-sdk';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { postgresPlaces } from 'pagewalk/postgres';
import { type Service, startService } from 'pagewalk/service';
import { Pool } from 'pg';
import { startPostgres } from '../../scripts/startPostgres.mjs';
import { differences } from './differences';
import { openClient, setUp } from './engine';
import { schema, tableOf } from './names';
import { occupy, outdated, prepare } from './prepare';
import { meterRates } from './rates';
import { closing, createDisplay } from './show';
import type { Status } from './Status';
import { createStory, type Story } from './story';
import { startTeam, type Team } from './team';
import { type Copied, nightly } from './workflows';

/** How large the fleet is, and what it has to do. */
export interface Size {
  readonly objects: number;
  readonly parts: number;
  readonly workers: number;
  readonly kills: number;
}

/** What the service allows. The workers share it by a budget in the database. */
const limits = { concurrent: 6, perMinute: 6_000 };
const objectType = 'event';
const pageSize = 20;
/** How many parts a worker copies at once. */
const atOnce = 2;
/** How long page tokens live: a part begins again if nobody continues it within this time. */
const tokenLifetime = 10_000;

/** A service that takes its time, and how many requests it has seen. */
const startCounted = async ({ objects }: Size, token: string) => {
  let requests = 0;
  const service = await startService({
    objects: {
      [objectType]: Array.from({ length: objects }, (_, at) => ({
        id: at + 1,
        name: `object ${at + 1}`,
      })),
    },
    token,
    maxPageSize: pageSize,
    limit: Infinity,
    tokenLifetime,
    rateLimit: limits,
    faults: [{ type: 'delay', ms: 100, every: 1 }],
    onRequest: () => (requests += 1),
  });
  return { service, requests: () => requests };
};

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Looks at the places, which tell of the parts on all machines. */
const watcher = (pool: Pool, size: Size, team: Team) => {
  const places = postgresPlaces(pool, { schema });
  const rates = meterRates();
  const start = performance.now();
  return async (): Promise<Status> => {
    const kept = await places.all();
    const rate = rates(performance.now(), kept);
    return {
      seconds: (performance.now() - start) / 1_000,
      parts: size.parts,
      objects: size.objects / size.parts,
      workers: team.names(),
      gone: [...team.gone],
      begun: kept.map(({ part = '', claimedBy, round, pages, objects, isLast }) => ({
        label: `${objectType}/${part}`,
        worker: claimedBy ?? '',
        isAbandoned: !isLast && team.gone.has(claimedBy ?? ''),
        isDone: isLast,
        round,
        pages,
        objects,
        rate: rate.get(part) ?? 0,
      })),
    };
  };
};

/** Kills a worker that has a part under way, each time that another share of the whole is done. */
const killer = ({ objects, kills }: Size, team: Team) => {
  let killed = 0;
  return ({ begun }: Status): void => {
    const done = begun.reduce((total, part) => total + part.objects, 0) / objects;
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

/** Watches the fleet until the run of the schedule has ended; gives what went wrong, if anything did. */
const untilDone = async (
  look: () => Promise<Status>,
  isOver: () => Promise<boolean>,
  team: Team,
  story: Story,
  kill: (status: Status) => void,
): Promise<{ readonly status: Status; readonly problem: string | undefined }> => {
  const display = createDisplay(process.stdout);
  for (;;) {
    // In this order: what is shown last is how it ended.
    const over = await patiently(isOver);
    const status = await patiently(look);
    display(status, story.follow(status));
    if (over || team.failure() !== undefined) return { status, problem: team.failure() };
    kill(status);
    await wait(400);
  }
};

/** Starts what the schedule starts at night, and tells how it ended. */
const startRun = async (client: DBOSClient, team: Team) => {
  // The first worker says which version the workflows have.
  while ((await client.listApplicationVersions()).length === 0) {
    if (team.failure() !== undefined) throw new Error(team.failure());
    await wait(200);
  }
  const { workflowID } = await client.triggerSchedule(nightly);
  const status = async (): Promise<string | undefined> =>
    (await client.getWorkflow(workflowID))?.status;
  return {
    isOver: async (): Promise<boolean> =>
      !['ENQUEUED', 'PENDING'].includes((await status()) ?? 'PENDING'),
    copied: () => client.getEvent<Copied>(workflowID, 'copied', 0),
    status,
  };
};

/** What is wrong with the table and the count of the fleet. */
const problems = async (
  pool: Pool,
  { store }: Service,
  size: Size,
  run: Awaited<ReturnType<typeof startRun>>,
): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = [];
  const different = await differences(pool, store, objectType);
  if (different !== undefined) found.push(`The table differs: ${different}.`);
  const copied = await run.copied();
  if (copied?.rows !== size.objects || copied.objects !== size.objects)
    found.push(
      `The workflow is ${String(await run.status())}, and counted ${JSON.stringify(copied)}.`,
    );
  const { rows } = await pool.query(`select from ${schema}.deletions`);
  if (rows.length !== 1) found.push(`What was gone was deleted ${rows.length} times.`);
  return found;
};

const outcome = async (pool: Pool, size: Size, requests: number) => {
  const { rows } = await pool.query<{ rows: string; old: string }>(
    `select count(*) as rows, count(*) filter (where id <= 0) as old from ${tableOf(objectType)}`,
  );
  const ofEach = Math.ceil(size.objects / size.parts / pageSize);
  return {
    rows: Number(rows[0]?.rows),
    deleted: outdated - Number(rows[0]?.old),
    requests,
    fewest: size.parts * ofEach,
  };
};

/** Runs the fleet, and says whether the table equals the store of its service in the end. */
const runWith = async (pool: Pool, databaseUrl: string, size: Size): Promise<boolean> => {
  const { service, requests } = await startCounted(size, process.env.SERVICE_TOKEN ?? randomUUID());
  await prepare(pool, objectType, limits);
  const task = { objectType, service: service.url, objects: size.objects, parts: size.parts };
  await setUp(databaseUrl, task, atOnce);
  say(`${size.objects} objects at ${service.url}, ${size.parts} parts, ${size.workers} workers`);
  const team = startTeam(size.workers, {
    DATABASE_URL: databaseUrl,
    SERVICE_TOKEN: service.token,
    CONCURRENT: String(limits.concurrent),
    PER_MINUTE: String(limits.perMinute),
    AT_ONCE: String(atOnce),
  });
  const client = await openClient(databaseUrl);
  try {
    const run = await startRun(client, team);
    const story = createStory();
    const look = watcher(pool, size, team);
    const { status, problem } = await untilDone(look, run.isOver, team, story, killer(size, team));
    say(closing(status, story, await patiently(() => outcome(pool, size, requests()))));
    const found =
      problem === undefined ? await patiently(() => problems(pool, service, size, run)) : [problem];
    say(
      found.length === 0
        ? 'The table equals the store, and what was gone was deleted once.'
        : found.join('\n'),
    );
    return found.length === 0;
  } finally {
    team.close();
    await client.destroy();
    await service.close();
  }
};

/** Runs the whole thing, on the Postgres of `DATABASE_URL` or one that it starts. */
export const runFleet = async (size: Size): Promise<boolean> => {
  const postgres = await startPostgres();
  const pool = new Pool({ connectionString: postgres.url, max: 3 });
  try {
    const occupant = await occupy(pool);
    try {
      return await runWith(pool, postgres.url, size);
    } finally {
      occupant.release(true);
    }
  } finally {
    await pool.end();
    await postgres.stop();
  }
};
