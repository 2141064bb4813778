import { setTimeout as wait } from 'node:timers/promises';
import { postgresPlaces } from 'pagewalk/postgres';
import { type Service, startService } from 'pagewalk/service';
import { Pool } from 'pg';
import { startPostgres } from '../../scripts/startPostgres.mjs';
import { differences } from './differences';
import { schema, type Walk } from './names';
import { occupy, prepare } from './prepare';
import { openQueue } from './queue';
import { meterRates } from './rates';
import { createDisplay } from './show';
import type { Status } from './Status';
import { startTeam, type Team } from './team';

/** How large the fleet is, and what it has to do. */
export interface Size {
  readonly types: number;
  readonly objects: number;
  readonly workers: number;
  /** How many workers of other machines take part. */
  readonly others: number;
  readonly kills: number;
}

/** What the service allows: to be divided among the workers. */
const limits = { concurrent: 6, perMinute: 6_000 };

/** A service whose tokens live for a few seconds, and which takes its time. */
const startFleetService = ({ types, objects }: Size, token: string | undefined): Promise<Service> =>
  startService({
    objects: Object.fromEntries(
      Array.from({ length: types }, (_, index) => [
        `type_${String(index + 1).padStart(2, '0')}`,
        Array.from({ length: objects }, (_object, at) => ({ id: at + 1, name: `object ${at + 1}`, type: index + 1 })),
      ]),
    ),
    token,
    protectList: true,
    maxPageSize: 20,
    limit: Infinity,
    tokenLifetime: 5_000,
    rateLimit: limits,
    faults: [{ type: 'delay', ms: 100, every: 1 }],
  });

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Looks at the places, which tell of walks on all machines. */
const watcher = (pool: Pool, size: Size, team: Team, walks: ReadonlyArray<Walk>) => {
  const places = postgresPlaces(pool, { schema });
  const rates = meterRates();
  const start = Date.now();
  return async (): Promise<Status> => {
    const kept = await places.all();
    const rate = rates(Date.now(), kept);
    const { rows } = await pool.query<{ id: string; worker: string }>(`select id, worker from ${schema}.walkers`);
    const workers = new Map(rows.map(({ id, worker }) => [id, worker]));
    return {
      seconds: (Date.now() - start) / 1_000,
      walks: size.types,
      objects: size.objects,
      workers: team.names(),
      kills: team.killed.size,
      begun: kept.map(({ id, round, pages, objects, isLast }) => {
        const worker = workers.get(id) ?? '';
        return {
          objectType: walks.find((walk) => walk.id === id)?.objectType ?? id,
          worker,
          isAbandoned: !isLast && team.killed.has(worker),
          isDone: isLast,
          round,
          pages,
          objects,
          rate: rate.get(id) ?? 0,
        };
      }),
    };
  };
};

/** Kills a worker that has a walk under way, each time that another part of the whole is done. */
const killer = ({ types, objects, kills }: Size, team: Team) => {
  return ({ begun }: Status): void => {
    const done = begun.reduce((total, walk) => total + walk.objects, 0) / (types * objects);
    if (team.killed.size >= kills || done < (0.8 * (team.killed.size + 1)) / (kills + 1)) return;
    const busy = team.names().filter((name) => begun.some(({ worker, isDone }) => worker === name && !isDone));
    const victim = busy[Math.floor(Math.random() * busy.length)];
    if (victim !== undefined) team.kill(victim);
  };
};

/** Watches the fleet until all walks are done; gives what went wrong, if anything did. */
const untilDone = async (
  look: () => Promise<Status>,
  kill: (status: Status) => void,
  problem: () => string | undefined,
): Promise<string | undefined> => {
  const display = createDisplay(process.stdout);
  for (;;) {
    const status = await look();
    display(status);
    const isDone = status.begun.filter((walk) => walk.isDone).length === status.walks;
    if (isDone || problem() !== undefined) return problem();
    kill(status);
    await wait(400);
  }
};

/** Runs the fleet with a service, and says whether the tables equal its store in the end. */
const runWith = async (pool: Pool, databaseUrl: string, service: Service, size: Size): Promise<boolean> => {
  await prepare(pool, service.store);
  const queue = await openQueue(databaseUrl);
  const sharing = size.workers + size.others;
  say(`${size.types} object types of ${size.objects} objects at ${service.url}, ${sharing} workers`);
  const team = startTeam(size.workers, {
    DATABASE_URL: databaseUrl,
    SERVICE_URL: service.url,
    SERVICE_TOKEN: service.token,
    ONTOLOGY_RID: service.ontologyRid,
    CONCURRENT: String(Math.max(1, Math.floor(limits.concurrent / sharing))),
    PER_MINUTE: String(Math.max(1, Math.floor(limits.perMinute / sharing))),
  });
  try {
    const run = new Date().toISOString();
    const walks = service.store.objectTypes.map((objectType) => ({ id: `${objectType} ${run}`, objectType }));
    let givenUp: Walk | undefined;
    await queue.whenGivenUp((walk) => (givenUp = walk));
    await queue.enqueue(walks);
    const problem = await untilDone(
      watcher(pool, size, team, walks),
      killer(size, team),
      () => team.failure() ?? (givenUp && `${givenUp.objectType} was given up`),
    );
    const found = problem === undefined ? await differences(pool, service.store) : [problem];
    say(found.length === 0 ? `The ${size.types} tables equal the store.` : found.join('\n'));
    return found.length === 0;
  } finally {
    team.close();
    await queue.close();
  }
};

const runOn = async (databaseUrl: string, size: Size): Promise<boolean> => {
  const pool = new Pool({ connectionString: databaseUrl, max: 3 });
  const service = await startFleetService(size, process.env.SERVICE_TOKEN);
  try {
    const occupant = await occupy(pool);
    try {
      return await runWith(pool, databaseUrl, service, size);
    } finally {
      occupant.release(true);
    }
  } finally {
    await service.close();
    await pool.end();
  }
};

/** Runs the whole thing, on the Postgres of `DATABASE_URL` or one of its own. */
export const runFleet = async (size: Size): Promise<boolean> => {
  const postgres = await startPostgres();
  try {
    return await runOn(postgres.url, size);
  } finally {
    await postgres.stop();
  }
};
