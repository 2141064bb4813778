/* To take: a worker, which a supervisor starts again whenever it ends. */
import { isRight } from 'fp-ts/Either';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  axiosTransport,
  bearer,
  type Client,
  createClient,
  explain,
  polite,
  recordWalks,
} from 'pagewalk';
import { postgresBudget, postgresPlaces } from 'pagewalk/postgres';
import { Pool } from 'pg';
import { fromEvent, lastValueFrom, ReplaySubject } from 'rxjs';
import { copyObjects } from './copyObjects';
import { budgetOf, keyOf, labelOf, schema, type Walk } from './names';
import { openQueue } from './queue';

/** What a worker has to know. */
export interface WorkerOptions {
  readonly name: string;
  readonly databaseUrl: string;
  readonly service: { readonly token: string; readonly ontologyRid: string };
  /** What the service allows, for all workers together. */
  readonly limits: { readonly concurrent: number; readonly perMinute: number };
  /** How many walks it does at once. */
  readonly walks: number;
  /** Where it writes what happens in its walks, to look at with `pagewalk show`; by default nowhere. */
  readonly events?: string | undefined;
}

/** A walk that nobody has advanced for this many milliseconds has lost its walker. */
const standstill = 15_000;

/** Takes walks from the queue and does them, until SIGTERM: then the pages in work are done and kept. */
export const runWorker = async (options: WorkerOptions): Promise<void> => {
  const { name, databaseUrl, service, limits, walks, events } = options;
  // A connection for each walk, one to claim with, and one for the budget.
  const pool = new Pool({ connectionString: databaseUrl, max: walks + 2, keepAlive: true });
  const places = postgresPlaces(pool, { schema });
  const sparing = polite({ budget: postgresBudget(pool, budgetOf(limits)) });
  const stop = new ReplaySubject<unknown>(1);
  fromEvent(process, 'SIGTERM').subscribe(stop);
  const say = (line: string): boolean => process.stdout.write(`worker ${name}: ${line}\n`);

  /** A file for each client: each counts its walks from 1. */
  const record = (client: Client, directory: string): void => {
    mkdirSync(directory, { recursive: true });
    const file = createWriteStream(join(directory, `worker-${name}-${clients.size + 1}.events`));
    recordWalks(client, { polite: sparing }).subscribe((line) => file.write(`${line}\n`));
  };

  const clients = new Map<string, Client>();
  /** One for each address; they share the limits. */
  const clientOf = (baseURL: string): Client => {
    const known = clients.get(baseURL);
    if (known) return known;
    const transport = sparing(axiosTransport({ baseURL, timeout: 10_000 }));
    const client = createClient({ transport, auth: bearer(service.token), retry: { attempts: 8 } });
    if (events !== undefined) record(client, events);
    clients.set(baseURL, client);
    return client;
  };

  /**
   * Waits until the walk is done by the worker that has it, or has not moved for a while. To claim it at once would supersede
   * that worker, which would claim it again. Only times of this process are compared: clocks of machines differ.
   */
  const isDoneByAnother = async ({ id, part }: Walk): Promise<boolean> => {
    let known = '';
    let since = performance.now();
    for (;;) {
      await wait(2_000 + 3_000 * Math.random());
      const found = await places.get(id, part?.name);
      if (found._tag === 'Some' && found.value.isLast) return true;
      const now = JSON.stringify(found);
      if (now !== known) since = performance.now();
      known = now;
      if (performance.now() - since > standstill) return false;
    }
  };

  const walk = async (task: Walk): Promise<void> => {
    do {
      await pool.query(
        `insert into ${schema}.walkers values ($1, $2) on conflict (id) do update set worker = $2`,
        [keyOf(task.id, task.part?.name), name],
      );
      const copying = copyObjects(clientOf(task.service), places, service.ontologyRid, task, stop);
      const last = await lastValueFrom(copying, { defaultValue: undefined });
      if (last === undefined || (isRight(last) && !last.right.isLast)) {
        // The queue hands it out again.
        throw new Error(`${labelOf(task)} was stopped; another worker continues it`);
      }
      if (isRight(last)) {
        say(`${labelOf(task)} is done, ${last.right.objects} objects, round ${last.right.round}`);
        return;
      }
      say(`${labelOf(task)}: ${explain(last.left)}`);
      if (last.left._tag !== 'Superseded') throw new Error(explain(last.left));
    } while (!(await isDoneByAnother(task)));
  };

  const queue = await openQueue(databaseUrl);
  stop.subscribe(() => {
    say('stops');
    void queue
      .close()
      .then(() => pool.end())
      .then(() => process.exit(0));
  });
  await queue.work(walks, walk);
  say('at work');
};
